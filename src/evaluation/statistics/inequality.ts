// How evenly something is shared among agents.

/** Gini coefficient of non-negative amounts, in [0, 1 − 1/n]; 0 when all have the same, NaN where one is negative. */
export function gini(amounts: ArrayLike<number>): number {
  const sorted = Float64Array.from(amounts).sort();
  const n = sorted.length;
  if (n === 0 || sorted[0] < 0) return Number.NaN;
  let weighted = 0;
  let total = 0;
  for (let i = 0; i < n; i++) {
    weighted += (2 * (i + 1) - n - 1) * sorted[i];
    total += sorted[i];
  }
  return total === 0 ? 0 : weighted / (n * total);
}

/** Jain's fairness index (Σr)² / (n·Σr²) (Jain, Chiu & Hawe, 1984); 1 when all have the same. */
export function jain(amounts: ArrayLike<number>): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < amounts.length; i++) {
    sum += amounts[i];
    squares += amounts[i] ** 2;
  }
  return squares === 0 ? 1 : sum ** 2 / (amounts.length * squares);
}
