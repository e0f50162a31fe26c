// What one network did in a stretch of play: its observations, draws, pay and values, step by step, for the seats it plays
// in every copy of the world. PPO, A2C and REINFORCE learn from it and forget it.

import { type NumericSpec, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { VectorEnvironment } from "../../play/vector-environment.ts";
import type { RewardScale } from "../reward-scale.ts";
import { decodeAction } from "./action-head.ts";
import type { ActorCritic } from "./actor-critic.ts";

/** Whose play, and what is kept of it. */
export interface RolloutOptions {
  readonly spec: NumericSpec;
  readonly network: ActorCritic;
  /** Identity of each row: copy · agents + seat. The caller may change it where new episodes begin. */
  readonly places: Int32Array;
  /** Whether the critic sees the observations of all seats. */
  readonly central: boolean;
  /** Steps that fit at first; more are made room for. */
  readonly steps: number;
  /** Target of each of the network's value functions: its reward, and the running scale of that reward. */
  readonly streams: readonly PayStream[];
}

export interface PayStream {
  /** Place among the world's further rewards; undefined for the pay itself. */
  readonly further?: number | undefined;
  readonly scale?: RewardScale | undefined;
}

/** Predictions of one value function and the rewards that followed, [entries] each. */
export interface ValueTables {
  readonly values: Float32Array;
  /** Values of where steps led, before any reset; not set where the world ended the episode. */
  readonly nextValues: Float64Array;
  readonly rewards: Float64Array;
}

/** Observations and actions of every step. */
export interface PlayedSteps {
  /** [entries × observationSize] */
  readonly observations: Float32Array;
  /** [entries × critic's inputs] */
  readonly critic: Float32Array;
  /** [entries × encoding] */
  readonly actions: Float32Array;
}

/** Entry t·rows + row of each table is step t of a row; a row is a seat in a copy. Later steps hold what was before. */
export interface RolloutTables extends PlayedSteps {
  readonly logProbabilities: Float32Array;
  /** One for each value function. */
  readonly heads: readonly ValueTables[];
  /** [entries × memorySize], what the networks remembered before the step. */
  readonly memory: Float32Array;
  /** 0 where the step is an episode's first, else 1. */
  readonly keep: Float32Array;
  readonly status: Uint8Array;
}

/** A stretch of play that is being written. */
export type NetworkRollout = ReturnType<typeof rollout>;

export function rollout(options: RolloutOptions) {
  const { spec, network, places, central, streams } = options;
  const { head, memorySize: M } = network;
  const n = spec.agents.length;
  const O = spec.observationSize;
  const C = central ? n * O : O;
  const E = head.encoding;
  const K = streams.length;
  const rows = places.length;
  let room = options.steps;
  const widths = { O, C, E, M, K };
  let tables = empty(room * rows, widths);
  /** Present memory, and whether the next step is an episode's first. */
  const memory = new Float32Array(rows * M);
  const keep = new Float32Array(rows);

  const grow = (): void => {
    room *= 2;
    const larger = empty(room * rows, widths);
    copyTables(tables, larger);
    tables = larger;
  };

  /** These rows out of a batch of all seats' observations. */
  const gather = (from: Float32Array, observations: Float32Array, critic: Float32Array): void => {
    for (let row = 0; row < rows; row++) {
      const place = places[row];
      for (let j = 0; j < O; j++) observations[row * O + j] = from[place * O + j];
      const start = central ? (place - (place % n)) * O : place * O;
      for (let j = 0; j < C; j++) critic[row * C + j] = from[start + j];
    }
  };
  const later = { observations: new Float32Array(rows * O), critic: new Float32Array(rows * C) };

  return {
    /** Whose play it is. */
    network,
    rows,
    get tables() {
      return tables;
    },
    /** New episodes begin in every copy. */
    begin() {
      memory.fill(0);
      keep.fill(0);
    },
    /** Draws actions for every row at step t and writes them among those of all seats. */
    act(world: VectorEnvironment, t: number, hand: Random, actions: Float64Array) {
      if (t === room) grow();
      const first = t * rows;
      const observations = tables.observations.subarray(first * O, (first + rows) * O);
      const critic = tables.critic.subarray(first * C, (first + rows) * C);
      gather(world.observations, observations, critic);
      tables.memory.set(memory, first * M);
      tables.keep.set(keep, first);
      const seen = network.look(observations, critic, memory, rows);
      for (let row = 0; row < rows; row++) {
        const at = first + row;
        for (let k = 0; k < K; k++) tables.heads[k].values[at] = seen.values[row * K + k];
        const { actions: drawn, logProbabilities } = tables;
        logProbabilities[at] = head.sample(seen.heads, row * head.outputs, network.spread, hand, drawn, at * E);
        decodeAction(spec, places[row] % n, drawn, at * E, actions, places[row] * spec.actionSize);
      }
      // The value of where a step led is the next row's own; where an episode was cut off, receive has it already.
      for (let row = 0; row < rows && t > 0; row++) {
        if (tables.status[first - rows + row] !== Status.running) continue;
        for (let k = 0; k < K; k++) tables.heads[k].nextValues[first - rows + row] = seen.values[row * K + k];
      }
      memory.set(seen.memory);
    },
    /** Stores what step t paid and led to; `last` when learning follows. */
    receive(world: VectorEnvironment, t: number, last: boolean) {
      const first = t * rows;
      let cutOff = false;
      for (let row = 0; row < rows; row++) {
        const copy = Math.floor(places[row] / n);
        for (let k = 0; k < K; k++) {
          const { further } = streams[k];
          const pay = further === undefined ? world.pay : world.further[further];
          tables.heads[k].rewards[first + row] = pay[places[row]];
        }
        tables.status[first + row] = world.status[copy];
        if (world.status[copy] === Status.truncated) cutOff = true;
      }
      for (let k = 0; k < K; k++) streams[k].scale?.apply(tables.heads[k].rewards, tables.status, first);
      if (cutOff || last) {
        gather(cutOff ? mixed(world, n * O) : world.observations, later.observations, later.critic);
        const { values } = network.look(later.observations, later.critic, memory, rows);
        for (let row = 0; row < rows; row++) {
          const status = tables.status[first + row];
          if (status !== Status.truncated && !(last && status === Status.running)) continue;
          for (let k = 0; k < K; k++) tables.heads[k].nextValues[first + row] = values[row * K + k];
        }
      }
      for (let row = 0; row < rows; row++) {
        const running = tables.status[first + row] === Status.running;
        keep[row] = running ? 1 : 0;
        if (!running) memory.fill(0, row * M, (row + 1) * M);
      }
    },
  };
}

/** `entries` of zeros; widths are of an observation, a critic's view, an action, a memory and the value functions. */
function empty(
  entries: number,
  { O, C, E, M, K }: Readonly<Record<"O" | "C" | "E" | "M" | "K", number>>,
): RolloutTables {
  return {
    observations: new Float32Array(entries * O),
    critic: new Float32Array(entries * C),
    actions: new Float32Array(entries * E),
    logProbabilities: new Float32Array(entries),
    heads: Array.from({ length: K }, () => ({
      values: new Float32Array(entries),
      nextValues: new Float64Array(entries),
      rewards: new Float64Array(entries),
    })),
    memory: new Float32Array(entries * M),
    keep: new Float32Array(entries),
    status: new Uint8Array(entries),
  };
}

function copyTables(from: RolloutTables, to: RolloutTables): void {
  for (const name of ["observations", "critic", "actions", "logProbabilities", "memory", "keep"] as const)
    to[name].set(from[name]);
  to.status.set(from.status);
  for (const [k, { values, nextValues, rewards }] of from.heads.entries()) {
    to.heads[k].values.set(values);
    to.heads[k].nextValues.set(nextValues);
    to.heads[k].rewards.set(rewards);
  }
}

/** All seats' observations after a step: of cut-off copies the last one of the episode, not the first of the next. */
function mixed(world: VectorEnvironment, width: number): Float32Array {
  const all = world.observations.slice();
  for (let c = 0; c < world.copies; c++) {
    if (world.status[c] !== Status.running)
      all.set(world.lastObservations.subarray(c * width, (c + 1) * width), c * width);
  }
  return all;
}
