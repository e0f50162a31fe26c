// log Γ and its derivative ψ as expressions of jax-js, which has neither: Stirling's series, three steps further out.

import { np } from "./jax.ts";

/** Enough for four terms of the series; more would cost digits where the steps are taken back. */
const STEPS = 3;

/** log Γ(z), z ≥ 1, within 1e-5; consumes z. */
export function logGamma(z: np.Array): np.Array {
  const far = z.ref.add(STEPS);
  const inverse = np.reciprocal(far.ref);
  const square = np.square(inverse.ref);
  const tail = inverse.mul(square.ref.mul(square.mul(1 / 1260).sub(1 / 360)).add(1 / 12));
  return np
    .log(far.ref)
    .mul(far.ref.sub(0.5))
    .sub(far)
    .add(0.5 * Math.log(2 * Math.PI))
    .add(tail)
    .sub(np.log(rising(z)));
}

/** ψ(z) = d log Γ(z)/dz, z ≥ 1; consumes z. */
export function digamma(z: np.Array): np.Array {
  const far = z.ref.add(STEPS);
  const inverse = np.reciprocal(far.ref);
  const square = np.square(inverse.ref);
  const series = np
    .log(far)
    .sub(inverse.mul(0.5))
    .sub(square.ref.mul(square.ref.mul(square.mul(1 / 252).sub(1 / 120)).add(1 / 12)));
  let sum = series;
  for (let k = 0; k < STEPS; k++) sum = sum.sub(np.reciprocal(z.ref.add(k)));
  z.dispose();
  return sum;
}

/** z·(z + 1)·(z + 2): Γ(z + 3)/Γ(z). */
function rising(z: np.Array): np.Array {
  let product = z.ref;
  for (let k = 1; k < STEPS; k++) product = product.mul(z.ref.add(k));
  z.dispose();
  return product;
}
