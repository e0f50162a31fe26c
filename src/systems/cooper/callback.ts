// A learned verifier that goes along with a training (Cooper, arXiv 2508.05613): it studies labelled texts of the writer as it is
// before any pay, pays every text by how right it takes it to be, and learns on after every batch from pairs of which a rule
// confirmed the better text and rejects the worse one, a corruption of it. With a rate of 0 it stays as it has studied.

import { type Callback, type CallbackStage, defineCallback } from "../../algorithms/text/callback.ts";
import { addPay, payTexts } from "../../algorithms/text/group-advantage.ts";
import { checkHeads } from "../../algorithms/text/trainer-parameters.ts";
import {
  restore,
  restoreParameters,
  type SavedTensors,
  saved,
  savedParameters,
} from "../../algorithms/training-checkpoint.ts";
import { type Measures, measureMeans } from "../../algorithms/training-measures.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { alphabetOf, charactersOf, choicesOf } from "../../core/text.ts";
import { balancedAccuracy } from "../../evaluation/statistics/classification.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type ChannelRule, channelRule } from "./channel-rule.ts";
import { corruptCharacter, corruptedPairs, type PairOptions } from "./contrast-pairs.ts";
import type { JudgedTexts } from "./judged-writer.ts";
import { annotatedTexts, submissionsOf, type VerifierStudy, verifierStudy } from "./studied-verifier.ts";
import { type Pair, pairTrainer, rightness, type Submission, verifier } from "./verifier.ts";
import {
  checkAnswer,
  checkVerifierSpec,
  STUDY_STRIDE,
  studyUpdates,
  type VerifierFields,
  verifierParameters,
} from "./verifier-fields.ts";

/** The stage that is paid. */
type VerifiedStage = Pick<CallbackStage, "context" | "model" | "parameters" | "worlds"> & {
  readonly options: Pick<CallbackStage["options"], "questions" | "answers" | "temperature">;
};

export const callback = defineCallback({
  id: "cooper",
  summary: "a learned verifier pays, which is kept honest by a rule, or is not",
  source: "Cooper, arXiv 2508.05613",
  parameters: verifierParameters,
  make(own) {
    checkHeads(own.model);
    return {
      freshAnswers: "what a verifier learns from",
      replacesPay: own.pay === "instead",
      preparing: studyUpdates(own),
      check({ method: { id, plan } }) {
        if (plan.ownPay !== true) return;
        throw new UserError({
          code: "two-payers",
          what: `${id} says by itself what an answer is paid, and so does cooper`,
          hint: "leave one of them out",
        });
      },
      checkSpec: (spec) => checkVerifierSpec(own, spec),
      checkWorld: checkAnswer,
      make: (stage) => verifierCallback(stage, own),
    };
  },
});

/** A verifier that pays for what is written in `worlds`, one for each row, and learns. It draws from streams of its own. */
export function verifierCallback(
  { context, model, parameters, worlds, options }: VerifiedStage,
  { pay, weight, rate, labels, study: studying, pairs, model: sizes, bound }: VerifierFields,
): Callback {
  const { spec } = context;
  const { questions, temperature } = options;
  const random = context.random.stream("verifier");
  const longestMark = pairs.mark?.text.length ?? 0;
  // An answer can be written, and what was written may be marked.
  const judge = verifier(charactersOf(spec), { ...sizes, bound, longest: 2 * spec.horizon + longestMark });
  judge.model.initialise(judge.parameters, random.stream("weights"));
  const trainer = rate > 0 ? pairTrainer(judge, questions * pairs.each, rate) : undefined;
  const label = channelRule(context, labels.channel);
  const rule = channelRule(context, pairs.rule);
  const corrupt = corruptCharacter(charactersOf(spec), pairs.mark);
  let study: VerifierStudy | undefined;
  /** Where a study that was broken off goes on from. */
  let left: SavedTensors | undefined;
  /** Of the batch that was paid for last. */
  let submissions: readonly Submission[] = [];
  let scores: Float64Array = new Float64Array(0);

  function begun(): VerifierStudy {
    const texts = annotatedTexts(
      context,
      { model, parameters },
      { annotator: labels, texts: studying.texts, temperature, truth: label.confirmed },
      random,
    );
    checkReferences(texts, context);
    const own = verifierStudy(judge, texts, studying, random);
    if (left?.has(STUDY)) restore(left, STUDY, own.state);
    return own;
  }

  const stepsOf = ({ state }: VerifierStudy) => state[state.length - 1];

  return {
    prepare() {
      if (studying.steps === 0) return undefined;
      study ??= begun();
      const goal = Math.min(studying.steps, stepsOf(study) + STUDY_STRIDE);
      if (stepsOf(study) === goal) return undefined;
      const means = measureMeans();
      while (stepsOf(study) < goal) means.add(study.step());
      const { loss, agreement } = means.means();
      return { verifierStudyLoss: loss, verifierStudyAgreement: agreement };
    },
    later(texts) {
      submissions = submissionsOf(texts, worlds);
      checkReferences(submissions, context);
      scores = judge.scores(submissions);
      const paid = scores.map((score) => weight * rightness(score));
      if (pay === "instead") payTexts(texts, paid);
      else addPay(texts, paid);
    },
    after(texts, rng) {
      const said = (by: ChannelRule) => submissions.map((_, row) => by.confirmed(texts, row));
      const paid = mean(scores.map(rightness));
      const ruled = mean(said(rule).map(Number));
      const measures: Measures = { verifierPay: paid, rulePay: ruled, verifierGap: paid - ruled };
      const taken = Array.from(scores, (score) => String(score > 0));
      const accuracy = balancedAccuracy(["false", "true"], taken, said(label).map(String));
      if (accuracy !== null) measures.verifierAccuracy = accuracy;
      if (trainer === undefined) return measures;
      const made = ruledPairs({ texts, submissions }, rule, { ...pairs, corrupt }, rng);
      measures.verifierPairs = made.length;
      const learnt = trainer.step(made);
      if (learnt !== undefined) measures.verifierLoss = learnt.loss;
      return measures;
    },
    save: () => [
      ...savedParameters(judge.parameters, PREFIX),
      ...(trainer === undefined ? [] : [saved(OPTIMISER, trainer.state)]),
      ...(study !== undefined && stepsOf(study) < studying.steps ? [saved(STUDY, study.state)] : []),
    ],
    restore(tensors) {
      restoreParameters(tensors, judge.parameters, PREFIX);
      if (trainer !== undefined) restore(tensors, OPTIMISER, trainer.state);
      left = tensors;
    },
    close() {
      study?.close();
      trainer?.close();
      judge.close();
    },
  };
}

/**
 * Pairs of a batch that was written by `rng`: the better texts are among those that the rule confirmed, and the worse ones are
 * corruptions of them that it would reject.
 */
export function ruledPairs(
  { texts, submissions }: JudgedTexts,
  rule: ChannelRule,
  options: Pick<PairOptions, "corrupt" | "each" | "retries">,
  rng: Random,
): Pair[] {
  return corruptedPairs(
    submissions,
    texts.group,
    {
      ...options,
      rule: ({ completion }, question) => rule.wouldConfirm(completion, question, rng),
      chosen: (_one, row) => rule.confirmed(texts, row),
    },
    rng.stream("judge"),
  );
}

/** Names of what is kept. */
const [PREFIX, OPTIMISER, STUDY] = ["verifier.", "verifierOptimiser", "verifierStudy"];

/** Throws a UserError where the world's own answer is longer than an answer may be, or cannot be written. */
function checkReferences(submissions: readonly Submission[], { spec }: VerifiedStage["context"]): void {
  for (const { reference } of submissions) {
    choicesOf(reference, alphabetOf(spec));
    if (reference.length <= spec.horizon) continue;
    throw new UserError({
      code: "bad-answer",
      what: `the world's answer "${reference}" is longer than the ${spec.horizon} characters that may be written`,
      hint: "its text view `answer` must say what a writer could write",
    });
  }
}
