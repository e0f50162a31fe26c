// Nash averaging (Balduzzi et al., 2018): a player is rated against the opponents that a best mixture of players would choose, so that copies
// of a player, and opponents that all others beat, change nothing.

import type { LinearPrograms } from "../../math/linear-program.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { logSumExp, softmax } from "../../math/softmax.ts";

export interface NashAverage {
  /** The equilibrium of largest entropy, [players]. */
  readonly weights: Float64Array;
  /** What each player gains against it, [players]: 0 for those that it plays, less for the others. */
  readonly ratings: Float64Array;
}

/**
 * Which player gains the most against each, and how much, of an antisymmetric game [players × players]. Against the mixture of `nashAverage`
 * no player gains, so that this is the NashConv of the player and the mixture: 0 where no player beats it.
 */
export function mostExploiting(gains: Float64Array): { readonly exploited: Float64Array; readonly by: Int32Array } {
  const n = Math.sqrt(gains.length);
  const by = new Int32Array(n);
  for (let k = 0; k < n; k++) for (let j = 1; j < n; j++) if (gains[j * n + k] > gains[by[k] * n + k]) by[k] = j;
  return { by, exploited: Float64Array.from(by, (j, k) => gains[j * n + k]) };
}

/** A player with less weight in every equilibrium is in none. */
const SUPPORT = 1e-6;
/** How much a constraint may be missed. */
const TOLERANCE = 1e-10;
const MOST_STEPS = 200;
/** Added to the curvature: constraints may depend on each other. */
const DAMPING = 1e-10;

/**
 * Of the antisymmetric game `gains` [players × players], row against column: the equilibria are {p ≥ 0, Σp = 1, A·p ≤ 0}. One linear
 * program finds the players of any equilibrium; Newton's method on the dual then finds the one of largest entropy.
 */
export function nashAverage(gains: Float64Array, programs: LinearPrograms): NashAverage {
  const n = Math.sqrt(gains.length);
  const players = Array.from({ length: n }, (_, k) => k);
  const support = supportOf(gains, players, programs);
  const among = players.filter((k) => support.has(k));
  // Players of an equilibrium are even with each of them; the others may gain nothing, which holds by itself or has to be asked for.
  const binding = new Set(among);
  const others = players.filter((k) => !support.has(k));
  for (;;) {
    const { mixture, multipliers } = mostEntropy(gains, n, among, [...binding]);
    const weights = new Float64Array(n);
    for (const [at, k] of among.entries()) weights[k] = mixture[at];
    const ratings = Float64Array.from(players, (i) =>
      players.reduce((sum, j) => sum + gains[i * n + j] * weights[j], 0),
    );
    const worst = others.reduce<number | undefined>(
      (most, k) => (!binding.has(k) && ratings[k] > (most === undefined ? 1e-7 : ratings[most]) ? k : most),
      undefined,
    );
    const slack = [...binding].find((k, at) => !support.has(k) && multipliers[at] < 0);
    if (worst !== undefined) binding.add(worst);
    else if (slack !== undefined) binding.delete(slack);
    else return { weights, ratings };
  }
}

/** Players with weight in some equilibrium: in the cone of equilibria, as many weights as possible reach 1. */
function supportOf(gains: Float64Array, players: readonly number[], programs: LinearPrograms): Set<number> {
  const n = players.length;
  const { x } = programs.optimum({
    sense: "maximise",
    // Weights, then what counts of each: no more than it, and no more than 1.
    objective: [...players.map(() => 0), ...players.map(() => 1)],
    rows: [
      ...players.map((i) => ({ columns: players, values: gains.subarray(i * n, (i + 1) * n), upper: 0 })),
      ...players.map((i) => ({ columns: [n + i, i], values: [1, -1], upper: 0 })),
    ],
    upper: [...players.map(() => Number.POSITIVE_INFINITY), ...players.map(() => 1)],
  });
  return new Set(players.filter((k) => x[n + k] > SUPPORT));
}

/** The mixture of `among` with the largest entropy that gives each of `rows` a gain of 0. */
function mostEntropy(gains: Float64Array, n: number, among: readonly number[], rows: readonly number[]) {
  const multipliers = new Float64Array(rows.length);
  const mixtureAt = (at: Float64Array) => {
    const logits = among.map((j) => -rows.reduce((sum, i, k) => sum + at[k] * gains[i * n + j], 0));
    return { value: logSumExp(logits), mixture: softmax(logits) };
  };
  let { mixture, value } = mixtureAt(multipliers);
  for (let step = 0; step < MOST_STEPS; step++) {
    const gain = rows.map((i) => among.reduce((sum, j, at) => sum + gains[i * n + j] * mixture[at], 0));
    if (gain.every((one) => Math.abs(one) < TOLERANCE)) break;
    const size = rows.length;
    const curvature = new Float64Array(size * size);
    for (const [a, i] of rows.entries()) {
      for (const [b, k] of rows.entries()) {
        const both = among.reduce((sum, j, at) => sum + mixture[at] * gains[i * n + j] * gains[k * n + j], 0);
        curvature[a * size + b] = both - gain[a] * gain[b] + (a === b ? DAMPING : 0);
      }
    }
    const direction = linearSolve(curvature, gain);
    let share = 1;
    for (let k = 0; k < 60; k++, share /= 2) {
      const next = mixtureAt(multipliers.map((x, at) => x + share * direction[at]));
      if (!(next.value <= value + 1e-15)) continue;
      ({ mixture, value } = next);
      break;
    }
    for (const [at, x] of direction.entries()) multipliers[at] += share * x;
  }
  return { mixture, multipliers };
}
