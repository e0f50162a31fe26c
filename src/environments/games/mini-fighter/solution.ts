// The mini-fighter solved: every state of a fight, values and mixtures by backward induction, and exact best responses to any policy.

import type { LinearPrograms } from "../../../math/linear-program.ts";
import { matrixEquilibrium } from "../../../math/matrix-game.ts";
import { ACTIONS, distanceAfter, FARTHEST, lossOf } from "./rules.ts";

const A = ACTIONS.length;
const DISTANCES = FARTHEST + 1;

/** A fight as a table of states, each seen by one of the players: own health, the other's, distance and tick. */
export interface FightTable {
  /** Number of states; those of a later tick come later. */
  readonly states: number;
  /** The state in which every fight begins. */
  readonly start: number;
  /** The number of a state that is not over. */
  stateOf(own: number, other: number, distance: number, tick: number): number;
  /** What `stateOf` made a number of. */
  partsOf(state: number): {
    readonly own: number;
    readonly other: number;
    readonly distance: number;
    readonly tick: number;
  };
  /** The same state as the other player sees it, [states]. */
  readonly mirror: Int32Array;
  /** State after own action a and the other's b, −1 where the fight is over, [states × A × A]. */
  readonly next: Int32Array;
  /** 1 where the player has won by these actions, −1 where it has lost, and 0 otherwise, [states × A × A]. */
  readonly result: Float64Array;
}

/** Chances of actions in every state, seen by the player that acts, [states × A]. */
export type FightPolicy = Float64Array;

/** All states of fights with so much health and so many ticks. */
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

/** Values of all states and an optimal mixture in each. */
export interface FightSolution {
  /** [states] */
  readonly values: Float64Array;
  readonly policy: FightPolicy;
}

/** Backward induction, one matrix game for each state; its payoffs are results, 1, 0 and −1. */
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

/** Mean result of every state where the player of it plays `own` and the other `other`, [states]. */
export function fightValues(table: FightTable, own: FightPolicy, other: FightPolicy): Float64Array {
  return inducted(table, other, (worths, state) => {
    let sum = 0;
    for (let a = 0; a < A; a++) sum += own[state * A + a] * worths[a];
    return sum;
  });
}

/** Mean result of a fight between two policies, from the beginning: wins less defeats. */
export const fightValue = (table: FightTable, own: FightPolicy, other: FightPolicy): number =>
  fightValues(table, own, other)[table.start];

/** A policy without chance that does best against another in every state, and what it wins from the beginning. */
export function fightResponse(
  table: FightTable,
  against: FightPolicy,
): { readonly policy: FightPolicy; readonly value: number } {
  const policy = new Float64Array(table.states * A);
  const values = inducted(table, against, (worths, state) => {
    let best = 0;
    for (let a = 1; a < A; a++) if (worths[a] > worths[best] + TIE) best = a;
    policy[state * A + best] = 1;
    return worths[best];
  });
  return { policy, value: values[table.start] };
}

/** Worths that are nearer than this are equal, and the first action is taken. */
const TIE = 1e-12;

/** What the best answer to a policy wins: the game's value is 0, so that this is 0 at an equilibrium and 1 where an answer always wins. */
export const fightExploitability = (table: FightTable, policy: FightPolicy): number =>
  fightResponse(table, policy).value;

/** Values from the last tick to the first; `choose` is given the worth of each action against `other`. */
function inducted(
  table: FightTable,
  other: FightPolicy,
  choose: (worths: Float64Array, state: number) => number,
): Float64Array {
  const values = new Float64Array(table.states);
  const worths = new Float64Array(A);
  for (let state = table.states - 1; state >= 0; state--) {
    const row = table.mirror[state] * A;
    for (let a = 0; a < A; a++) {
      worths[a] = 0;
      for (let b = 0; b < A; b++) {
        const chance = other[row + b];
        if (chance > 0) worths[a] += chance * worth(table, values, (state * A + a) * A + b);
      }
    }
    values[state] = choose(worths, state);
  }
  return values;
}

/**
 * One policy for a mixture of several: their actions in a state, weighed by each one's weight and its OWN chance of coming there, summed over
 * the other's actions. On states that several histories reach it is an approximation of drawing one policy for each fight.
 */
export function mixedByReach(
  table: FightTable,
  policies: readonly FightPolicy[],
  weights: ArrayLike<number>,
): FightPolicy {
  const mixed = new Float64Array(table.states * A);
  const total = new Float64Array(table.states);
  for (const [k, policy] of policies.entries()) {
    if (weights[k] <= 0) continue;
    const reach = ownReach(table, policy);
    for (let state = 0; state < table.states; state++) {
      const weight = weights[k] * reach[state];
      total[state] += weight;
      for (let a = 0; a < A; a++) mixed[state * A + a] += weight * policy[state * A + a];
    }
  }
  for (let state = 0; state < table.states; state++) {
    // Where none of them comes, every action is as likely.
    for (let a = state * A; a < (state + 1) * A; a++) mixed[a] = total[state] > 0 ? mixed[a] / total[state] : 1 / A;
  }
  return mixed;
}

/** A policy's own share of the chance of coming to each state, where the other does anything, [states]. */
function ownReach({ states, start, next }: FightTable, policy: FightPolicy): Float64Array {
  const reach = new Float64Array(states);
  reach[start] = 1;
  for (let state = 0; state < states; state++) {
    if (reach[state] === 0) continue;
    for (let a = 0; a < A; a++) {
      const flow = (reach[state] * policy[state * A + a]) / A;
      for (let b = 0; flow > 0 && b < A; b++) {
        const after = next[(state * A + a) * A + b];
        if (after >= 0) reach[after] += flow;
      }
    }
  }
  return reach;
}

/** The same chances of actions in every state; all alike where none are given. */
export const sameEverywhere = ({ states }: FightTable, chances?: ArrayLike<number>): FightPolicy =>
  Float64Array.from({ length: states * A }, (_, at) => chances?.[at % A] ?? 1 / A);
