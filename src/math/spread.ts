// When values differ: a mean of equal numbers is rounded, and what is left of them is not 0. Whether there is a spread is decided by the
// values themselves, against their size.

/** Part of the largest value within which values are the same: some forty roundings of a number. */
const ROUNDING = 1e-14;

/** Whether no two values differ by more than rounding; so of one value, and of none. */
export function areLevel(values: ArrayLike<number>): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < values.length; k++) {
    if (values[k] < low) low = values[k];
    if (values[k] > high) high = values[k];
    if (Number.isNaN(values[k])) return false;
  }
  return !(high - low > ROUNDING * Math.max(Math.abs(low), Math.abs(high)));
}

/** Part of the largest value below which a deviation may be what is left of sums and their roundings. */
const SUMMED = 1e-12;

/** Whether a deviation of computed values is none; `size` is the largest of the values that it was computed from, without its sign. */
export const isNoSpread = (deviation: number, size: number): boolean => !(deviation > SUMMED * size);

/** Part of the largest value within which two results of a fit are one: fits end at about this. */
const FITTED = 1e-9;

/** The size of fitted values, for `areOne`: the largest, without NaN. */
export function sizeOf(values: ArrayLike<number>): number {
  let size = 0;
  for (let k = 0; k < values.length; k++) size = Math.max(size, Math.abs(values[k]) || 0);
  return size;
}

/** Whether two fitted values among others of this size are one value. */
export const areOne = (a: number, b: number, size: number): boolean => Math.abs(a - b) <= FITTED * size;
