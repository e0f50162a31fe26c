// What solvers pass of problems that are like older ones, and of those that are not.

import { terciles } from "../../math/terciles.ts";

/**
 * Pass rates by terciles of similarity: of the most similar third, of the least similar third, the difference, the standard deviation between
 * solvers on the least similar third, and by how much it is less on the most similar one. `similarity` is [problems], `passes` [problems ×
 * solvers]. Undefined where similarities do not make three parts, or without two solvers.
 */
export function bySimilarity(
  similarity: ArrayLike<number>,
  passes: ArrayLike<number>,
  solvers: number,
): readonly number[] | undefined {
  const thirds = terciles(similarity);
  if (thirds === undefined || solvers < 2) return undefined;
  const [low, , high] = thirds.map((problems) =>
    Array.from({ length: solvers }, (_, s) => meanOf(problems.map((k) => passes[k * solvers + s]))),
  );
  const [similar, fresh] = [meanOf(high), meanOf(low)];
  return [similar, fresh, similar - fresh, deviationOf(low), deviationOf(low) - deviationOf(high)];
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Standard deviation of a sample. */
function deviationOf(values: readonly number[]): number {
  const middle = meanOf(values);
  return Math.sqrt(values.reduce((sum, x) => sum + (x - middle) ** 2, 0) / (values.length - 1));
}
