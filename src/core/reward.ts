// Pay: what an agent learns from, made from outcomes by a declared object that the world knows nothing of.

import type { NumericSpec, Status } from "./environment.ts";
import type { RewardMemory } from "./reward-memory.ts";

/** A reward bound to one world. It may remember (potential-based shaping does), so each episode begins with `reset`. */
export interface Reward {
  /** Declared by a reward that remembers across episodes (a count of all experience): `reset` does not make it anew. */
  readonly lasting?: true;
  /** What it is the sum of, for learners that weigh the parts anew. */
  readonly parts?: readonly RewardPlan[];
  /** Begins an episode with the outcomes that the world reports at reset, [agents × channels]. */
  reset(outcomes: Float64Array): void;
  /** Writes the pay of each agent for one step. `outcomes` is [agents × channels], `pay` is [agents]. */
  pay(outcomes: Float64Array, status: Status, pay: Float64Array): void;
}

/**
 * A declared reward before it meets a world. Throws a UserError where the world lacks what it needs. What it remembers across
 * episodes it keeps in `memory`, by default one of its own: the copies of a training are given the same.
 */
export type RewardPlan = (spec: NumericSpec, memory?: RewardMemory) => Reward;
