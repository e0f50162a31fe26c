// How fast training moves a policy under a pay of 0 and 1 that errs: a replicator equation, the limit of small steps of policy gradients. Time is
// in units of the learning rate.

/** Rates with which a verifier passes answers. */
export interface VerifierRates {
  /** Share of wanted answers that are paid, and of unwanted answers that are paid. */
  readonly truePositive: number;
  readonly falsePositive: number;
}

/**
 * Time in which GRPO takes the share of unwanted answers from `from` to `to`, both within (0, 1), by
 *
 *   dp/dt = −J·p(1 − p)/√(q(1 − q)),  J = TPR − FPR,  q = (1 − p)·TPR + p·FPR,
 *
 * whose divisor is the standard deviation of pay in a group. Infinite where the share does not move towards `to`: where J is 0, or its sign
 * points away.
 */
export function timeUnderVerifier({ truePositive, falsePositive }: VerifierRates, from: number, to: number): number {
  const j = truePositive - falsePositive;
  if (from === to) return 0;
  if (j === 0 || Math.sign(j) !== Math.sign(from - to)) return Number.POSITIVE_INFINITY;
  // With p = sin²u the integrand stays finite at both ends.
  const [start, end] = [from, to].map((p) => Math.asin(Math.sqrt(p)));
  const slowness = (u: number): number => {
    const p = Math.sin(u) ** 2;
    const q = (1 - p) * truePositive + p * falsePositive;
    return (2 * Math.sqrt(q * (1 - q))) / (Math.sqrt(p * (1 - p)) * j);
  };
  return -integral(slowness, start, end);
}

/** Panels of Simpson's rule; with them the integrals above are exact to ten digits. */
const PANELS = 400;

function integral(of: (u: number) => number, from: number, to: number): number {
  const step = (to - from) / PANELS;
  let sum = of(from) + of(to);
  for (let k = 1; k < PANELS; k++) sum += (k % 2 === 1 ? 4 : 2) * of(from + k * step);
  return (sum * step) / 3;
}
