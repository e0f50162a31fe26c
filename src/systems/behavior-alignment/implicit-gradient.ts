// The outer gradient of a bi-level problem by the implicit function theorem (Gupta, Chandak, Jordan, Thomas & da Silva, NeurIPS 2023, arXiv
// 2310.19007): how an objective changes with what a learner is paid, through the policy that the learner would end up with.

import { neumannSeries } from "../../math/linear-solve.ts";

/** What the outer step has to know at a policy: each array has the shape of the policy's parameters θ. */
export interface Sensitivity {
  /** dJ/dθ of the outer objective. */
  readonly objective: Float64Array;
  /** ∂Δ/∂φ_k of the learner's direction Δ(θ, φ), one for each parameter φ_k of its pay. */
  readonly columns: readonly Float64Array[];
  /** x → Hx with H = ∂Δ/∂θ, symmetric. */
  product(x: Float64Array): Float64Array;
}

/** How H⁻¹ is applied: by a Neumann series of so many products. */
export interface Series {
  /** The longest step η; it is held to 1/‖H‖, beyond twice of which the series would diverge. */
  readonly step: number;
  /** 0 takes H for a multiple of the identity. */
  readonly terms: number;
}

/** Rounds that estimate ‖H‖: enough to keep a step below 2/‖H‖, where half of that is aimed at. */
const ROUNDS = 6;

/**
 * The gradient dJ/dφ, one number a column, at the learner's fixed point Δ(θ, φ) = 0: dJ/dφ = −(dJ/dθ)ᵀ H⁻¹ ∂Δ/∂φ. Used as it stands near the
 * fixed point, too.
 */
export function implicitGradient({ objective, columns, product }: Sensitivity, { step, terms }: Series): Float64Array {
  const norm = terms === 0 ? 0 : normOf(product, objective);
  const held = norm === 0 ? step : Math.min(step, 1 / norm);
  // H is symmetric: one series for the objective serves all columns.
  const reached = neumannSeries(product, objective, held, terms);
  return Float64Array.from(columns, (column) => column.reduce((sum, value, k) => sum + value * reached[k], 0));
}

/** ‖H‖ by power iteration from `x`: no more than it is, and near it after a few rounds. */
function normOf(product: Sensitivity["product"], x: Float64Array): number {
  let along = x;
  let norm = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const length = Math.hypot(...along);
    if (length === 0) return norm;
    along = product(along.map((value) => value / length));
    norm = Math.hypot(...along);
  }
  return norm;
}
