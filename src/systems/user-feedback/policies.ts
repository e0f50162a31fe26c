// From reactions to policies: a model of love, channels on the scale of the base policy's answers, and exact tilts towards their sum.

import type { Random } from "../../core/random.ts";
import { tilt } from "../../evaluation/overoptimisation/tilt.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { fitRareReactions, type ReactionModel, reactionChance } from "../../feedback/preferences/rare-reactions.ts";
import { type AnswerTypes, type ChatLog, TURNS, TYPES } from "./users.ts";

/** The share of turns without a reaction that the model learns from. */
export const KEPT = 0.1;
/** β of KL to the base policy. */
export const BETA = 0.5;
/** What helpfulness and safety count; love's weight is swept. */
export const OTHERS = 0.1;

/** What a model reads of an answer. */
export const READS = { usual: "usual", length: "with length", hidden: "without closings" } as const;
export type Reads = (typeof READS)[keyof typeof READS];

const columnsOf = ({ help, warmth, closing, length }: AnswerTypes, reads: Reads): readonly Float64Array[] => {
  switch (reads) {
    case "usual":
      return [help, warmth, closing];
    case "with length":
      return [help, warmth, closing, length];
    case "without closings":
      return [help, warmth];
  }
};

/** How a model of love is fitted. */
export interface LoveOptions {
  readonly reads?: Reads;
  readonly corrected?: boolean;
  /** What each turn counts. */
  readonly weights?: ArrayLike<number>;
}

export interface LoveModel {
  readonly model: ReactionModel;
  /** P[Love] of each kind of answer, [types]. */
  readonly chances: Float64Array;
}

/** P[Love] from a log; it knows the answer and not what came before in the chat. */
export function loveModel(
  types: AnswerTypes,
  log: Pick<ChatLog, "type" | "reaction">,
  random: Random,
  { reads = READS.usual, corrected = true, weights }: LoveOptions = {},
): LoveModel {
  const read = columnsOf(types, reads);
  const columns = read.length;
  const features = new Float64Array(log.type.length * columns);
  for (const [turn, type] of log.type.entries()) {
    for (let k = 0; k < columns; k++) features[turn * columns + k] = read[k][type];
  }
  const model = fitRareReactions({ features, columns, reactions: log.reaction, ...(weights && { weights }) }, random, {
    kept: KEPT,
    corrected,
  });
  const own = new Float64Array(columns);
  const chances = Float64Array.from({ length: TYPES }, (_, type) => {
    for (let k = 0; k < columns; k++) own[k] = read[k][type];
    return reactionChance(model, own);
  });
  return { model, chances };
}

/** A channel with mean 0 and deviation 1 over the base policy's answers. */
export function normalised(values: Float64Array): Float64Array {
  const [middle, spread] = [mean(values), deviation(values, 0)];
  return values.map((value) => (spread > 0 ? (value - middle) / spread : 0));
}

/** What the reward of helpfulness says of an answer: a closing costs half of it in all turns but the last. */
const helpChannel = ({ help, closing }: AnswerTypes): Float64Array =>
  help.map((h, k) => h * (1 - (closing[k] * (TURNS - 1)) / (2 * TURNS)));

const logBase = new Float64Array(TYPES).fill(-Math.log(TYPES));

/** The policy that maximises E r − KL/strength against the base policy, which gives every answer equally often. */
export function tilted(rewards: Float64Array, strength: number): Float64Array {
  const policy = new Float64Array(TYPES);
  tilt({ logReference: logBase, rewards }, strength, policy);
  return policy.map(Math.exp);
}

/** The same of weight·love + helpfulness + safety, with `others` as the weight of the last two. */
export function mixedPolicy(types: AnswerTypes, love: Float64Array, weight: number, others = OTHERS): Float64Array {
  const [l, h, s] = [love, helpChannel(types), types.safety].map(normalised);
  return tilted(
    l.map((x, k) => weight * x + others * (h[k] + s[k])),
    1 / BETA,
  );
}

export const basePolicy = (): Float64Array => new Float64Array(TYPES).fill(1 / TYPES);
