// The clipped policy gradient of single characters, with everything that group-relative methods vary in it: two widths of the
// clip (DAPO, arXiv 2503.14476), a divergence from the warm model (GRPO, arXiv 2402.03300, equation 4), an entropy bonus. How
// much each character counts is data.

import { np } from "../../nn/jax.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { nextScores, textShapes } from "./text-batch.ts";

export interface TokenLossOptions {
  /** How far a probability ratio may fall below 1 and rise above it. */
  readonly clip: readonly [low: number, high: number];
  /** Weight of the divergence from the reference, e^d − d − 1 with d = ln π_ref − ln π. */
  readonly divergence: number;
  /** Weight of the entropy bonus. */
  readonly entropy: number;
}

/** Inputs after the texts, one number for each place: see `lossTables`. */
export const LOSS_TABLES = ["advantages", "logProbabilities", "reference", "shares"] as const;

/**
 * Loss of `texts` texts. After the texts and what comes next the data are, for each place [texts·context]: the advantage of
 * the next character, its logarithmic probability when it was written, that under the reference, and its share of the loss.
 */
export function tokenLoss(
  model: LanguageModel,
  parameters: Parameters,
  texts: number,
  { clip, divergence, entropy: bonus }: TokenLossOptions,
): LossGradient {
  const places = texts * model.context;
  return lossGradient(
    parameters,
    (weights, [tokens, next, advantages, old, reference, shares]) => {
      const { logProbability, entropy } = nextScores(model, weights, tokens, next, texts);
      const shifted = logProbability.ref.sub(old);
      const ratio = np.exp(shifted.ref);
      const free = ratio.ref.mul(advantages.ref);
      const bounded = np.clip(ratio.ref, 1 - clip[0], 1 + clip[1]).mul(advantages);
      const clipped = np.where(bounded.ref.less(free.ref), shares.ref, 0);
      const gain = np.sum(np.minimum(free, bounded).mul(shares.ref));
      const moved = np.sum(ratio.sub(1).sub(shifted).mul(shares.ref));
      const spread = np.sum(entropy.mul(shares.ref));
      const total = np.sum(shares.ref);
      const loss = gain.add(spread.ref.mul(bonus)).neg();
      const measures = {
        klDivergence: moved.div(total.ref),
        clipFraction: np.sum(clipped).div(total.ref),
        entropy: spread.div(total.ref),
      };
      if (divergence === 0) {
        for (const unused of [reference, logProbability, shares, total]) unused.dispose();
        return { loss, measures };
      }
      const distance = reference.sub(logProbability);
      const away = np.sum(np.exp(distance.ref).sub(distance).sub(1).mul(shares));
      return {
        loss: loss.add(away.ref.mul(divergence)),
        measures: { ...measures, referenceDivergence: away.div(total) },
      };
    },
    [...textShapes(model, texts), ...LOSS_TABLES.map(() => [places])],
  );
}

/** Cross-entropy of the next characters, for imitation: data are the texts, what comes next, and each place's share. */
export function imitationLoss(model: LanguageModel, parameters: Parameters, texts: number): LossGradient {
  return lossGradient(
    parameters,
    (weights, [tokens, next, shares]) => {
      const { logProbability, entropy } = nextScores(model, weights, tokens, next, texts);
      return {
        loss: np.sum(logProbability.mul(shares.ref)).neg(),
        measures: { entropy: np.sum(entropy.mul(shares)) },
      };
    },
    [...textShapes(model, texts), [texts * model.context]],
  );
}
