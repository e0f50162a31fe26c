// Who acts. An agent sees one seat's observation and writes one seat's action; it may be told its pay.

import type { NumericEnvironment, NumericSpec, Status } from "./environment.ts";
import type { Random } from "./random.ts";
import type { Reward } from "./reward.ts";

/** What an agent is told when it takes its seat. */
export interface Seat {
  readonly spec: NumericSpec;
  /** Position among the agents. */
  readonly seat: number;
  /** A fresh copy of the world, for agents that plan on it. */
  makeEnvironment(): NumericEnvironment;
  /** A fresh copy of the declared reward, for agents that plan on it. */
  makeReward(): Reward;
  /** Computes `key` once for all seats and seeds of a variant in this process. */
  memo<T>(key: string, compute: () => T): T;
  /** Directory that relative paths in the agent's parameters start from. */
  readonly directory: string;
}

/** One seat's player. Methods may return a promise; those that do not keep the hot path free of awaits. */
export interface Agent {
  /** Begins an episode; `random` is the agent's own stream for it. */
  reset(random: Random): void | Promise<void>;
  /** Reads its observation and writes its action, [actionSize]. */
  act(observation: Float32Array, action: Float64Array): void | Promise<void>;
  /** Told what the last step paid and left the episode in. */
  receive?(pay: number, status: Status): void;
  /** Frees what the agent holds (a child process). */
  close?(): void | Promise<void>;
}

/** An agent before it takes its seat. Throws a UserError where the world lacks what the agent needs. */
export type AgentPlan = (seat: Seat) => Agent;
