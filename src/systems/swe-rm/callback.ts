// A verifier that reads a question and an answer, and runs nothing, pays in the place of tests or beside them (SWE-RM, arXiv 2512.21919). It
// is a small language model that says yes or no, and pays the chance of yes. It can be given faults that leave the best of a question's
// answers the best: verifiers that pick equally well are then seen to be unequal as rewards.

import { z } from "zod";
import { type Callback, defineCallback } from "../../algorithms/text/callback.ts";
import { payTexts } from "../../algorithms/text/group-advantage.ts";
import { channelRule, ruleChannel } from "../../algorithms/text/verifier/channel-rule.ts";
import {
  studiedVerifier,
  type VerifiedStage,
  verifierDemands,
} from "../../algorithms/text/verifier/studied-verifier.ts";
import { rightness, type Submission } from "../../algorithms/text/verifier/verifier.ts";
import { verifierFields } from "../../algorithms/text/verifier/verifier-fields.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { flag, oneOf, positive, share, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { bestOf, verifierMeasures } from "./verifier-measures.ts";

export const sweRmParameters = z.strictObject({
  by: oneOf(["verifier", "tests", "both"], "verifier").describe(
    "what is paid: the verifier's chance; 1 where tests pass; or the chance, with 1 more where tests pass and a half less where they fail",
  ),
  tests: z
    .strictObject({
      channel: z.string().default("correct").describe("tests pass where this channel reaches its maximum"),
      covered: share(0.5).describe("share of questions that have tests"),
      wrong: share(0.05).describe("share of answers about which tests are wrong"),
    })
    .prefault({})
    .describe("tests that are run where they are paid by"),
  faults: z
    .strictObject({
      noise: within(0, 100, 0).describe(
        "deviation of an error, in log-odds, that is drawn anew for every answer, also where answers are the same",
      ),
      shared: within(0, 100, 0).describe(
        "deviation of an error, in log-odds, that all answers to a question share: the verifier is no longer calibrated",
      ),
      bestAlone: flag(false).describe("all scores of a question's answers below the highest are dealt anew among them"),
      scale: positive(100, 1).describe(
        "what all scores are multiplied by at last: their order stays as it is, and their chances become too sure or too timid",
      ),
      shift: within(-100, 100, 0).describe(
        "what is added to all scores at last, in log-odds: their order stays as it is, and their chances become too high or too low",
      ),
    })
    .prefault({})
    .describe(
      "what is wrong with the verifier beside what it has not learnt; all but noise leave what it picks as it is",
    ),
  ...verifierFields("question"),
});

type SweRmFields = z.output<typeof sweRmParameters>;

export const callback = defineCallback({
  id: "swe-rm",
  summary:
    "a learned verifier of questions and answers pays in the place of tests or beside them, with faults or without",
  source: "SWE-RM, arXiv 2512.21919",
  parameters: sweRmParameters,
  make(own) {
    const demands = verifierDemands("swe-rm", own);
    return {
      ...demands,
      replacesPay: true,
      checkSpec(spec) {
        demands.checkSpec(spec);
        ruleChannel(spec, own.tests.channel, ["tests", "channel"]);
      },
      make: (stage) => sweRmCallback(stage, own),
    };
  },
});

/** A verifier that pays for what is written in `worlds`, one for each row. It draws from streams of its own. */
export function sweRmCallback(stage: VerifiedStage, own: SweRmFields): Callback {
  const { by, tests, faults } = own;
  const studied = studiedVerifier(stage, own);
  const { judge, label, random } = studied;
  const passes = channelRule(stage.context, tests.channel);
  let scores: Float64Array = new Float64Array(0);
  return {
    prepare: studied.prepare,
    later(texts, rng) {
      const submissions = studied.read(texts);
      scores = judge.scores(submissions);
      addFaults(scores, submissions, texts.group, faults, { own: random, batch: rng });
      const paid = scores.map(rightness);
      if (by !== "verifier") {
        for (const [row, one] of submissions.entries()) {
          const verdict = tested(one, passes.confirmed(texts, row), tests, random);
          paid[row] = by === "tests" ? Number(verdict === true) : hybridPay(paid[row], verdict);
        }
      }
      payTexts(texts, paid);
    },
    after(texts) {
      const right = Array.from({ length: texts.rows }, (_, row) => label.confirmed(texts, row));
      const { best, area, order, calibration } = verifierMeasures(scores, right, texts.group);
      const measures: Measures = {
        verifierPay: mean(scores.map(rightness)),
        verifierBest: best,
        verifierGain: best - mean(right.map(Number)),
        verifierCalibration: calibration,
      };
      if (area !== null) measures.verifierArea = area;
      if (order !== null) measures.verifierOrder = order;
      return measures;
    },
    save: studied.save,
    restore: studied.restore,
    close: studied.close,
  };
}

/**
 * Adds faults to scores, [answers], group after group. The shared error belongs to the question, and is drawn from the verifier's `own` stream;
 * all else is drawn anew in every `batch`, the same for any faults.
 */
export function addFaults(
  scores: Float64Array,
  submissions: readonly Submission[],
  group: number,
  { noise, shared, bestAlone, scale, shift }: SweRmFields["faults"],
  random: { readonly own: Random; readonly batch: Random },
): void {
  for (let from = 0; from < scores.length; from += group) {
    const own = scores.subarray(from, from + group);
    const errors = random.batch.stream("noise", from);
    if (noise > 0) for (let k = 0; k < own.length; k++) own[k] += noise * errors.normal();
    if (bestAlone) dealBelowBest(own, random.batch.stream("order", from));
    const error = shared === 0 ? 0 : shared * random.own.stream("shared", submissions[from].reference).normal();
    for (let k = 0; k < own.length; k++) own[k] = scale * (own[k] + error) + shift;
  }
}

/** Deals all below the highest anew among their places. Without noise equal answers have equal scores, and several may be highest. */
function dealBelowBest(scores: Float64Array, random: Random): void {
  const highest = scores[bestOf(scores)];
  const lower = scores.filter((score) => score < highest);
  shuffle(lower, random);
  for (let k = 0, at = 0; k < scores.length; k++) if (scores[k] < highest) scores[k] = lower[at++];
}

/**
 * Whether tests pass; undefined where the question has none. A question has them, and they are wrong about an answer, always or never: that is
 * drawn from the stream of its words.
 */
export function tested(
  { reference, completion }: Submission,
  right: boolean,
  { covered, wrong }: SweRmFields["tests"],
  random: Random,
): boolean | undefined {
  if (random.stream("covered", reference).uniform() >= covered) return undefined;
  return right !== random.stream("wrong", reference, completion).uniform() < wrong;
}

/** 1 + r where tests pass, r − ½ where they fail, and the verifier's r where there are none. */
export function hybridPay(r: number, verdict: boolean | undefined): number {
  return verdict === undefined ? r : verdict ? 1 + r : r - 0.5;
}
