// The best policy within a KL distance of the reference, π ∝ π_ref·exp(r/β), in log space, for one prompt or many under one β.

import { UserError } from "../../core/errors.ts";
import { root } from "../../math/root.ts";

/** A prompt with its log-probabilities and rewards. */
export interface TiltedPrompt {
  /** Logarithms of the reference's probabilities, ln π_ref, [answers]. */
  readonly logReference: Float64Array;
  /** Reward of each answer, [answers]. */
  readonly rewards: ArrayLike<number>;
}

/**
 * Writes ln π of π ∝ π_ref·exp(strength·r) to `into` [answers], with strength = 1/β, and returns KL(π‖π_ref). π maximises E r −
 * β·KL(π‖π_ref); no other policy with at most this KL has a larger mean reward.
 */
export function tilt({ logReference, rewards }: TiltedPrompt, strength: number, into: Float64Array): number {
  let likeliest = 0;
  for (let k = 0; k < into.length; k++) {
    into[k] = logReference[k] + strength * rewards[k];
    if (into[k] > into[likeliest]) likeliest = k;
  }
  // KL = strength·E r − ln Z, both relative to the likeliest answer, so that each answer needs one exponential.
  const [most, its] = [into[likeliest], rewards[likeliest]];
  let [total, sum] = [0, 0];
  for (let k = 0; k < into.length; k++) {
    const weight = Math.exp(into[k] - most);
    if (weight === 0) continue;
    total += weight;
    sum += weight * (rewards[k] - its);
  }
  const logTotal = Math.log(total);
  for (let k = 0; k < into.length; k++) into[k] -= most + logTotal;
  return Math.max(0, (strength * sum) / total - logReference[likeliest] - logTotal);
}

/** Supremum of the KL of all tilts: −ln of the reference's probability of the best answers. */
export function largestDivergence({ logReference, rewards }: TiltedPrompt): number {
  let best = Number.NEGATIVE_INFINITY;
  let mass = 0;
  for (let k = 0; k < logReference.length; k++) {
    if (logReference[k] === Number.NEGATIVE_INFINITY || rewards[k] < best) continue;
    mass = rewards[k] > best ? 0 : mass;
    best = rewards[k];
    mass += Math.exp(logReference[k]);
  }
  return Math.max(0, -Math.log(mass));
}

/** Relative accuracy of the strength. */
const EXACT = 1e-12;

/**
 * Returns the strength 1/β at which KL(π‖π_ref), averaged over prompts, is `target`; KL increases with the strength. Undefined where no
 * strength reaches it, for example where many answers share the best reward.
 */
export function strengthAt(prompts: readonly TiltedPrompt[], target: number): number | undefined {
  if (!(target >= 0))
    throw new UserError({ code: "divergence", what: `no policy is ${target} away`, hint: "give a KL of 0 or more" });
  if (target === 0) return 0;
  const work = prompts.map(({ logReference }) => new Float64Array(logReference.length));
  const meanOf = (of: (prompt: TiltedPrompt, k: number) => number): number =>
    prompts.reduce((sum, prompt, k) => sum + of(prompt, k) / prompts.length, 0);
  if (!(target < (1 - 1e-9) * meanOf(largestDivergence))) return undefined;
  const beyond = (logStrength: number): number =>
    meanOf((prompt, k) => tilt(prompt, Math.exp(logStrength), work[k])) - target;
  let [low, high] = [0, 0];
  while (beyond(low) > 0) low -= 2;
  while (beyond(high) < 0) high += 2;
  return Math.exp(low === high ? low : root(beyond, low, high, { tolerance: EXACT }));
}
