// The largest of a few numbers that stand side by side in an array.

/** The largest of `count` ≥ 1 numbers from `from` on. */
export function largest(values: ArrayLike<number>, from: number, count: number): number {
  let most = values[from];
  for (let k = from + 1; k < from + count; k++) if (values[k] > most) most = values[k];
  return most;
}

/** Where it stands among them, 0 … count − 1; of equals the first. */
export function largestAt(values: ArrayLike<number>, from: number, count: number): number {
  let best = 0;
  for (let k = 1; k < count; k++) if (values[from + k] > values[from + best]) best = k;
  return best;
}
