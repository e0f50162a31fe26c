// A finite process to play in: what a tabular learner needs of a world whose states are numbers, and nothing that planning
// needs.

import type { Random } from "../../core/random.ts";

/** States and actions are whole numbers; episodes begin in one state and last `horizon` steps at most. */
export interface SampledProcess {
  readonly states: number;
  readonly actions: number;
  readonly start: number;
  readonly horizon: number;
  /** Result of the last `step`, written anew by each. */
  readonly outcome: { readonly reward: number; readonly ended: boolean };
  /** Plays an action; returns the next state, and leaves the rest in `outcome`. Allocates nothing. */
  step(state: number, action: number, random: Random): number;
}
