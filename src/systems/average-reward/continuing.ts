// Learning along one trajectory that never ends or restarts, and what it costs: regret against the best gain, logged at
// powers of two.

import type { Random } from "../../core/random.ts";
import { sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import type { AverageOptimum } from "./gain.ts";

/** Who learns while acting. */
export interface ContinuingLearner {
  act(state: number): number;
  observe(state: number, action: number, reward: number, next: number): void;
  /** How often what it follows was exchanged so far. */
  readonly switches: number;
}

/** What a trajectory cost, at each power of two up to its length. */
export interface RegretLog {
  readonly steps: readonly number[];
  /** Σ_t (J* − r_t): may be negative, noise of the order of σ√T is in it. */
  readonly regret: Float64Array;
  /**
   * Σ_t [V*(s_t) − Q*(s_t, a_t)]: the same but for a difference of biases and a martingale, so without noise and never falling.
   */
  readonly gaps: Float64Array;
  readonly switches: Int32Array;
}

/** How long, and who watches. */
export interface ContinuingOptions {
  readonly steps: number;
  readonly random: Random;
  /** Called after each step. */
  readonly watch?: (step: number) => void;
}

/** Follows a learner from the process's first state. Rewards are their expectations; `optimum` is the process's own. */
export function regretOf(
  mdp: TabularMdp,
  optimum: AverageOptimum,
  learner: ContinuingLearner,
  { steps, random, watch }: ContinuingOptions,
): RegretLog {
  const logged = Array.from({ length: Math.floor(Math.log2(steps)) + 1 }, (_, k) => 2 ** k);
  const regret = new Float64Array(logged.length);
  const gaps = new Float64Array(logged.length);
  const switches = new Int32Array(logged.length);
  let state = firstState(mdp, random.uniform());
  let missed = 0;
  let gap = 0;
  let entry = 0;
  for (let step = 1; step <= steps; step++) {
    const action = learner.act(state);
    const at = state * mdp.actions + action;
    const reward = mdp.reward[at];
    const next = sampleNext(mdp, state, action, random.uniform());
    missed += optimum.gain - reward;
    gap += optimum.bias[state] - optimum.actionValues[at];
    learner.observe(state, action, reward, next);
    state = next;
    watch?.(step);
    if (step === logged[entry]) {
      regret[entry] = missed;
      gaps[entry] = gap;
      switches[entry] = learner.switches;
      entry += 1;
    }
  }
  return { steps: logged, regret, gaps, switches };
}

/** A learner that has nothing to learn: one action for each state. */
export function fixedLearner(choice: ArrayLike<number>): ContinuingLearner {
  return { act: (state) => choice[state], observe: () => undefined, switches: 0 };
}

function firstState(mdp: TabularMdp, uniform: number): number {
  let left = uniform;
  for (let s = 0; s < mdp.states; s++) {
    left -= mdp.start[s];
    if (left < 0) return s;
  }
  return mdp.start.length - 1;
}
