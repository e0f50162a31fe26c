// Seats, and plans of agents that are not bound to a seat yet.

import type { Agent, Remote } from "./agent.ts";
import type { Channel } from "./channel.ts";
import type { AskingPlace, NumericEnvironment, NumericSpec } from "./environment.ts";
import type { Reward } from "./reward.ts";

/** Context that an agent is created with. */
export interface Seat extends AskingPlace {
  readonly spec: NumericSpec;
  /** One sentence about the world, for agents that read text. */
  readonly about?: string;
  /** The reward as a formula of channels, for agents that read text. */
  readonly pay?: string;
  /** Index among the agents. */
  readonly seat: number;
  /** Seed of the cell; absent for a trial seat. */
  readonly seed?: number;
  /** Makes a fresh copy of the world, for agents that plan on it. */
  makeEnvironment(): NumericEnvironment;
  /** Makes a fresh copy of the declared reward, for agents that plan on it. */
  makeReward(): Reward;
  /** One object for all parallel copies of the world in a training, as a key for what their agents share; absent elsewhere. */
  readonly together?: object;
  /** Returns the value of `key`, computed once per process for all seats and seeds of a variant. */
  memo<T>(key: string, compute: () => T): T;
}

/** An agent that is not bound to a seat yet. Throws a UserError where the world lacks what the agent needs. */
export interface AgentPlan {
  (seat: Seat): Agent;
  /** Present for agents that wait for a server or program, which takes time but no processor. */
  readonly remote?: Remote;
  /** Counters of an agent without `remote`, per episode. They are reported beside the world's channels and never enter the reward. */
  readonly counts?: readonly Channel[];
  /**
   * Files that determine the agent's behaviour, such as a program, by paths from the experiment's folder. Their contents, and those of the
   * files they import, are part of a run's key. Missing files are ignored.
   */
  readonly files?: readonly string[];
  /** Whether the reward can change the agent's behaviour; by default, whether it has `receive`. */
  readonly knowsPay?: boolean;
  /** Note for readers of its results in a world, as a sentence without a full stop; undefined where there is none. */
  readonly note?: (spec: NumericSpec) => string | undefined;
  /** Whether the world itself declares this player, as a reference for others. */
  readonly reference?: boolean;
  /** Makes an agent that follows known actions and returns their log-probabilities. Omitted by plans whose agents know none. */
  readonly follower?: (seat: Pick<Seat, "spec" | "seat" | "seed">) => Agent;
}
