// Known numbers, of a paper or of its released code, beside those that were measured in their place.

import { type Bound, near } from "./bound.ts";
import { is, type Test } from "./claim.ts";

/**
 * Each number must be as near to the known one in its place as `tolerance` says; a function makes a bound of the known number.
 * A place that is null or past the end is not known, and its number is left out.
 */
export function matching(
  labels: readonly string[],
  measured: ArrayLike<number>,
  known: readonly (number | null)[],
  tolerance: number | ((known: number, place: number) => Bound),
): Test[] {
  if (known.length > Math.min(labels.length, measured.length)) throw new Error("more numbers are known than measured");
  const bound = typeof tolerance === "number" ? (x: number) => near(x, tolerance) : tolerance;
  return known.flatMap((x, k) => (x === null ? [] : [is(measured[k], bound(x, k), labels[k])]));
}

/** The largest distance between two numbers in the same place; NaN where the lists differ in length. */
export function largestGap(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = a.length === b.length ? 0 : Number.NaN;
  for (let k = 0; k < a.length; k++) largest = Math.max(largest, Math.abs(a[k] - b[k]));
  return largest;
}
