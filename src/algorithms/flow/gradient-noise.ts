// How much gradients of equal batches differ, beside what they have in common.

/** A meter of gradients of `size` numbers. */
export function batchNoise(size: number) {
  const sum = new Float64Array(size);
  let [squares, count] = [0, 0];
  return {
    add(gradient: ArrayLike<number>): void {
      for (let k = 0; k < size; k++) {
        sum[k] += gradient[k];
        squares += gradient[k] * gradient[k];
      }
      count += 1;
    },
    /**
     * Variance of a gradient over the squared length of its expectation, E‖g − E g‖²/‖E g‖². From n gradients the squared length is ‖ḡ‖² less
     * its share of noise, variance/n; where that leaves less than a tenth of ‖ḡ‖², the tenth is taken. 0 where
     * all gradients are nothing.
     */
    noise(): number {
      let length = 0;
      for (let k = 0; k < size; k++) length += (sum[k] / count) ** 2;
      if (squares === 0) return 0;
      const variance = (squares - count * length) / (count - 1);
      return variance / Math.max(length / 10, length - variance / count);
    },
  };
}
