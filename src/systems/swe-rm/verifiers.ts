// Verifiers of trajectories, made from one noisy logit: equally good at naming the best of a task's trajectories, and different in all else.

import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** How a verifier errs. */
export interface Verifier {
  /** Deviation of the noise of each trajectory's logit, which is ±1.5 by the truth. */
  readonly noise: number;
  /** Deviation of an error that a task's trajectories share. */
  readonly offset: number;
  /** Chance that the scores of a task but the highest are dealt anew among them. */
  readonly permuted: number;
  /** What logits are divided by. */
  readonly temperature: number;
}

const LEVEL = 1.5;
const PLAIN: Verifier = { noise: 1.2, offset: 0, permuted: 0, temperature: 1 };

/** The plain one, one whose errors a task shares, and one that orders nothing but the best. */
export const VERIFIERS = {
  plain: PLAIN,
  "shared error": { ...PLAIN, offset: 3 },
  "best alone": { ...PLAIN, permuted: 1 },
} as const satisfies Readonly<Record<string, Verifier>>;
export type VerifierName = keyof typeof VERIFIERS;

/** Logits of a task's trajectories. All verifiers take the same numbers from `random`. */
export function logitsOf(
  { noise, offset, permuted, temperature }: Verifier,
  solved: Float64Array,
  random: Random,
): Float64Array {
  const logits = solved.map((one) => (one === 1 ? LEVEL : -LEVEL) + noise * random.normal());
  const shared = offset * random.normal();
  const isPermuted = random.uniform() < permuted;
  const order = random.stream("order");
  if (isPermuted) dealBelowBest(logits, order);
  return logits.map((logit) => (logit + shared) / temperature);
}

/** Deals all but the highest anew among their places. */
function dealBelowBest(logits: Float64Array, random: Random): void {
  const best = bestOf(logits);
  const others = logits.filter((_, k) => k !== best);
  shuffle(others, random);
  for (let k = 0, at = 0; k < logits.length; k++) if (k !== best) logits[k] = others[at++];
}

/** Place of the highest, the first of several. */
export function bestOf(scores: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < scores.length; k++) if (scores[k] > scores[best]) best = k;
  return best;
}

/** exp(l_yes)/(exp(l_yes) + exp(l_no)): the reward of a logit. */
export const rewardOf = (logit: number): number => preferenceProbability(logit);

/** A verifier at random: what the prediction of success is tried on. */
export function drawnVerifier(random: Random): Verifier {
  return {
    noise: random.uniform(0.5, 3),
    offset: random.uniform() < 0.5 ? 0 : random.uniform(0, 4),
    permuted: random.uniform() < 0.5 ? 0 : random.uniform(),
    temperature: Math.exp(random.uniform(Math.log(0.5), Math.log(2))),
  };
}
