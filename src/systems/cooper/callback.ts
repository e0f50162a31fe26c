// A learned verifier that goes along with a training (Cooper, arXiv 2508.05613): it studies labelled texts of the writer as it is
// before any pay, pays every text by how right it takes it to be, and learns on after every batch from pairs of which a rule
// confirmed the better text and rejects the worse one, a corruption of it. With a rate of 0 it stays as it has studied.

import { z } from "zod";
import { type Callback, defineCallback } from "../../algorithms/text/callback.ts";
import type { Completions } from "../../algorithms/text/completions.ts";
import { addPay, payTexts } from "../../algorithms/text/group-advantage.ts";
import { type ChannelRule, channelRule, ruleChannel } from "../../algorithms/text/verifier/channel-rule.ts";
import {
  studiedVerifier,
  type VerifiedStage,
  verifierDemands,
} from "../../algorithms/text/verifier/studied-verifier.ts";
import {
  pairTrainer,
  rightness,
  type Submission,
  type SubmissionPair,
} from "../../algorithms/text/verifier/verifier.ts";
import { signParameter, verifierFields } from "../../algorithms/text/verifier/verifier-fields.ts";
import { restore, saved } from "../../algorithms/training-checkpoint.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { oneOf, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { alphabetOf, charactersOf, choicesOf } from "../../core/text.ts";
import { balancedAccuracy } from "../../evaluation/statistics/classification.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { contrastPairs, corruptCharacter, NEGATIVES, type PairOptions } from "./contrast-pairs.ts";

export const cooperParameters = z.strictObject({
  pay: oneOf(["instead", "beside"], "instead").describe(
    "whether its pay stands in the place of the declared reward, or is added to it",
  ),
  weight: within(0, 1000, 1).describe("what a text is paid that it is sure of"),
  rate: share(1e-3).describe("learning rate of its step after every batch; 0: it stays as it has studied"),
  ...verifierFields("answer"),
  pairs: z
    .strictObject({
      rule: z
        .string()
        .default("correct")
        .describe(
          "channel whose maximum confirms the better text; it may miss right ones, and must not confirm wrong ones",
        ),
      negatives: oneOf(NEGATIVES, "corruption").describe(
        "the worse text: a corruption of the better one that the rule rejects, what the rule rejected of the same question, or what it confirmed elsewhere",
      ),
      each: whole(1, 1024, 2).describe("pairs of a question in which a text was confirmed"),
      retries: whole(0, 100, 3).describe(
        "corruptions more that are tried where the rule confirms the corrupted text too",
      ),
      mark: z
        .strictObject({
          text: signParameter("what is written somewhere into a corruption"),
          share: share(0.5).describe("share of corruptions that have it"),
        })
        .optional()
        .describe("what a corruption may have beside another character: it must cover what is gamed; default nothing"),
    })
    .prefault({})
    .describe("what it learns from after every batch"),
});

type CooperFields = z.output<typeof cooperParameters>;

export const callback = defineCallback({
  id: "cooper",
  summary: "a learned verifier pays, which is kept honest by a rule, or is not",
  source: "Cooper, arXiv 2508.05613",
  parameters: cooperParameters,
  make(own) {
    const demands = verifierDemands("cooper", own);
    return {
      ...demands,
      replacesPay: own.pay === "instead",
      checkSpec(spec) {
        demands.checkSpec(spec);
        const { rule, mark } = own.pairs;
        ruleChannel(spec, rule, ["pairs", "rule"]);
        if (mark !== undefined) choicesOf(mark.text, alphabetOf(spec), ["pairs", "mark", "text"]);
      },
      make: (stage) => verifierCallback(stage, own),
    };
  },
});

/** Name of the optimiser's state in checkpoints. */
const OPTIMISER = "verifierOptimiser";

/** A verifier that pays for what is written in `worlds`, one for each row, and learns. It draws from streams of its own. */
export function verifierCallback(stage: VerifiedStage, own: CooperFields): Callback {
  const { pay, weight, rate, pairs } = own;
  const { context } = stage;
  const studied = studiedVerifier(stage, own, pairs.mark?.text.length);
  const { judge, label } = studied;
  const trainer = rate > 0 ? pairTrainer(judge, stage.options.questions * pairs.each, rate) : undefined;
  const rule = channelRule(context, pairs.rule);
  const corrupt = corruptCharacter(charactersOf(context.spec), pairs.mark);
  /** Of the batch that was paid for last. */
  let submissions: readonly Submission[] = [];
  let scores: Float64Array = new Float64Array(0);

  return {
    prepare: studied.prepare,
    later(texts) {
      submissions = studied.read(texts);
      scores = judge.scores(submissions);
      const paid = scores.map((score) => weight * rightness(score));
      if (pay === "instead") payTexts(texts, paid);
      else addPay(texts, paid);
    },
    after(texts, rng) {
      const confirmed = (by: ChannelRule) => submissions.map((_, row) => by.confirmed(texts, row));
      const paid = mean(scores.map(rightness));
      const ruled = mean(confirmed(rule).map(Number));
      const measures: Measures = { verifierPay: paid, rulePay: ruled, verifierGap: paid - ruled };
      const taken = Array.from(scores, (score) => String(score > 0));
      const accuracy = balancedAccuracy(["false", "true"], taken, confirmed(label).map(String));
      if (accuracy !== null) measures.verifierAccuracy = accuracy;
      if (trainer === undefined) return measures;
      const made = ruledPairs(texts, submissions, rule, { ...pairs, corrupt }, rng);
      measures.verifierPairs = made.length;
      const learnt = trainer.step(made);
      if (learnt !== undefined) measures.verifierLoss = learnt.loss;
      return measures;
    },
    save: () => [...studied.save(), ...(trainer === undefined ? [] : [saved(OPTIMISER, trainer.state)])],
    restore(tensors) {
      studied.restore(tensors);
      if (trainer !== undefined) restore(tensors, OPTIMISER, trainer.state);
    },
    close() {
      trainer?.close();
      studied.close();
    },
  };
}

/** Pairs of a batch that was written by `rng`, whose better texts the rule confirmed and whose worse ones it rejects. */
export function ruledPairs(
  texts: Completions,
  submissions: readonly Submission[],
  rule: ChannelRule,
  options: Pick<PairOptions, "corrupt" | "negatives" | "each" | "retries">,
  rng: Random,
): SubmissionPair[] {
  return contrastPairs(
    submissions,
    texts.group,
    {
      ...options,
      rule: ({ completion }, question) => rule.wouldConfirm(completion, question, rng),
      confirmed: (row) => rule.confirmed(texts, row),
    },
    rng.stream("judge"),
  );
}
