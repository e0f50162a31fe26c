// How far a pay may be optimised before what is wanted can fall, from what is known of how pay and want hang together.

/** A step of optimisation, between two policies. */
export interface OptimisedStep {
  /** By how much the pay of an episode rises. */
  readonly payGain: number;
  /** Euclidean distance of the two occupancies of states and actions. */
  readonly distance: number;
}

/** What is known of pay and want. */
export interface PayDirection {
  /** Largest angle of pay and want that is thought possible, in radians, as directions between occupancies. */
  readonly angle: number;
  /** Length of the pay's projection onto the directions in which occupancies can differ, ‖M R₁‖. */
  readonly length: number;
}

/**
 * Whether a step is safe: payGain / distance ≥ sin θ · ‖M R₁‖. Then no want whose angle to the pay is at most θ falls in this step, because the step
 * lies within 90° − θ of the pay. Optimisation stops before the first step that is not (Karwowski et al., arXiv 2310.09144). A step of no length is safe.
 */
export function isSafeStep({ payGain, distance }: OptimisedStep, { angle, length }: PayDirection): boolean {
  return payGain >= Math.sin(angle) * length * distance;
}

/** A policy beside the one of reference. */
export interface BesideReference {
  /** By how much its pay lies above that of the policy of reference, per step: J(π, R̃) − J(ref, R̃). */
  readonly payGain: number;
  /** χ²(μ_π ‖ μ_ref) of the occupancies, at least 0. */
  readonly chiSquared: number;
  /** Standard deviation of the pay of a step under the policy of reference, above 0. */
  readonly paySpread: number;
  /** Correlation of pay and want of a step under it, in (0, 1]. */
  readonly correlation: number;
}

/**
 * What is sure of the want's gain over the policy of reference, in standard deviations of the want of a step under it (Laidlaw et al., arXiv 2403.03185):
 *
 *   (J(π, R) − J(ref, R))/σ_R ≥ (1/r)·[(J(π, R̃) − J(ref, R̃))/σ_R̃ − √((1 − r²)·χ²(μ_π ‖ μ_ref))].
 *
 * Throws where pay and want do not correlate above 0: then nothing is sure.
 */
export function sureWantGain({ payGain, chiSquared, paySpread, correlation: r }: BesideReference): number {
  if (!(r > 0 && r <= 1 && paySpread > 0 && chiSquared >= 0))
    throw new Error(`no bound by a correlation of ${r}, a spread of ${paySpread} and a χ² of ${chiSquared}`);
  return (payGain / paySpread - Math.sqrt((1 - r * r) * chiSquared)) / r;
}

/** What is maximised in place of the pay so that the bound above is: J(π, R̃) − σ_R̃·√(1 − r²)·√χ². Arguments as there; r in [0, 1]. */
export const regularisedPay = (
  pay: number,
  { chiSquared, paySpread, correlation: r }: Omit<BesideReference, "payGain">,
): number => pay - paySpread * Math.sqrt((1 - r * r) * chiSquared);
