// The inverse of a growing sum of squares of vectors, without ever inverting: what ridge regression, bonuses and confidence need.

/** The inverse of C = λI + Σ φφᵀ with `ridge` λ > 0, of no vectors yet. None of its methods allocates. */
export function ellipse(dimension: number, ridge: number) {
  const inverse = new Float64Array(dimension * dimension);
  const u = new Float64Array(dimension);
  const clear = () => {
    inverse.fill(0);
    for (let k = 0; k < dimension; k++) inverse[k * dimension + k] = 1 / ridge;
  };
  /** C⁻¹ less scale·uuᵀ. */
  const shrink = (scale: number) => {
    for (let i = 0; i < dimension; i++) {
      if (u[i] === 0) continue;
      for (let j = 0; j < dimension; j++) inverse[i * dimension + j] -= scale * u[i] * u[j];
    }
  };
  clear();
  return {
    /** C⁻¹ [dimension × dimension]. */
    inverse,
    /** Forgets all vectors: C = λI. */
    clear,
    /** φᵀC⁻¹φ of the vector that begins at `at`, default 0. */
    square(features: ArrayLike<number>, at = 0) {
      let square = 0;
      for (let i = 0; i < dimension; i++) {
        let sum = 0;
        for (let j = 0; j < dimension; j++) sum += inverse[i * dimension + j] * features[at + j];
        square += sum * features[at + i];
      }
      return square;
    },
    /** φᵀC⁻¹φ with the C of before, then adds the vector that begins at `at`, default 0 (Sherman & Morrison, 1950). */
    add(features: ArrayLike<number>, at = 0) {
      let bonus = 0;
      for (let i = 0; i < dimension; i++) {
        let sum = 0;
        for (let j = 0; j < dimension; j++) sum += inverse[i * dimension + j] * features[at + j];
        u[i] = sum;
        bonus += sum * features[at + i];
      }
      shrink(1 / (1 + bonus));
      return bonus;
    },
    /** C ← γC + (1 − γ)λI: what was seen fades by γ, and the ridge stays. Costs as much as adding a vector for each dimension. */
    fade(gamma: number) {
      for (let k = 0; k < inverse.length; k++) inverse[k] /= gamma;
      const weight = (1 - gamma) * ridge;
      if (weight === 0) return;
      for (let k = 0; k < dimension; k++) {
        for (let i = 0; i < dimension; i++) u[i] = inverse[i * dimension + k];
        shrink(weight / (1 + weight * u[k]));
      }
      // What rounding leaves of asymmetry would grow by 1/γ each time: no rank-one update takes it away.
      for (let i = 0; i < dimension; i++)
        for (let j = 0; j < i; j++) inverse[j * dimension + i] = inverse[i * dimension + j];
    },
  };
}
