// How fast training moves a policy under a pay of 0 and 1 that errs, and under one that also pays for something rare: replicator equations,
// the limit of small steps of policy gradients. Time is in units of the learning rate.

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

/**
 * Time in which a plain policy gradient takes what a part `weight` of the pay is for from the share `start` to a half:
 *
 *   ln((1 − p₀)/p₀)/w,  negative where the share is above a half.
 *
 * No rarity is safe: a share of one in a million takes only three times as long as one in a hundred.
 */
export const timeToHalf = (start: number, weight: number): number => Math.log((1 - start) / start) / weight;

/**
 * The same under GRPO's normalisation, where the rest 1 − w of the pay is for a visible task that the policy solves with the share `solved`
 * at the start, independently. Both shares move by their part of the pay over its standard deviation,
 *
 *   dp/dt = w·p(1 − p)/σ,  ds/dt = (1 − w)·s(1 − s)/σ,  σ² = w²·p(1 − p) + (1 − w)²·s(1 − s).
 *
 * ln(p/(1 − p)) moves at the speed w/σ, so that the time is an integral over it. Shares are within (0, 1), the weight within (0, 1].
 */
export function normalisedTimeToHalf(start: number, weight: number, solved: number): number {
  const rest = 1 - weight;
  const share = (logit: number): number => 1 / (1 + Math.exp(-logit));
  // As both log-odds move in the proportion of the weights, one of them says all.
  const [first, visible] = [start, solved].map((p) => Math.log(p / (1 - p)));
  const slowness = (logit: number): number => {
    const p = share(logit);
    const s = share(visible + ((logit - first) * rest) / weight);
    return Math.sqrt(weight * weight * p * (1 - p) + rest * rest * s * (1 - s)) / weight;
  };
  return integral(slowness, first, 0);
}

/** Share of groups of `size` answers in which a pay of 0 and 1 with this rate differs, so that they teach: 1 − p^G − (1 − p)^G. */
export const teachingShare = (rate: number, size: number): number => 1 - rate ** size - (1 - rate) ** size;
