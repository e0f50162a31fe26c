// Rewards: what an agent is paid and learns from. A declared reward computes pay from outcomes; the world does not know it.

import type { NumericSpec, Status } from "./environment.ts";
import type { RewardMemory } from "./reward-memory.ts";

/** A reward bound to one world. It may have a state (potential-based shaping has), so each episode starts with `reset`. */
export interface Reward {
  /** Set by a reward that remembers across episodes (such as a count of all visits), which `reset` does not clear. */
  readonly lasting?: true;
  /** The rewards that it is the sum of, for learners that reweight the parts. */
  readonly parts?: readonly RewardPlan[];
  /** Set by a reward that judges several episodes together. Its pay for one episode is then that of a set of one. */
  readonly ofSets?: SetReward;
  /** Begins an episode with the outcomes that the world reports at reset, [agents × channels]. */
  reset(outcomes: Float64Array): void;
  /** Writes the pay of each agent for one step. `outcomes` is [agents × channels], `pay` is [agents]. */
  pay(outcomes: Float64Array, status: Status, pay: Float64Array): void;
}

/** A reward of a set of episodes, which learners read that compare sets. */
export interface SetReward {
  /** Numbers of an episode that it reads. */
  readonly size: number;
  /** Writes those of the first agent in the episode that was paid last, from `at` on. */
  read(into: Float64Array, at: number): void;
  open(): RewardedSet;
}

/** A set of episodes, each given by its numbers in `rows` from `at` on. */
export interface RewardedSet {
  add(rows: Float64Array, at: number): void;
  /** Takes away what was added. */
  remove(rows: Float64Array, at: number): void;
  /** What the set is paid. */
  value(): number;
}

/**
 * A declared reward that is not bound to a world yet. Throws a UserError where the world lacks what it needs. It stores what it remembers
 * across episodes in `memory`, by default one of its own; the copies of a training share one.
 */
export type RewardPlan = (spec: NumericSpec, memory?: RewardMemory) => Reward;
