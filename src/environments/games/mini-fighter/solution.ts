// Exact solution of the mini-fighter: values and optimal mixtures of every state by backward induction.

import type { LinearPrograms } from "../../../math/linear-program.ts";
import { matrixEquilibrium } from "../../../math/matrix-game.ts";
import { ACTIONS, distanceAfter, FARTHEST, lossOf } from "./rules.ts";

const A = ACTIONS.length;
const DISTANCES = FARTHEST + 1;

/** A fight as a table of states from one player's view: own health, the other's health, distance and tick. */
export interface FightTable {
  /** Number of states, in ascending order of ticks. */
  readonly states: number;
  /** Initial state. */
  readonly start: number;
  /** Number of a non-terminal state. */
  stateOf(own: number, other: number, distance: number, tick: number): number;
  /** Components of a state number, the inverse of `stateOf`. */
  partsOf(state: number): {
    readonly own: number;
    readonly other: number;
    readonly distance: number;
    readonly tick: number;
  };
  /** The same state from the other player's view, [states]. */
  readonly mirror: Int32Array;
  /** Successor after own action a and the other's b, −1 where the fight is over, [states × A × A]. */
  readonly next: Int32Array;
  /** 1 where these actions win the fight, −1 where they lose it, and 0 otherwise, [states × A × A]. */
  readonly result: Float64Array;
}

/** Action probabilities in every state, from the acting player's view, [states × A]. */
export type FightPolicy = Float64Array;

/** Enumerates all states of fights with this health and number of ticks. */
export function fightTable(health: number, ticks: number): FightTable {
  const states = ticks * DISTANCES * health * health;
  const stateOf = (own: number, other: number, distance: number, tick: number): number =>
    ((tick * DISTANCES + distance) * health + own - 1) * health + other - 1;
  const partsOf = (state: number) => {
    const pair = state % (health * health);
    const place = (state - pair) / (health * health);
    const distance = place % DISTANCES;
    return {
      own: 1 + Math.floor(pair / health),
      other: 1 + (pair % health),
      distance,
      tick: (place - distance) / DISTANCES,
    };
  };
  const mirror = new Int32Array(states);
  const next = new Int32Array(states * A * A).fill(-1);
  const result = new Float64Array(states * A * A);
  for (let tick = 0; tick < ticks; tick++)
    for (let distance = 0; distance < DISTANCES; distance++)
      for (let own = 1; own <= health; own++)
        for (let other = 1; other <= health; other++) {
          const state = stateOf(own, other, distance, tick);
          mirror[state] = stateOf(other, own, distance, tick);
          for (let a = 0; a < A; a++)
            for (let b = 0; b < A; b++) {
              const mine = Math.max(0, own - lossOf(a, b, distance));
              const theirs = Math.max(0, other - lossOf(b, a, distance));
              const at = (state * A + a) * A + b;
              if (mine === 0 || theirs === 0 || tick + 1 === ticks) result[at] = Math.sign(mine - theirs);
              else next[at] = stateOf(mine, theirs, distanceAfter(distance, a, b), tick + 1);
            }
        }
  return { states, start: stateOf(health, health, FARTHEST, 0), stateOf, partsOf, mirror, next, result };
}

/** Values of all states, and an optimal mixture in each. */
export interface FightSolution {
  /** Value of each state, [states]. */
  readonly values: Float64Array;
  readonly policy: FightPolicy;
}

/** Backward induction with one matrix game per state; payoffs are the results 1, 0 and −1. */
export function solvedFight(table: FightTable, programs: LinearPrograms): FightSolution {
  const values = new Float64Array(table.states);
  const policy = new Float64Array(table.states * A);
  const gains = new Float64Array(A * A);
  for (let state = table.states - 1; state >= 0; state--) {
    for (let k = 0; k < A * A; k++) gains[k] = worth(table, values, state * A * A + k);
    const { value, row } = matrixEquilibrium(gains, A, programs);
    values[state] = value;
    policy.set(row, state * A);
  }
  return { values, policy };
}

const worth = ({ next, result }: FightTable, values: Float64Array, at: number): number =>
  next[at] < 0 ? result[at] : values[next[at]];
