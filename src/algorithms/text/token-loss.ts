// The loss that a model descends: a sum of objectives of characters, each with shares of its own, a divergence from the warm
// model (GRPO, arXiv 2402.03300, equation 4) and an entropy bonus. What a character counts is data.

import { np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { nextScores, textShapes } from "./text-batch.ts";
import type { TokenObjective } from "./token-objective.ts";

export interface TokenLossOptions {
  /** Weight of the divergence from the reference, e^d − d − 1 with d = ln π_ref − ln π. */
  readonly divergence: number;
  /** Weight of the entropy bonus. */
  readonly entropy: number;
}

/** Inputs that come after the texts and before the objectives': scores when written, scores of the reference. */
const SCORES = 2;

/** A loss, and where its data lie; all of a place are those of the character after it. */
export interface TokenLoss extends LossGradient {
  /** The texts and what comes next, both one-hot. */
  readonly texts: readonly Float32Array[];
  /** [places] ln π_old. */
  readonly logProbabilities: Float32Array;
  /** [places] ln π_ref. */
  readonly reference: Float32Array;
  /** For each objective its tables and its shares, [places] each. */
  readonly objectives: readonly { readonly tables: readonly Float32Array[]; readonly shares: Float32Array }[];
}

/** Loss of `texts` texts. Divergence, entropy and what is measured count by the shares of the first objective. */
export function tokenLoss(
  model: LanguageModel,
  parameters: Parameters,
  texts: number,
  objectives: readonly TokenObjective[],
  { divergence, entropy: bonus }: TokenLossOptions,
): TokenLoss {
  const places = [texts * model.context];
  const forms = objectives.map(({ form }) => form);
  const loss = lossGradient(
    parameters,
    (weights, [tokens, next, old, reference, ...rest]) => {
      const { logProbability, entropy } = nextScores(model, weights, tokens, next, texts);
      const moved = logProbability.ref.sub(old);
      const gains: np.Array[] = [];
      let first: { shares: np.Array; clipped: np.Array } | undefined;
      for (const objective of objectives) {
        const tables = rest.splice(0, objective.tables.length);
        const [shares] = rest.splice(0, 1);
        const { gain, clipped } = objective.gain(moved.ref, tables);
        gains.push(np.sum(gain.mul(shares.ref)));
        if (first === undefined) first = { shares, clipped };
        else for (const unused of [shares, clipped]) unused.dispose();
      }
      if (first === undefined) throw new Error("a loss without an objective");
      const { shares, clipped } = first;
      const total = np.reciprocal(np.sum(shares.ref));
      const spread = np.sum(entropy.mul(shares.ref));
      const drift = np.sum(np.exp(moved.ref).sub(1).sub(moved).mul(shares.ref));
      const gain = gains.reduce((sum, one) => sum.add(one));
      const base = gain.add(spread.ref.mul(bonus)).neg();
      const measures = {
        klDivergence: drift.mul(total.ref),
        clipFraction: np.sum(clipped.mul(shares.ref)).mul(total.ref),
        entropy: spread.mul(total.ref),
      };
      if (divergence === 0) {
        for (const unused of [reference, logProbability, shares, total]) unused.dispose();
        return { loss: base, measures };
      }
      const distance = reference.sub(logProbability);
      const away = np.sum(np.exp(distance.ref).sub(distance).sub(1).mul(shares));
      return {
        loss: base.add(away.ref.mul(divergence)),
        measures: { ...measures, referenceDivergence: away.mul(total) },
      };
    },
    [
      ...textShapes(model, texts),
      ...Array.from({ length: SCORES }, () => places),
      ...objectives.flatMap(({ tables }) => [...tables, "shares"].map(() => places)),
    ],
    [],
    nameOf(["token loss", model.form, `${texts} texts`, ...forms, `divergence ${divergence}`, `entropy ${bonus}`]),
  );
  const [tokens, next, logProbabilities, reference, ...rest] = loss.data;
  return {
    ...loss,
    texts: [tokens, next],
    logProbabilities,
    reference,
    objectives: objectives.map(({ tables }) => ({
      tables: rest.splice(0, tables.length),
      shares: rest.splice(0, 1)[0],
    })),
  };
}

/** Cross-entropy of the next characters, for imitation: data are the texts, what comes next, and each place's share. */
export function imitationLoss(model: LanguageModel, parameters: Parameters, texts: number): LossGradient {
  return lossGradient(
    parameters,
    (weights, [tokens, next, shares]) => {
      const { logProbability, entropy } = nextScores(model, weights, tokens, next, texts);
      return { loss: np.sum(logProbability.mul(shares.ref)).neg(), measures: { entropy: np.sum(entropy.mul(shares)) } };
    },
    [...textShapes(model, texts), [texts * model.context]],
    [],
    nameOf(["imitation", model.form, `${texts} texts`]),
  );
}

/** A program's name, where all that it is made of has one. */
export function nameOf(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(", ");
}
