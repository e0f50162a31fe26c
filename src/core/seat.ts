// Seats, and agents before they take one.

import type { Agent, Remote } from "./agent.ts";
import type { Channel } from "./channel.ts";
import type { AskingPlace, NumericEnvironment, NumericSpec } from "./environment.ts";
import type { Reward } from "./reward.ts";

/** What an agent is told when it takes its seat. */
export interface Seat extends AskingPlace {
  readonly spec: NumericSpec;
  /** The world in a sentence, for agents that read. */
  readonly about?: string;
  /** What its agents are paid, as a formula of channels, for agents that read. */
  readonly pay?: string;
  /** Position among the agents. */
  readonly seat: number;
  /** The seed of the cell in which it plays; absent where it takes a seat for trial. */
  readonly seed?: number;
  /** A fresh copy of the world, for agents that plan on it. */
  makeEnvironment(): NumericEnvironment;
  /** A fresh copy of the declared reward, for agents that plan on it. */
  makeReward(): Reward;
  /** The same for all copies of a world that one training plays side by side, for what their agents share; absent elsewhere. */
  readonly together?: object;
  /** Computes `key` once for all seats and seeds of a variant in this process. */
  memo<T>(key: string, compute: () => T): T;
}

/** An agent before it takes its seat. Throws a UserError where the world lacks what the agent needs. */
export interface AgentPlan {
  (seat: Seat): Agent;
  /** Of agents that leave the thinking to others, which takes time but no processor. */
  readonly remote?: Remote;
  /** What an agent that asks no other counts in an episode: reported beside the world's channels, and never paid. */
  readonly counts?: readonly Channel[];
  /**
   * Paths from the experiment's folder of files that decide what it does, such as a program's: their contents, and what they import,
   * are part of a run's name. Those that are not there are passed over.
   */
  readonly files?: readonly string[];
  /** Whether what is paid can change what the agent does; by default, whether it is told its pay (`receive`). */
  readonly knowsPay?: boolean;
  /** What a reader of its figures must know of it in a world, as a sentence without a full stop; undefined where there is nothing. */
  readonly note?: (spec: NumericSpec) => string | undefined;
  /** Whether the world itself declares this player, as a mark that others are held against. */
  readonly reference?: boolean;
  /** Makes a player that is led along known actions and tells their chances; left out by plans whose players know none. */
  readonly follower?: (seat: Pick<Seat, "spec" | "seat" | "seed">) => Agent;
}
