// UCRL2 (Jaksch, Ortner & Auer, JMLR 11, 2010): optimism over all processes with so many states and actions. It knows
// nothing of the world's form, and pays for that. It plans in the best of all plausible processes: rewards at the top of their
// interval, transitions as kind as an L1 ball around the estimate allows.

import { type AverageReward, type RelativeIterationOptions, settle } from "../../environments/tabular/long-run.ts";
import type { ContinuingLearner } from "./player.ts";

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
    act([state]) {
      const at = state * A + choice[state];
      if (during[at] >= Math.max(1, before[at])) plan();
      return choice[state];
    },
    observe([state], action, reward, [next]) {
      const at = state * A + action;
      step += 1;
      during[at] += 1;
      paid[at] += reward;
      moved[at * S + next] += 1;
    },
  };
}

/** Estimates with the widths of their confidence regions. */
export interface PlausibleProcesses {
  readonly states: number;
  readonly actions: number;
  /** Estimated P(s'|s,a), [states × actions × states]. */
  readonly probability: Float64Array;
  /** Radius of the L1 ball, in [0, 2], [states × actions]. */
  readonly spread: Float64Array;
  /** The largest plausible reward, [states × actions]. */
  readonly reward: Float64Array;
}

/** The gain and bias of the most promising process, and its best action in each state, the first of equals. */
export interface OptimisticPlan extends AverageReward {
  readonly choice: Int32Array;
}

/** V(s) ← max_a [ r̃(s,a) + max_{p ∈ ball} Σ p(s')V(s') ], to the options' tolerance (section 3.1 of the paper). */
export function extendedValueIteration(
  process: PlausibleProcesses,
  options: RelativeIterationOptions = {},
): OptimisticPlan {
  const { states: S, actions: A } = process;
  const choice = new Int32Array(S);
  const order = Array.from({ length: S }, (_, s) => s);
  const settled = settle(
    S,
    (values, into) => {
      order.sort((a, b) => values[b] - values[a]);
      for (let s = 0; s < S; s++) {
        let most = Number.NEGATIVE_INFINITY;
        for (let a = 0; a < A; a++) {
          const value = process.reward[s * A + a] + kindest(process, s * A + a, order, values);
          if (value > most) {
            most = value;
            choice[s] = a;
          }
        }
        into[s] = most;
      }
    },
    options,
  );
  if (settled === undefined) throw new Error("extended value iteration did not settle");
  return { ...settled, choice };
}

/** max Σ p(s')v(s') over ‖p − p̂‖₁ ≤ d: d/2 goes to the best state and is taken from the worst ones. `order`: best first. */
function kindest(
  { states: S, probability, spread }: PlausibleProcesses,
  at: number,
  order: readonly number[],
  values: Float64Array,
): number {
  const row = at * S;
  const best = order[0];
  const gained = Math.min(spread[at] / 2, 1 - probability[row + best]);
  let value = (probability[row + best] + gained) * values[best];
  let owed = gained;
  for (let k = S - 1; k > 0; k--) {
    const s = order[k];
    const taken = Math.min(owed, probability[row + s]);
    owed -= taken;
    value += (probability[row + s] - taken) * values[s];
  }
  return value;
}
