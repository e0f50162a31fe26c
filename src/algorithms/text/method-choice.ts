// Which method learns from what was written: the part of the trainer's parameters that says so.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { Reward, RewardPlan } from "../../core/reward.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { callMatchingMethod, callMatchingParameters } from "./call-matching.ts";
import { contrastiveMethod, contrastParameters } from "./contrastive-rollouts.ts";
import { AVERAGES, BASELINES, SCALES } from "./group-advantage.ts";
import { negativeAwareMethod, WEIGHTINGS } from "./negative-aware.ts";
import { partParameters, partsMethod } from "./parts-method.ts";
import { rankShaping, rankShapingParameters } from "./rank-shaping.ts";
import { SPANS } from "./ratio-spans.ts";
import { type BatchSizes, groupMethod, type TextMethod } from "./text-method.ts";
import { informationGainParameters, turnGroupMethod } from "./turn-group.ts";

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
  ratio: z
    .enum(SPANS)
    .default("characters")
    .describe("whose probability ratio is clipped: each character's, its turn's mean, or the text's (GSPO)"),
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
  callMatching: callMatchingParameters
    .optional()
    .describe(
      "pay for calls of tools by a reference trace, turn by turn (MatchTIR); in the place of baseline and scale; default not",
    ),
  rankShaping: rankShapingParameters
    .optional()
    .describe("pay for answers whose hidden states span more directions, or new ones faster (VERL); default not"),
  informationGain: informationGainParameters
    .optional()
    .describe("credit for turns that make the right answer likelier, beside the outcome (A²TGPO); default the outcome"),
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

/** Methods that say by themselves what is learnt from answers; a training has one of them at most. */
const METHODS = ["negativeAware", "parts", "informationGain", "callMatching", "contrast"] as const;
/** Those among them whose advantages a shaping may add to. */
const SHAPED: readonly string[] = ["parts"];
/** What is seen while answers are written, and is lost where some of them are written anew. */
const SEEN = {
  rankShaping: "what hidden states answers had",
  informationGain: "what was noted of answers",
  callMatching: "what answers had for a reference",
} as const;

/** Throws a UserError where parameters contradict each other. */
export function checkMethod(p: MethodOptions): void {
  const [method, other] = METHODS.filter((name) => p[name] !== undefined);
  if (other !== undefined) throw twoMethods(`${method} and ${other} are two methods of learning`, other);
  if (p.rankShaping !== undefined && method !== undefined && !SHAPED.includes(method)) {
    throw twoMethods(`${method} has no advantages that rankShaping could work on`, "rankShaping");
  }
  for (const name of ["rankShaping", "informationGain", "callMatching"] as const) {
    if (p[name] === undefined || p.tries === 1) continue;
    throw new UserError({
      code: "bad-tries",
      what: `${SEEN[name]} is not kept while others are written in their place`,
      path: ["tries"],
      hint: `${name} takes answers as they come, with tries: 1`,
    });
  }
  if (p.contrast !== undefined) checkHalves(p);
  if (p.informationGain?.compared === "joint" && (p.baseline !== "group" || p.scale !== "group")) {
    throw new UserError({
      code: "bad-gain",
      what: "a joint comparison is with the mean and the deviation of all turns and answers, whatever baseline and scale are",
      path: ["informationGain"],
      hint: "leave baseline and scale out",
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
  const method = unshaped(p, sizes, spec);
  return p.rankShaping === undefined ? method : rankShaping(method, p.rankShaping, { rows, context, width });
}

function unshaped(p: MethodOptions, sizes: BatchSizes, spec: NumericSpec): TextMethod {
  const { alphabet = [] } = spec;
  const { contrast } = p;
  if (p.negativeAware !== undefined) return negativeAwareMethod({ ...p.negativeAware, average: p.average }, sizes);
  if (p.parts !== undefined) return partsMethod(p, p.parts, sizes);
  if (p.informationGain !== undefined) return turnGroupMethod({ ...p, ...p.informationGain }, sizes);
  if (p.callMatching !== undefined) return callMatchingMethod({ ...p, ...p.callMatching }, sizes, { alphabet });
  if (contrast !== undefined) return contrastiveMethod({ ...p, contrast }, channelOf(contrast.length, spec), sizes);
  return groupMethod(p, sizes);
}

/** Place of a channel that lengths are read from. */
function channelOf(name: string, { channels }: NumericSpec): number {
  const at = channels.findIndex((one) => one.name === name);
  if (at >= 0) return at;
  const names = channels.map((one) => one.name);
  throw new UserError({ ...unknownName("channel of this world", name, names), path: ["contrast", "length"] });
}
