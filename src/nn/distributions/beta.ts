// Beta distributions scaled to [−1, 1]: a policy whose samples never leave their box (Chou, Maturana & Scherer, ICML 2017). Both parameters
// are above 1, so that the density has a single mode in the interior.

import { dbeta, lbeta, digamma as slopeOfLogGamma } from "lib-r-math.js";
import type { Chance } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { drawBeta } from "../../math/beta-draw.ts";
import { nn, np } from "../jax.ts";

/** Argument shift before four terms of the asymptotic series are used; a larger shift would lose digits when it is undone. */
const STEPS = 3;

/** Logarithm of the gamma function, log Γ(z), z ≥ 1, within 1e-5; consumes z. */
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

/** Digamma function ψ(z) = d log Γ(z)/dz, z ≥ 1; consumes z. */
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

/** Rising factorial z·(z + 1)·(z + 2) = Γ(z + 3)/Γ(z). */
function rising(z: np.Array): np.Array {
  let product = z.ref;
  for (let k = 1; k < STEPS; k++) product = product.mul(z.ref.add(k));
  z.dispose();
  return product;
}

/** Distance of samples from the ends, where the density is 0. */
const EDGE = 1e-6;

/** A distribution parameter from a network output: 1 + log(1 + eˣ). */
function parameter(x: number): number {
  return 1 + Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}

/**
 * Samples `n` numbers in (−1, 1) into `into` and returns their joint log-density. Network outputs for all α, then all β, start at index
 * `at`.
 */
export function sampleBeta(
  outputs: ArrayLike<number>,
  at: number,
  n: number,
  random: Random,
  into: Float32Array | Float64Array,
  intoAt: number,
): number {
  let logDensity = 0;
  for (let k = 0; k < n; k++) {
    const alpha = parameter(outputs[at + k]);
    const beta = parameter(outputs[at + n + k]);
    const x = Math.min(1 - EDGE, Math.max(EDGE, drawBeta(alpha, beta, random)));
    into[intoAt + k] = 2 * x - 1;
    logDensity += dbeta(x, alpha, beta, undefined, true) - Math.LN2;
  }
  return logDensity;
}

/** Joint log-density of `values`, numbers in [−1, 1], and the entropy; outputs are all α, then all β. */
export function betaChance(outputs: ArrayLike<number>, values: ArrayLike<number>): Chance {
  let logProbability = 0;
  let entropy = 0;
  const n = values.length;
  for (let k = 0; k < n; k++) {
    const a = parameter(outputs[k]);
    const b = parameter(outputs[n + k]);
    const x = Math.min(1 - EDGE, Math.max(EDGE, (values[k] + 1) / 2));
    logProbability += dbeta(x, a, b, undefined, true) - Math.LN2;
    const slopes = (a - 1) * slopeOfLogGamma(a) + (b - 1) * slopeOfLogGamma(b) - (a + b - 2) * slopeOfLogGamma(a + b);
    entropy += lbeta(a, b) - slopes + Math.LN2;
  }
  return { logProbability, entropy };
}

/** Writes the modes, (α − 1)/(α + β − 2) scaled to [−1, 1], to `into`. */
export function modeBeta(outputs: ArrayLike<number>, at: number, n: number, into: Float32Array): void {
  for (let k = 0; k < n; k++) {
    const above = parameter(outputs[at + k]) - 1;
    into[k] = (2 * above) / (above + parameter(outputs[at + n + k]) - 1) - 1;
  }
}

/**
 * Log-densities and entropies of a batch. `outputs` [batch × 2n] and `values` [batch × n] within (−1, 1) are consumed; both
 * results are [batch].
 */
export function beta(outputs: np.Array, values: np.Array): { logProbability: np.Array; entropy: np.Array } {
  const [first, second] = np.split(nn.softplus(outputs).add(1), 2, 1);
  const total = first.ref.add(second.ref);
  // log B(α, β), plus log 2 because the interval has length two.
  const scale = logGamma(first.ref).add(logGamma(second.ref)).sub(logGamma(total.ref)).add(Math.LN2);
  const x = np.clip(values.add(1).mul(0.5), EDGE, 1 - EDGE);
  const logDensity = first.ref
    .sub(1)
    .mul(np.log(x.ref))
    .add(second.ref.sub(1).mul(np.log(np.subtract(1, x))))
    .sub(scale.ref);
  const entropy = scale
    .sub(first.ref.sub(1).mul(digamma(first)))
    .sub(second.ref.sub(1).mul(digamma(second)))
    .add(total.ref.sub(2).mul(digamma(total)));
  return { logProbability: np.sum(logDensity, 1), entropy: np.sum(entropy, 1) };
}
