// The best policy within a distance of the reference: π ∝ π_ref·exp(r/β), in logarithms, for one prompt or many under one β.

import { UserError } from "../../core/errors.ts";
import { root } from "../../math/root.ts";

/** A prompt as a tilt reads it. */
export interface TiltedPrompt {
  /** ln π_ref, [answers]. */
  readonly logReference: Float64Array;
  /** What is optimised, [answers]. */
  readonly rewards: ArrayLike<number>;
}

/**
 * Writes ln π of π ∝ π_ref·exp(strength·r) to `into` [answers], with strength = 1/β, and returns KL(π‖π_ref). That π maximises
 * E r − β·KL(π‖π_ref), and no other policy as near to the reference has more reward.
 */
export function tilt({ logReference, rewards }: TiltedPrompt, strength: number, into: Float64Array): number {
  let likeliest = 0;
  for (let k = 0; k < into.length; k++) {
    into[k] = logReference[k] + strength * rewards[k];
    if (into[k] > into[likeliest]) likeliest = k;
  }
  // KL = strength·E r − ln Z, both beside the likeliest answer: one exponential of each answer gives both.
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

/** The largest KL that a tilt comes near to: −ln of the reference's chance of the best answers. */
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

/** The strength is known to this part of itself. */
const EXACT = 1e-12;

/**
 * The strength 1/β at which KL(π‖π_ref), in the mean over prompts, is `target`; KL grows with the strength. Undefined where no strength
 * reaches it, as for a reward that is the same for many answers.
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
