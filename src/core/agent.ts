// Agents. An agent sees one seat's observation and writes one seat's action; it may be told its pay.

import type { Channel } from "./channel.ts";
import type { Random } from "./random.ts";
import type { Status } from "./status.ts";

/** How likely an agent found what was done, and how open the choice was to it, in nats. */
export interface Chance {
  /** ln of the probability of the action; of its density on [−1, 1] where actions are numbers in a box. */
  readonly logProbability: number;
  /** Of the distribution that the action was drawn from. */
  readonly entropy: number;
}

/** One seat's player. Methods may return a promise; those that do not keep the hot path free of awaits. */
export interface Agent {
  /** Begins an episode; `random` is the agent's own stream for it. */
  reset(random: Random): void | Promise<void>;
  /** Reads its observation and writes its action, [actionSize]. */
  act(observation: Float32Array, action: Float64Array): void | Promise<void>;
  /**
   * Takes a known action in the place of `act`, and moves on as if it had chosen it. Says the chance of the policy that was
   * trained, also where the player itself does not draw but takes the likeliest. Left out by agents that do not know chances.
   */
  follow?(observation: Float32Array, action: Float64Array): Chance;
  /**
   * Shown the whole state of the world and the last outcomes, [agents × channels], before it acts: for planners that search in copies,
   * to which the world is a known model. Both arrays are read only, and reused.
   */
  watch?(state: Float64Array, outcomes: Float64Array): void;
  /** Told what the last step paid and left the episode in. */
  receive?(pay: number, status: Status): void;
  /** What it has counted since its last reset, by the names of its plan's `counts` or of those of its `remote`; NaN where unknown. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Keys of what it has asked others since its last reset, as recordings have them. */
  readonly requests?: readonly string[];
  /** Frees what the agent holds (a child process). */
  close?(): void | Promise<void>;
}

/** An agent without memory: `act` writes its action from what it sees alone. */
export function memoryless(act: (observation: Float32Array, action: Float64Array) => void): Agent {
  return { reset() {}, act };
}

/** An agent without memory whose action is one number. */
export function reactive(choose: (observation: Float32Array) => number): Agent {
  return memoryless((observation, action) => {
    action[0] = choose(observation);
  });
}

/** What a run must know of agents that ask others. */
export interface Remote {
  /** Cells that may wait at the same time. */
  readonly parallel: number;
  /** What the agent counts in an episode; it is reported beside the world's channels, and never paid. */
  readonly counts: readonly Channel[];
  /** Files that decide what it does, by paths from the experiment's folder: their contents are part of a run's name. */
  readonly inputs: readonly string[];
  /** Files that it writes, by paths from the experiment's folder. */
  readonly outputs: readonly string[];
  /** Whether it is known what its answers cost: prices are given, or nothing is asked. */
  readonly priced?: boolean;
  /** Throws a UserError where a run could not begin: a key that is not set, a recording that cannot be read or written. */
  ready(directory: string): void;
}

/**
 * Thrown by an agent that cannot go on, through no fault of the experiment: no server answers, or the answer cannot be read. The
 * episode ends there and counts as failed.
 */
export class EpisodeFailed extends Error {}

/** What every reason holds for which an episode failed because a server gave no answer. */
export const NO_ANSWER = "gave no answer: ";

/** An episode that failed because a server gave no answer to `asker`, and not for what it answered. */
export const unanswered = (asker: string, why: string): EpisodeFailed =>
  new EpisodeFailed(`${asker} ${NO_ANSWER}${why}`);
