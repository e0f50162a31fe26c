// The inverse of a negative definite matrix that is known only by its products: a truncated Neumann series.

/**
 * η·Σ_{i=0..terms} (I + ηH)^i b, which tends to −H⁻¹b when every eigenvalue of I + ηH lies within the unit circle: for a
 * symmetric negative definite H, when the step η is below 2/‖H‖. `product` is x → Hx; it is called `terms` times and may
 * return the same array each time. The error shrinks by the spectral radius of I + ηH with every term.
 */
export function neumannSeries(
  product: (x: Float64Array) => Float64Array,
  b: ArrayLike<number>,
  step: number,
  terms: number,
): Float64Array {
  const term = Float64Array.from(b);
  const sum = Float64Array.from(b);
  for (let i = 0; i < terms; i++) {
    const moved = product(term);
    for (let k = 0; k < term.length; k++) {
      term[k] += step * moved[k];
      sum[k] += term[k];
    }
  }
  for (let k = 0; k < sum.length; k++) sum[k] *= step;
  return sum;
}
