// From the return of whole episodes to a reward of single steps: the table whose sums match the returns best.

import { linearSolve } from "../../math/linear-solve.ts";

/** An episode as the entries it passed, one for each step, and what it returned in the end. */
export interface EpisodeReturn {
  /** Entry of the reward table at each step: state × actions + action. */
  readonly entries: ArrayLike<number>;
  readonly return: number;
}

/**
 * The reward [size] that minimises Σ_episodes (Σ_t r(s_t, a_t) − R)² + λ|r|² (least-squares return decomposition: Efroni
 * et al., arXiv 2002.05138 sec. 3; RUDDER, arXiv 1806.07857, learns the same with a network). Solved as r = Xᵀ(XXᵀ + λI)⁻¹R, which
 * suits fewer episodes than entries; λ = `ridge` > 0.
 */
export function decomposeReturns(episodes: readonly EpisodeReturn[], size: number, ridge: number): Float64Array {
  const counts = episodes.map(({ entries }) => {
    const row = new Float64Array(size);
    for (let k = 0; k < entries.length; k++) row[entries[k]] += 1;
    return row;
  });
  const n = counts.length;
  const gram = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? ridge : 0;
      for (let k = 0; k < size; k++) sum += counts[i][k] * counts[j][k];
      gram[i * n + j] = sum;
      gram[j * n + i] = sum;
    }
  }
  const returns = episodes.map((episode) => episode.return);
  const weights = linearSolve(gram, returns);
  return new Float64Array(size).map((_, k) => counts.reduce((sum, row, i) => sum + weights[i] * row[k], 0));
}
