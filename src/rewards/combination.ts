// Several numbers as one: the sum, the mean, and the kinesthetic combination, in which every part must be good at once.

/** How parts become one number. */
export type Combination = keyof typeof combinations;

/** Each is given at least one number. */
export const combinations = {
  sum: (values: ArrayLike<number>): number => {
    let total = 0;
    for (let k = 0; k < values.length; k++) total += values[k];
    return total;
  },
  mean: (values: ArrayLike<number>): number => combinations.sum(values) / values.length,
  kinesthetic,
} as const;

/**
 * sgn·(Π|R_i|)^(1/n), the geometric mean of the sizes, where sgn is 1 if every R_i > 0 and −1 otherwise (KRC of Lucy-SKG, arXiv
 * 2305.15801, eq. 2). One part of 0 makes it 0, and an even number of negative parts is negative all the same.
 */
export function kinesthetic(values: ArrayLike<number>): number {
  let logarithms = 0;
  let sign = 1;
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) return 0;
    if (values[k] < 0) sign = -1;
    logarithms += Math.log(Math.abs(values[k]));
  }
  return sign * Math.exp(logarithms / values.length);
}
