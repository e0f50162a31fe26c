// Rewards: what an agent is paid and learns from. A declared reward computes pay from outcomes; the world does not know it.

import type { NumericSpec, Status } from "./environment.ts";
import type { RewardMemory } from "./reward-memory.ts";

/** A reward bound to one world. It may have a state (potential-based shaping has), so each episode starts with `reset`. */
export interface Reward {
  /** Set by a reward that remembers across episodes (such as a count of all visits), which `reset` does not clear. */
  readonly lasting?: true;
  /** The rewards that it is the sum of, for learners that reweight the parts. */
  readonly parts?: readonly RewardPlan[];
  /** Begins an episode with the outcomes that the world reports at reset, [agents × channels]. */
  reset(outcomes: Float64Array): void;
  /** Writes the pay of each agent for one step. `outcomes` is [agents × channels], `pay` is [agents]. */
  pay(outcomes: Float64Array, status: Status, pay: Float64Array): void;
}

/**
 * A declared reward that is not bound to a world yet. Throws a UserError where the world lacks what it needs. It stores what it remembers
 * across episodes in `memory`, by default one of its own; the copies of a training share one.
 */
export type RewardPlan = (spec: NumericSpec, memory?: RewardMemory) => Reward;
