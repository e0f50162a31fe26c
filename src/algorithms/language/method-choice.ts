// Which method learns from what was written: the part of the trainer's parameters that says so.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { Reward, RewardPlan } from "../../core/reward.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import { contrastiveMethod, contrastParameters } from "./contrastive-rollouts.ts";
import { AVERAGES, BASELINES, SCALES } from "./group-credit.ts";
import { negativeAwareMethod, WEIGHTINGS } from "./negative-aware.ts";
import { partParameters, partsMethod } from "./parts-method.ts";
import { rankShaping, rankShapingParameters } from "./rank-shaping.ts";
import { groupMethod, type TextMethod } from "./text-method.ts";

export const methodFields = {
  clip: z
    .tuple([z.number().gt(0).max(1), z.number().gt(0).max(100)])
    .default([0.2, 0.28])
    .describe("how far a character's probability ratio may fall below 1 and rise above it"),
  baseline: z
    .enum(BASELINES)
    .default("group")
    .describe("what an answer's pay is compared with: the group's mean, its other answers', the batch's, nothing"),
  scale: z
    .enum(SCALES)
    .default("group")
    .describe("what the difference is divided by: the group's deviation, the batch's, nothing"),
  average: z
    .enum(AVERAGES)
    .default("characters")
    .describe("what counts alike in the loss: characters, texts, or characters by the longest possible text"),
  negativeAware: z
    .strictObject({
      weighting: z
        .enum(WEIGHTINGS)
        .default("wrong")
        .describe(
          "how much a question counts: by its share of wrong answers, by the root of wrong over right, all alike",
        ),
      floor: z
        .number()
        .gt(0)
        .max(1)
        .default(1)
        .describe("what a wrong character's likelihood ratio is held above; the smaller, the harder it may be pushed"),
      negative: z
        .number()
        .min(0)
        .max(1)
        .default(1)
        .describe("weight of wrong answers; 0: rejection-sampling fine-tuning on the right ones"),
    })
    .optional()
    .describe(
      "negative-aware fine-tuning: right and wrong answers, paid 1 and 0, train by likelihood; in the place of baseline, scale and clip",
    ),
  rankShaping: rankShapingParameters
    .optional()
    .describe("pay for answers whose hidden states span more directions, or new ones faster (VERL); default not"),
  parts: z
    .array(partParameters)
    .min(1)
    .max(16)
    .optional()
    .describe("the reward is a sum of so many parts, each of which is compared by itself; default the sum is compared"),
  contrast: contrastParameters
    .optional()
    .describe("learn from half of the answers: the best and shortest beside the worst and longest; default from all"),
};

const shape = z.strictObject(methodFields);

/** The method's parameters, and the sizes of a batch. */
export type MethodOptions = z.output<typeof shape> & {
  readonly questions: number;
  readonly answers: number;
  readonly tries: number;
  readonly minibatches: number;
};

/** Throws a UserError where parameters contradict each other. */
export function checkMethod(p: MethodOptions): void {
  const [one, other] = [p.negativeAware && "negativeAware", (p.rankShaping && "rankShaping") ?? (p.parts && "parts")];
  if (one !== undefined && other !== undefined)
    throw twoMethods(`${one} has no advantages that ${other} could work on`, other);
  if (p.contrast !== undefined) {
    const beside = one ?? other;
    if (beside !== undefined)
      throw twoMethods(`contrast and ${beside} choose otherwise what is learnt from`, "contrast");
    checkHalves(p);
  }
  if (p.rankShaping !== undefined && p.tries > 1) {
    throw new UserError({
      code: "bad-tries",
      what: "the hidden states of answers are not kept while others are written in their place",
      path: ["tries"],
      hint: "rankShaping takes answers as they come, with tries: 1",
    });
  }
}

function twoMethods(what: string, key: string): UserError {
  return new UserError({ code: "two-methods", what, path: [key], hint: "leave one of them out" });
}

/** Half of the answers to each question, and of a pass, must be whole numbers. */
function checkHalves({ questions, answers, minibatches }: MethodOptions): void {
  if (answers % 2 === 0 && ((questions * answers) / 2) % minibatches === 0) return;
  throw new UserError({
    code: "bad-batch",
    what: `half of ${questions} × ${answers} answers cannot be cut into ${minibatches} equal parts`,
    path: [answers % 2 === 0 ? "minibatches" : "answers"],
    hint: "choose an even number of answers, and a divisor of half of all",
  });
}

/** The parts that a method compares by themselves, to be written down as the answers are; none where it compares the sum. */
export function partsOf({ parts }: MethodOptions, reward: Reward): readonly RewardPlan[] {
  if (parts === undefined) return [];
  const found = reward.parts?.length ?? 0;
  if (reward.parts !== undefined && found === parts.length) return reward.parts;
  throw new UserError({
    code: "bad-parts",
    what: `${parts.length} parts are to be compared, and the reward ${found === 0 ? "is no sum" : `has ${found}`}`,
    path: ["parts"],
    hint: "declare reward: { sum: [ … ] } with as many parts",
  });
}

/** How answers to the world's questions are learnt from. */
export function methodOf(p: MethodOptions, { context, width }: LanguageModel, spec: NumericSpec): TextMethod {
  const rows = p.questions * p.answers;
  const sizes = { rows, group: p.answers, context, longest: spec.horizon };
  if (p.negativeAware !== undefined) return negativeAwareMethod({ ...p.negativeAware, average: p.average }, sizes);
  if (p.contrast !== undefined) {
    const { contrast } = p;
    return contrastiveMethod({ ...p, contrast }, channelOf(contrast.length, spec), sizes);
  }
  const method = p.parts === undefined ? groupMethod(p, sizes) : partsMethod(p, p.parts, sizes);
  return p.rankShaping === undefined ? method : rankShaping(method, p.rankShaping, { rows, context, width });
}

/** Place of a channel that lengths are read from. */
function channelOf(name: string, { channels }: NumericSpec): number {
  const at = channels.findIndex((one) => one.name === name);
  if (at >= 0) return at;
  const names = channels.map((one) => one.name);
  throw new UserError({ ...unknownName("channel of this world", name, names), path: ["contrast", "length"] });
}
