// Maps from one space of vectors to another of the same size, such as from vectors of texts to those of pictures: by optimal transport between
// two sets of which no two members are known to belong together, by the moments of both, or by regression on pairs.

import { factorised } from "./linear-solve.ts";
import { momentsOf } from "./moments.ts";
import { sinkhorn } from "./sinkhorn.ts";
import { softmax } from "./softmax.ts";

/** Writes where a vector of one space lies in the other. */
export type VectorMap = (from: ArrayLike<number>, into: Float64Array) => void;

/** Rounds of scaling, and the masses' error at which they end. */
const [ROUNDS, TOLERANCE] = [2000, 1e-3];

/**
 * The entropic map of optimal transport under squared distance between the rows of `from` and of `to`, each [n × size], whose means are laid on
 * each other first: T(y) = Σ_j w_j·x_j with w_j ∝ exp(g_j − ‖y − x_j‖²/ε), for the potentials ε·g of the columns (Pooladian & Niles-Weed, arXiv
 * 2109.12004). ε is `entropy` times the mean cost. With ε → 0 it is the gradient of a convex function, so that it undoes a shift and a
 * stretch, and no turn.
 */
export function transportMap(from: Float64Array, to: Float64Array, size: number, entropy: number): VectorMap {
  const [here, there] = [momentsOf(from, size).mean, momentsOf(to, size).mean];
  const columns = to.length / size;
  const costsOf = (y: ArrayLike<number>, at: number): Float64Array =>
    Float64Array.from({ length: columns }, (_, j) => {
      let square = 0;
      for (let k = 0; k < size; k++) square += (y[at + k] - here[k] - to[j * size + k] + there[k]) ** 2;
      return square;
    });
  const costs = Array.from({ length: from.length / size }, (_, i) => costsOf(from, i * size));
  const mean = costs.reduce((sum, row) => sum + row.reduce((a, b) => a + b, 0) / columns, 0) / costs.length;
  const epsilon = entropy * Math.max(mean, Number.MIN_VALUE);
  const { scaling } = sinkhorn(costs, epsilon, { tolerance: TOLERANCE, mostRounds: ROUNDS });
  return (y, into) => {
    const weights = costsOf(y, 0).map((cost, j) => scaling[j] - cost / epsilon);
    softmax(weights);
    into.fill(0);
    for (const [j, weight] of weights.entries()) for (let k = 0; k < size; k++) into[k] += weight * to[j * size + k];
  };
}

/** Lays the mean and the deviation of each number of `from` on those of `to`: m₂ + (s₂/s₁)·(y − m₁), and m₂ where s₁ is 0. */
export function momentMap(from: Float64Array, to: Float64Array, size: number): VectorMap {
  const [here, there] = [momentsOf(from, size), momentsOf(to, size)];
  const ratios = Float64Array.from({ length: size }, (_, k) => {
    const [own, other] = [here.covariance[k * size + k], there.covariance[k * size + k]];
    return own > 0 ? Math.sqrt(other / own) : 0;
  });
  return (y, into) => {
    for (let k = 0; k < size; k++) into[k] = there.mean[k] + ratios[k] * (y[k] - here.mean[k]);
  };
}

/** The affine map with the least squared error on pairs of rows, with `ridge` on its matrix in units of the mean variance. */
export function regressionMap(from: Float64Array, to: Float64Array, size: number, ridge: number): VectorMap {
  const [here, there] = [momentsOf(from, size), momentsOf(to, size).mean];
  const rows = from.length / size;
  const own = Float64Array.from(here.covariance);
  let trace = 0;
  for (let k = 0; k < size; k++) trace += own[k * size + k];
  for (let k = 0; k < size; k++) own[k * size + k] += (ridge * trace) / size + Number.EPSILON;
  const solve = factorised(own, size);
  // Column c of the map: what number c of the other space is by the numbers of this one.
  const maps = Array.from({ length: size }, (_, c) => {
    const crossed = new Float64Array(size);
    for (let row = 0; row < rows; row++) {
      const apart = (to[row * size + c] - there[c]) / Math.max(1, rows - 1);
      for (let k = 0; k < size; k++) crossed[k] += (from[row * size + k] - here.mean[k]) * apart;
    }
    return solve(crossed);
  });
  return (y, into) => {
    for (const [c, map] of maps.entries()) {
      into[c] = there[c];
      for (let k = 0; k < size; k++) into[c] += map[k] * (y[k] - here.mean[k]);
    }
  };
}
