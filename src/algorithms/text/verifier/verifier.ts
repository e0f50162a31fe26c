// A learned judge of texts: a small language model reads a reference and a completion in a fixed form, `REF|ANSWER=`, and what
// it would write next says whether the two agree. It is trained on labelled texts, or on pairs of which one is better.

import { nn, np } from "../../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../../nn/loss-gradient.ts";
import type { LanguageModel } from "../../../nn/models/language-model.ts";
import { fillScored, type LastReading, lastScores, scoreShapes, textScorer } from "../../../nn/models/text-scores.ts";
import { transformer } from "../../../nn/models/transformer.ts";
import type { TransformerOptions } from "../../../nn/models/transformer-blocks.ts";
import { adam, type Schedule } from "../../../nn/optimiser.ts";
import { Parameters } from "../../../nn/parameters.ts";
import { checkFinite, type Measures } from "../../training-measures.ts";
import { TEXT_ADAM } from "../sft.ts";
import { nameOf } from "../token-loss.ts";

/** A completion, and the reference that it is judged by. */
export interface Submission {
  readonly reference: string;
  readonly completion: string;
}

/** Two completions of which the first is better. */
export interface SubmissionPair {
  readonly better: Submission;
  readonly worse: Submission;
}

interface VerifierOptions extends Omit<TransformerOptions, "vocabulary" | "context"> {
  /** Characters of the longest reference and completion together. */
  readonly longest: number;
  /** Scores are held within ±bound, so that a judge that is sure cannot become surer still. */
  readonly bound: number;
}

/** A judge, and what it is made of. */
export interface Verifier {
  readonly model: LanguageModel;
  readonly parameters: Parameters;
  readonly bound: number;
  /** Logit y less logit n of the last character. */
  readonly reading: LastReading;
  /** Numbers of the characters of the form; throws an Error for a character that the alphabet lacks, or a text too long. */
  read(submission: Submission): Int32Array;
  /** Logit y less logit n after the form, within ±bound, one for each text. */
  scores(submissions: readonly Submission[]): Float64Array;
  close(): void;
}

/** What stands between the two, after them, and what the judge says. */
const [BETWEEN, AFTER, YES, NO] = ["|", "=", "y", "n"];

/** Characters that an alphabet must have for a verifier to read and to answer. */
export const FORM = [BETWEEN, AFTER, YES, NO].join("");

/** σ(s): how right a judge whose score is `s` takes a text to be. */
export function rightness(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** Texts that are scored at once. */
const BATCH = 64;

/** A verifier over `alphabet`, whose entry 0 pads; `parameters` are those of another of the same sizes, or zeros to be set. */
export function verifier(
  alphabet: readonly string[],
  { longest, bound, ...sizes }: VerifierOptions,
  parameters?: Parameters,
): Verifier {
  const numbers = new Map(alphabet.map((character, k) => [character, k]));
  // The form's two characters; a multiple of 4, in which arrays are computed fastest.
  const context = 4 * Math.ceil((longest + 2) / 4);
  const model = transformer({ ...sizes, vocabulary: alphabet.length, context });
  const own = parameters ?? new Parameters(model.shapes);
  const number = (character: string): number => {
    const k = numbers.get(character);
    if (k === undefined || k === 0) throw new Error(`"${character}" is not in the verifier's alphabet`);
    return k;
  };
  const reading: LastReading = {
    outputs: model.vocabulary,
    terms: [
      [number(YES), 1],
      [number(NO), -1],
    ],
  };
  const scorer = textScorer(model, reading, own, BATCH, nameOf(["forms", model.form]));

  const read = ({ reference, completion }: Submission): Int32Array => {
    const form = `${reference}${BETWEEN}${completion}${AFTER}`;
    if (form.length > context) throw new Error(`"${form}" is longer than the ${context} characters of the verifier`);
    return Int32Array.from(form, number);
  };

  return {
    model,
    parameters: own,
    bound,
    reading,
    read,
    scores: (submissions) =>
      scorer.scores(submissions.map(read)).map((score) => Math.min(Math.max(score, -bound), bound)),
    close: scorer.close,
  };
}

/** Teaches a verifier, a gradient step at a time. */
interface VerifierTrainer<Example> {
  /** One step of Adam, and what the loss was before it; none where there is nothing to learn. */
  step(examples: readonly Example[]): Measures | undefined;
  /** The optimiser's moments and number of steps. */
  readonly state: Float32Array;
  close(): void;
}

/** A text and whether it was called right. */
export interface Labelled extends Submission {
  readonly right: boolean;
}

/**
 * Mean cross-entropy of labels, softplus(−min(s, bound)) where it is right and softplus(max(s, −bound)) where it is not: a score
 * beyond the bound on its own side is left alone, and one on the wrong side is not. At most `texts` texts a step.
 */
export function labelTrainer(judge: Verifier, texts: number, rate: number | Schedule): VerifierTrainer<Labelled> {
  const { model, parameters, reading, bound } = judge;
  const loss = lossGradient(
    parameters,
    (weights, [forms, reads, signs, shares]) => {
      const towards = lastScores(model, reading, weights, [forms, reads], texts).mul(signs);
      const each = nn.softplus(np.minimum(towards.ref, bound).neg()).mul(shares.ref);
      const agreed = np.where(towards.greater(0), shares, 0);
      return { loss: np.sum(each), measures: { agreement: np.sum(agreed) } };
    },
    [...scoreShapes(model, reading, texts), [texts], [texts]],
    [],
    nameOf(["labelled forms", model.form, `${texts} within ${bound}`]),
  );
  return trainer(judge, loss, rate, (examples: readonly Labelled[]) => {
    const [, , signs, shares] = loss.data;
    for (let k = 0; k < texts; k++) {
      signs[k] = examples[k]?.right ? 1 : -1;
      shares[k] = k < examples.length ? 1 / examples.length : 0;
    }
    return examples.slice(0, texts);
  });
}

/**
 * Mean of −ln σ(min(s⁺, bound) − max(s⁻, −bound)), the likelihood of Bradley and Terry (1952) that the better text is preferred: a
 * score beyond the bound where it belongs is left alone, and one on the wrong side is not. At most `pairs` pairs a step.
 */
export function pairTrainer(judge: Verifier, pairs: number, rate: number | Schedule): VerifierTrainer<SubmissionPair> {
  const { model, parameters, reading, bound } = judge;
  const loss = lossGradient(
    parameters,
    (weights, [forms, reads, shares]) => {
      const scores = lastScores(model, reading, weights, [forms, reads], 2 * pairs);
      const [better, worse] = [0, 1].map((half) => scores.ref.slice([half * pairs, (half + 1) * pairs]));
      scores.dispose();
      const margin = np.minimum(better, bound).sub(np.maximum(worse, -bound));
      const each = nn.softplus(margin.ref.neg()).mul(shares.ref);
      const agreed = np.where(margin.greater(0), shares, 0);
      return { loss: np.sum(each), measures: { agreement: np.sum(agreed) } };
    },
    [...scoreShapes(model, reading, 2 * pairs), [pairs]],
    [],
    nameOf(["pairs of forms", model.form, `${pairs} within ${bound}`]),
  );
  const nothing: Submission = { reference: "", completion: "" };
  return trainer(judge, loss, rate, (examples: readonly SubmissionPair[]) => {
    const [, , shares] = loss.data;
    for (let k = 0; k < pairs; k++) shares[k] = k < examples.length ? 1 / examples.length : 0;
    const half = (of: (pair: SubmissionPair) => Submission) =>
      Array.from({ length: pairs }, (_, k) => (k < examples.length ? of(examples[k]) : nothing));
    return [...half(({ better }) => better), ...half(({ worse }) => worse)];
  });
}

/** Descends `loss` on the texts that `fill` makes of examples when it has written their other data. */
function trainer<Example>(
  judge: Verifier,
  loss: LossGradient,
  rate: number | Schedule,
  fill: (examples: readonly Example[]) => readonly Submission[],
): VerifierTrainer<Example> {
  const { model, parameters, reading, read } = judge;
  const { flat } = parameters;
  const optimiser = adam(flat.length, { ...TEXT_ADAM, rate });
  return {
    state: optimiser.state,
    step(examples) {
      if (examples.length === 0) return undefined;
      fillScored(fill(examples).map(read), model, reading, loss.data);
      const measures: Measures = loss.run();
      measures.gradientNorm = optimiser.step(flat, loss.gradient);
      checkFinite(
        measures,
        optimiser.state[optimiser.state.length - 1],
        "a smaller rate of the verifier keeps it finite",
      );
      return measures;
    },
    close: loss.close,
  };
}
