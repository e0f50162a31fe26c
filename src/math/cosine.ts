// How far two vectors point the same way.

/** a·b/(‖a‖·‖b‖) of vectors of one length; NaN where one of them is 0. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    ab += a[k] * b[k];
    aa += a[k] * a[k];
    bb += b[k] * b[k];
  }
  return ab / Math.sqrt(aa * bb);
}
