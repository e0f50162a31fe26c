// Agents. An agent reads the observation of one seat and writes the action of that seat. It may also receive its reward.

import type { Channel } from "./channel.ts";
import type { Random } from "./random.ts";
import type { Status } from "./status.ts";

/** Log-probability of a chosen action and entropy of the policy at that observation, in nats. */
export interface Chance {
  /** ln of the probability of the action. For continuous actions in a box, ln of the density on [−1, 1]. */
  readonly logProbability: number;
  /** Entropy of the distribution that the action was drawn from. */
  readonly entropy: number;
}

/** An action that is drawn from noise, on its way. */
export interface DrawnState {
  /** From 1, noise, to 0, the action. */
  readonly time: number;
  /** [actionSize] */
  readonly state: Float32Array;
  /** Where guidance moves the next state, [actionSize]; omitted where nothing guides. */
  readonly push?: Float32Array;
}

/** The player of one seat. Methods may return a promise; methods that return none keep the hot path free of awaits. */
export interface Agent {
  /** Begins an episode. `random` is the agent's own random stream for it. */
  reset(random: Random): void | Promise<void>;
  /** Reads the observation, [observationSize], and writes the action, [actionSize]. */
  act(observation: Float32Array, action: Float64Array): void | Promise<void>;
  /**
   * Accepts a known action instead of choosing one in `act`, and updates the agent's state as if it had chosen it. Returns log-probability
   * and entropy under the policy that was trained, also where the agent plays its most likely action instead of sampling. Omitted by agents
   * that do not know their probabilities.
   */
  follow?(observation: Float32Array, action: Float64Array): Chance;
  /**
   * Receives the full state of the world and the last outcomes, [agents × channels], before `act`. It is for planners that search in copies
   * of the world, for which the world is a known model. Both arrays are read only and are reused.
   */
  watch?(state: Float64Array, outcomes: Float64Array): void;
  /** Receives the reward of the last step and the episode's status after it. */
  receive?(pay: number, status: Status): void;
  /** Counters since the last reset, by the names in the plan's `counts` or in `remote.counts`; NaN where unknown. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Keys of the requests that the agent sent since its last reset, as recordings have them. */
  readonly requests?: readonly string[];
  /** For an agent that draws its actions from noise: the states of the last one, from noise to the action. */
  drawn?(): readonly DrawnState[];
  /** Frees what the agent holds (a child process). */
  close?(): void | Promise<void>;
}

/** Returns an agent without memory: its `act` computes the action from the observation alone. */
export function memoryless(act: (observation: Float32Array, action: Float64Array) => void): Agent {
  return { reset() {}, act };
}

/** Returns an agent without memory whose action is one number. */
export function reactive(choose: (observation: Float32Array) => number): Agent {
  return memoryless((observation, action) => {
    action[0] = choose(observation);
  });
}

/** What a run must know of an agent that sends requests to a server or program. */
export interface Remote {
  /** Number of cells that may wait for answers at the same time. */
  readonly parallel: number;
  /** Counters of an episode. They are reported beside the world's channels and never enter the reward. */
  readonly counts: readonly Channel[];
  /** Files that determine the agent's behaviour, by paths from the experiment's folder. Their contents are part of a run's key. */
  readonly inputs: readonly string[];
  /** Files that the agent writes, by paths from the experiment's folder. */
  readonly outputs: readonly string[];
  /** Whether the cost of its answers is known: prices are given, or the agent sends no requests. */
  readonly priced?: boolean;
  /** Throws a UserError where a run cannot begin: a key is not set, or a recording cannot be read or written. */
  ready(directory: string): void;
}

/**
 * Thrown by an agent that cannot continue for a reason outside the experiment: no server answers, or the answer cannot be read. The episode
 * ends there and counts as failed.
 */
export class EpisodeFailed extends Error {}

/** Part of every failure reason of an episode that failed because a server gave no answer. */
export const NO_ANSWER = "gave no answer: ";

/** Returns the error of an episode that failed because `asker` got no answer, as opposed to an unusable answer. */
export const unanswered = (asker: string, why: string): EpisodeFailed =>
  new EpisodeFailed(`${asker} ${NO_ANSWER}${why}`);
