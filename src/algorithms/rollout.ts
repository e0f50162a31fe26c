// What one network did in a stretch of play: its observations, draws, pay and values, step by step, for the seats it plays
// in every copy of the world. PPO, A2C and REINFORCE learn from it and forget it.

import { type NumericSpec, Status } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import type { ActorCritic } from "./actor-critic.ts";
import type { RewardScale } from "./reward-scale.ts";
import type { VectorEnvironment } from "./vector-environment.ts";

/** Whose play, and what is kept of it. */
export interface RolloutOptions {
  readonly spec: NumericSpec;
  readonly network: ActorCritic;
  readonly copies: number;
  /** Seats that the network plays. */
  readonly seats: readonly number[];
  /** Whether the critic sees everybody's observations. */
  readonly central: boolean;
  /** Steps that fit at first; more are made room for. */
  readonly steps: number;
  /** Scales pay as it comes; default none. */
  readonly scale?: RewardScale | undefined;
}

/** Entry t·rows + row of each table is step t of a row; a row is a seat in a copy. Later steps hold what was before. */
export interface RolloutTables {
  /** [entries × observationSize] */
  readonly observations: Float32Array;
  /** [entries × critic's inputs] */
  readonly critic: Float32Array;
  /** [entries × encoding] */
  readonly actions: Float32Array;
  readonly logProbabilities: Float32Array;
  readonly values: Float32Array;
  /** Values of where steps led, before any reset; not set where the world ended the episode. */
  readonly nextValues: Float64Array;
  readonly rewards: Float64Array;
  readonly status: Uint8Array;
}

/** A stretch of play that is being written. */
export interface Rollout {
  /** Copies times seats. */
  readonly rows: number;
  readonly tables: RolloutTables;
  /** Draws actions for every row at step t and writes them among everybody's. */
  act(world: VectorEnvironment, t: number, hand: Random, actions: Float64Array): void;
  /** Stores what step t paid and led to; `last` when learning follows. */
  receive(world: VectorEnvironment, t: number, last: boolean): void;
}

/** An empty rollout. */
export function rollout(options: RolloutOptions): Rollout {
  const { spec, network, copies, seats, central, scale } = options;
  const n = spec.agents.length;
  const O = spec.observationSize;
  const C = central ? n * O : O;
  const E = network.encoding;
  const rows = copies * seats.length;
  const make = (entries: number): RolloutTables => ({
    observations: new Float32Array(entries * O),
    critic: new Float32Array(entries * C),
    actions: new Float32Array(entries * E),
    logProbabilities: new Float32Array(entries),
    values: new Float32Array(entries),
    nextValues: new Float64Array(entries),
    rewards: new Float64Array(entries),
    status: new Uint8Array(entries),
  });
  let room = options.steps;
  let tables = make(room * rows);
  const grow = (): void => {
    const old = tables;
    room *= 2;
    tables = make(room * rows);
    tables.observations.set(old.observations);
    tables.critic.set(old.critic);
    tables.actions.set(old.actions);
    tables.logProbabilities.set(old.logProbabilities);
    tables.values.set(old.values);
    tables.nextValues.set(old.nextValues);
    tables.rewards.set(old.rewards);
    tables.status.set(old.status);
  };

  /** Rows of these seats out of a batch of everybody's observations. */
  const gather = (from: Float32Array, observations: Float32Array, critic: Float32Array): void => {
    for (let c = 0; c < copies; c++) {
      for (const [k, seat] of seats.entries()) {
        const row = c * seats.length + k;
        const at = (c * n + seat) * O;
        observations.set(from.subarray(at, at + O), row * O);
        critic.set(central ? from.subarray(c * n * O, (c + 1) * n * O) : from.subarray(at, at + O), row * C);
      }
    }
  };
  const later = { observations: new Float32Array(rows * O), critic: new Float32Array(rows * C) };

  return {
    rows,
    get tables() {
      return tables;
    },
    act(world, t, hand, actions) {
      if (t === room) grow();
      const first = t * rows;
      const observations = tables.observations.subarray(first * O, (first + rows) * O);
      const critic = tables.critic.subarray(first * C, (first + rows) * C);
      gather(world.observations, observations, critic);
      const { heads, values } = network.look(observations, critic, rows);
      for (let row = 0; row < rows; row++) {
        const at = first + row;
        const seat = seats[row % seats.length];
        tables.values[at] = values[row];
        tables.logProbabilities[at] = network.sample(heads, row, hand, tables.actions, at * E);
        const place = (Math.floor(row / seats.length) * n + seat) * spec.actionSize;
        network.decode(tables.actions, at * E, seat, actions, place);
      }
      // The value of where a step led is the next row's own; where an episode was cut off, receive has it already.
      if (t > 0) {
        for (let row = 0; row < rows; row++) {
          if (tables.status[first - rows + row] === Status.running) tables.nextValues[first - rows + row] = values[row];
        }
      }
    },
    receive(world, t, last) {
      const first = t * rows;
      let cutOff = false;
      for (let row = 0; row < rows; row++) {
        const copy = Math.floor(row / seats.length);
        tables.rewards[first + row] = world.pay[copy * n + seats[row % seats.length]];
        tables.status[first + row] = world.status[copy];
        if (world.status[copy] === Status.truncated) cutOff = true;
      }
      scale?.apply(tables.rewards, tables.status, first);
      if (!cutOff && !last) return;
      gather(cutOff ? mixed(world, n * O) : world.observations, later.observations, later.critic);
      const { values } = network.look(later.observations, later.critic, rows);
      for (let row = 0; row < rows; row++) {
        const status = tables.status[first + row];
        if (status === Status.truncated || (last && status === Status.running))
          tables.nextValues[first + row] = values[row];
      }
    },
  };
}

/** Everybody's observation after a step: of cut-off copies the last one of the episode, not the first of the next. */
function mixed(world: VectorEnvironment, width: number): Float32Array {
  const all = world.observations.slice();
  for (let c = 0; c < world.copies; c++) {
    if (world.status[c] !== Status.running)
      all.set(world.lastObservations.subarray(c * width, (c + 1) * width), c * width);
  }
  return all;
}
