// Learning along one trajectory that never ends or restarts, and what it costs: regret against the best gain, logged at
// powers of two.

import type { Random } from "../../core/random.ts";
import { sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import type { AverageOptimum } from "./gain.ts";

/** A learner that acts. */
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

/**
 * Follows a learner from the process's first state; `watch` is called after each step. Rewards are their expectations; `optimum` is
 * the process's own.
 */
export function regretOf(
  mdp: TabularMdp,
  optimum: AverageOptimum,
  learner: ContinuingLearner,
  { steps, random, watch }: { readonly steps: number; readonly random: Random; readonly watch?: () => void },
): RegretLog {
  const logged = Array.from({ length: Math.floor(Math.log2(steps)) + 1 }, (_, k) => 2 ** k);
  const regret = new Float64Array(logged.length);
  const gaps = new Float64Array(logged.length);
  const switches = new Int32Array(logged.length);
  let state = drawAt(mdp.start, 0, mdp.states, random);
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
    watch?.();
    if (step === logged[entry]) {
      regret[entry] = missed;
      gaps[entry] = gap;
      switches[entry] = learner.switches;
      entry += 1;
    }
  }
  return { steps: logged, regret, gaps, switches };
}
