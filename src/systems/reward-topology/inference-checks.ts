// Effective resistances held against what is known of them: edges in a row, edges side by side, and estimates that are drawn.

import { Random } from "../../core/random.ts";
import { factorised } from "../../math/linear-solve.ts";
import { inferenceResistance } from "./inference-network.ts";

/** Similarity that carries next to nothing, where a network is meant to have no such edge. */
const NONE = 1e13;

/** |resistance − known| of edges in a row and side by side. */
export function resistanceErrors(): { readonly series: number; readonly parallel: number } {
  const [a, b, c] = [0.7, 1.9, 0.4];
  const network = (similarity: readonly number[]) => ({
    ...{ similarity: Float64Array.from(similarity), answers: 3, labelled: 3, noise: c },
  });
  const row = network([0, a, NONE, a, 0, b, NONE, b, 0]);
  const beside = network([0, a, NONE, a, 0, NONE, NONE, NONE, 0]);
  return {
    series: Math.abs(inferenceResistance({ ...row, compared: [[], [], []] }, 0, 2) - (a + b)),
    parallel: Math.abs(inferenceResistance({ ...beside, compared: [[1], [0], []] }, 0, 1) - 1 / (1 / a + 1 / c)),
  };
}

const ANSWERS = 12;
const DRAWS = 100_000;

/** The variance of drawn least-squares estimates of one difference of rewards, over its effective resistance. */
export function drawnVarianceRatio(seed: number): number {
  const random = Random.of(seed, "drawn variance");
  const similarity = new Float64Array(ANSWERS * ANSWERS);
  const edges: { readonly a: number; readonly b: number; readonly variance: number }[] = [];
  for (let a = 0; a < ANSWERS; a++) {
    for (let b = 0; b < a; b++) {
      const variance = random.uniform(0.2, 3);
      similarity[a * ANSWERS + b] = variance;
      similarity[b * ANSWERS + a] = variance;
      edges.push({ a, b, variance });
    }
  }
  const noise = 0.3;
  const compared = Array.from({ length: ANSWERS }, (_, k) => [(k + ANSWERS / 2) % ANSWERS]);
  for (let k = 0; k < ANSWERS / 2; k++) edges.push({ a: k, b: k + ANSWERS / 2, variance: noise });
  const resistance = inferenceResistance({ similarity, answers: ANSWERS, labelled: ANSWERS, compared, noise }, 0, 1);
  const estimate = leastSquares(edges);
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw++) {
    const found = estimate(edges.map(({ variance }) => Math.sqrt(variance) * random.normal()));
    sum += found / DRAWS;
    squares += found ** 2 / DRAWS;
  }
  return (squares - sum ** 2) / resistance;
}

/** The weighted least-squares estimate of r₀ − r₁ from a measured difference r_a − r_b on each edge: its weights, by the normal equations. */
function leastSquares(edges: readonly { readonly a: number; readonly b: number; readonly variance: number }[]) {
  const normal = new Float64Array(ANSWERS * ANSWERS);
  for (const { a, b, variance } of edges) {
    for (const [i, j, sign] of [
      [a, a, 1],
      [b, b, 1],
      [a, b, -1],
      [b, a, -1],
    ]) {
      normal[i * ANSWERS + j] += sign / variance;
    }
  }
  // Rewards are known up to a constant: one that is added to all of them costs.
  for (let k = 0; k < normal.length; k++) normal[k] += 1;
  const solve = factorised(normal, ANSWERS);
  const direction = solve(Array.from({ length: ANSWERS }, (_, k) => (k === 0 ? 1 : k === 1 ? -1 : 0)));
  const weights = edges.map(({ a, b, variance }) => (direction[a] - direction[b]) / variance);
  return (measured: readonly number[]) => weights.reduce((all, weight, k) => all + weight * measured[k], 0);
}
