// Profiles as numbers: one digit for each player, each with a base of its own, the last digit running fastest.

/** All rows of digits with digit k below `sizes[k]`, numbered from 0. */
export type MixedRadix = ReturnType<typeof mixedRadix>;

export function mixedRadix(sizes: readonly number[]) {
  const strides = new Array<number>(sizes.length).fill(1);
  for (let k = sizes.length - 2; k >= 0; k--) strides[k] = strides[k + 1] * sizes[k + 1];
  const digit = (index: number, place: number) => Math.floor(index / strides[place]) % sizes[place];
  return {
    sizes,
    /** How many rows there are: the product of the sizes. */
    count: sizes.reduce((a, b) => a * b, 1),
    /** Digit `place` of row `index`. */
    digit,
    /** The row that differs from row `index` in digit `place` alone. */
    replaced: (index: number, place: number, to: number) => index + (to - digit(index, place)) * strides[place],
    /** The row of these digits. */
    index(digits: ArrayLike<number>) {
      let sum = 0;
      for (let k = 0; k < sizes.length; k++) sum += digits[k] * strides[k];
      return sum;
    },
    /** The digits of a row, [sizes]. */
    digits: (index: number): number[] => sizes.map((_, place) => digit(index, place)),
  };
}
