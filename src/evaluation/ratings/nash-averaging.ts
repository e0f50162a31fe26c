// Nash averaging (Balduzzi et al., 2018): a player is rated by its payoff against the maximum-entropy Nash equilibrium over opponents.
// Copies of a player, and opponents that all others beat, do not change the ratings.

import type { LinearPrograms } from "../../math/linear-program.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { logSumExp, softmax } from "../../math/softmax.ts";

export interface NashAverage {
  /** The maximum-entropy equilibrium, [players]. */
  readonly weights: Float64Array;
  /** Each player's payoff against the equilibrium, [players]: 0 for players in its support, negative for the others. */
  readonly ratings: Float64Array;
}

/**
 * The best response to each player and its payoff, in an antisymmetric game [players × players]. No player gains against the mixture of
 * `nashAverage`, so this payoff is the NashConv of the player and the mixture: 0 where no player beats it.
 */
export function mostExploiting(gains: Float64Array): { readonly exploited: Float64Array; readonly by: Int32Array } {
  const n = Math.sqrt(gains.length);
  const by = new Int32Array(n);
  for (let k = 0; k < n; k++) for (let j = 1; j < n; j++) if (gains[j * n + k] > gains[by[k] * n + k]) by[k] = j;
  return { by, exploited: Float64Array.from(by, (j, k) => gains[j * n + k]) };
}

/** A player is in an equilibrium's support where its weight exceeds this threshold. */
const SUPPORT = 1e-6;
const TOLERANCE = 1e-10;
const MOST_STEPS = 200;
/** Damping added to the curvature, because constraints may be linearly dependent. */
const DAMPING = 1e-10;

/**
 * Computes the maximum-entropy equilibrium of the antisymmetric game `gains` [players × players], row against column. Equilibria are {p ≥
 * 0, Σp = 1, A·p ≤ 0}. A linear program finds the players in the support of any equilibrium; Newton's method on the dual then maximises the
 * entropy.
 */
export function nashAverage(gains: Float64Array, programs: LinearPrograms): NashAverage {
  const n = Math.sqrt(gains.length);
  const players = Array.from({ length: n }, (_, k) => k);
  const support = supportOf(gains, players, programs);
  const among = players.filter((k) => support.has(k));
  // Players in the support of an equilibrium gain 0. The other players may gain at most 0; where this constraint is violated, it is added.
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

/** Players with positive weight in some equilibrium: in the cone of equilibria the number of weights that reach 1 is maximised. */
function supportOf(gains: Float64Array, players: readonly number[], programs: LinearPrograms): Set<number> {
  const n = players.length;
  const { x } = programs.optimum({
    sense: "maximise",
    // Variables: the weights, then for each a capped copy, at most the weight and at most 1.
    objective: [...players.map(() => 0), ...players.map(() => 1)],
    rows: [
      ...players.map((i) => ({ columns: players, values: gains.subarray(i * n, (i + 1) * n), upper: 0 })),
      ...players.map((i) => ({ columns: [n + i, i], values: [1, -1], upper: 0 })),
    ],
    upper: [...players.map(() => Number.POSITIVE_INFINITY), ...players.map(() => 1)],
  });
  return new Set(players.filter((k) => x[n + k] > SUPPORT));
}

/** The maximum-entropy mixture over `among` against which each of `rows` gains 0. */
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
