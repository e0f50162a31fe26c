// UCRL2 (Jaksch, Ortner & Auer, JMLR 11, 2010): optimism over all processes with so many states and actions. It knows
// nothing of the world's form, and pays for that.

import type { ContinuingLearner } from "./continuing.ts";
import { extendedValueIteration } from "./extended-value-iteration.ts";

/** Size of the world, and how sure to be. */
export interface Ucrl2Options {
  readonly states: number;
  readonly actions: number;
  /** δ in (0, 1). Default 0.05. */
  readonly failure?: number;
}

/**
 * Episode k plans with |r̃ − r̂| ≤ √(7·ln(2SAt_k/δ)/(2n)) and ‖p̃ − p̂‖₁ ≤ √(14·S·ln(2At_k/δ)/n), n = max(1, visits), to 1/√t_k,
 * and ends when the visits of some state and action in it equal those before it (figure 1 of the paper). Rewards lie in [0, 1].
 */
export function ucrl2({ states: S, actions: A, failure = 0.05 }: Ucrl2Options): ContinuingLearner {
  const before = new Float64Array(S * A);
  const during = new Float64Array(S * A);
  const paid = new Float64Array(S * A);
  const moved = new Float64Array(S * A * S);
  let choice: Int32Array = new Int32Array(S);
  let step = 0;
  let episodes = 0;

  function plan(): void {
    episodes += 1;
    const t = Math.max(1, step);
    const probability = new Float64Array(S * A * S);
    const spread = new Float64Array(S * A);
    const reward = new Float64Array(S * A);
    for (let at = 0; at < S * A; at++) {
      before[at] += during[at];
      during[at] = 0;
      const n = Math.max(1, before[at]);
      spread[at] = Math.sqrt((14 * S * Math.log((2 * A * t) / failure)) / n);
      reward[at] = Math.min(1, paid[at] / n + Math.sqrt((7 * Math.log((2 * S * A * t) / failure)) / (2 * n)));
      for (let s = 0; s < S; s++) probability[at * S + s] = before[at] > 0 ? moved[at * S + s] / n : 1 / S;
    }
    const process = { states: S, actions: A, probability, spread, reward };
    choice = extendedValueIteration(process, { tolerance: 1 / Math.sqrt(t) }).choice;
  }

  plan();
  return {
    get switches() {
      return episodes - 1;
    },
    act(state) {
      const at = state * A + choice[state];
      if (during[at] >= Math.max(1, before[at])) plan();
      return choice[state];
    },
    observe(state, action, reward, next) {
      const at = state * A + action;
      step += 1;
      during[at] += 1;
      paid[at] += reward;
      moved[at * S + next] += 1;
    },
  };
}
