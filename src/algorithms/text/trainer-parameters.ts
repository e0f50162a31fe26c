// What a trainer of texts may be set to, beside its method and callbacks.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import { writingMode } from "../trained-play.ts";
import { startParameters } from "./curriculum.ts";
import { AVERAGES, BASELINES, SCALES } from "./group-advantage.ts";
import { groupSizes, stageParameters } from "./stages.ts";
import { SPANS } from "./token-objective.ts";

/** Sizes of a model that writes. */
export const modelParameters = z
  .strictObject({
    width: whole(4, 4096, 32).describe("numbers that stand for a character on the way"),
    layers: whole(1, 64, 2).describe("blocks"),
    heads: whole(1, 64, 2).describe("heads of attention; they divide the width"),
  })
  .prefault({})
  .describe("sizes of the transformer");

/** How a writer imitates before it is paid. */
const sftParameters = z
  .strictObject({
    steps: whole(0, 1_000_000, 300).describe("gradient steps of imitation before any pay"),
    texts: whole(1, 4096, 64).describe("demonstrations of each"),
    rate: positive(1, 3e-3).describe("largest learning rate of the imitation"),
    from: z.string().default("demonstrator").describe("the world's oracle that is imitated"),
  })
  .prefault({})
  .describe("supervised fine-tuning before the pay: imitation of an oracle of the world");

/** Throws a UserError where the heads do not share the width evenly; `path` leads to the model. */
export function checkHeads(
  { width, heads }: z.output<typeof modelParameters>,
  path: readonly (string | number)[] = [],
): void {
  if (width % heads === 0) return;
  const what = `a width of ${width} cannot be shared among ${heads} heads`;
  const hint = "choose a divisor of the width";
  throw new UserError({ code: "bad-heads", what, path: [...path, "model", "heads"], hint });
}

const weight = (what: string) => within(0, 1000, 0).describe(what);

/** Parameters of a training on groups, beside those of its method and callbacks. */
export const trainerFields = {
  updates: whole(0, 1_000_000, 60).describe("updates that are paid for, after the imitation"),
  characters: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe(
      "written characters after which the training ends, however many updates are left; default no end but theirs",
    ),
  ...groupSizes,
  rate: positive(1, 1e-3).describe("learning rate"),
  rise: z.int().min(1).default(5).describe("gradient steps over which the rate rises from almost 0"),
  epochs: whole(1, 100, 1).describe("passes over the answers of an update"),
  minibatches: whole(1, 4096, 1).describe("parts of a pass, one gradient step each"),
  tries: whole(1, 100, 1).describe(
    "batches that are written in search of groups whose answers are not all paid the same; 1: as they come",
  ),
  clip: z
    .tuple([z.number().gt(0).max(1), z.number().gt(0).max(100)])
    .default([0.2, 0.28])
    .describe("how far a character's probability ratio may fall below 1 and rise above it"),
  baseline: oneOf(BASELINES, "group").describe(
    "what an answer's pay is compared with: the group's mean, its other answers', the batch's, nothing",
  ),
  scale: oneOf(SCALES, "group").describe(
    "what the difference is divided by: the group's deviation, the batch's, nothing",
  ),
  ratio: oneOf(SPANS, "characters").describe(
    "whose probability ratio is clipped: each character's, its turn's mean, or the text's (GSPO)",
  ),
  average: oneOf(AVERAGES, "characters").describe(
    "what counts alike in the loss: characters, texts, or characters by the longest possible text",
  ),
  starts: startParameters,
  stages: stageParameters,
  divergence: weight("weight of the divergence from the model as it is when a stage begins"),
  entropy: weight("weight of the entropy bonus, in nats a character"),
  temperature: positive(100, 1).describe("that answers are drawn at while it learns"),
  mode: writingMode,
  segments: whole(1, 10_000, 10).describe("parts of the training, between which it can be resumed"),
  model: modelParameters,
  sft: sftParameters,
};

export type GroupTrainingOptions = z.output<z.ZodObject<typeof trainerFields>>;
