// A transformer that reads texts as a reward for them, kept as safetensors: its weights and the pieces that it tells texts by.

import { z } from "zod";
import { Parameters } from "../../nn/parameters.ts";
import { type Checkpoint, encodeSafetensors } from "../../nn/safetensors.ts";
import { pieceReader } from "./text-pieces.ts";
import { type RewardDescription, rewardDescription, type TextReward } from "./text-reward.ts";
import { type ReadingNetwork, readingNetwork, readingScorer } from "./transformer-reward.ts";

/** A transformer, and the pieces of its texts in the order of their numbers. */
export interface TransformerTextWeights {
  readonly pieces: readonly string[];
  readonly network: ReadingNetwork;
}

const header = z.object({
  about: rewardDescription,
  pieces: z.array(z.string()),
  sizes: z.object({
    vocabulary: z.int(),
    context: z.int(),
    width: z.int(),
    layers: z.int(),
    heads: z.int(),
  }),
  factor: z.number(),
});

export const TRANSFORMER_KIND = "agon transformer reward of texts";

/** Bytes of a file that keeps a reward. */
export function encodeTransformerReward(
  { pieces, network: { sizes, parameters, factor } }: TransformerTextWeights,
  about: RewardDescription,
): Uint8Array {
  return encodeSafetensors({
    tensors: parameters.shapes.map(({ name, shape }, k) => ({ name, shape, data: parameters.view(k) })),
    metadata: { kind: TRANSFORMER_KIND, told: JSON.stringify({ about, pieces, sizes, factor }) },
  });
}

/** Reads a checkpoint of that kind. Throws an Error that says what is wrong with it. */
export function transformerTextReward({ tensors, metadata }: Checkpoint): TextReward {
  const { about, pieces, sizes, factor } = header.parse(JSON.parse(metadata.told ?? "null"));
  const parameters = new Parameters(readingNetwork(sizes).shapes);
  for (const [k, { name }] of parameters.shapes.entries()) {
    const view = parameters.view(k);
    const tensor = tensors.find((one) => one.name === name);
    if (tensor?.data.length !== view.length) throw new Error(`its tensor "${name}" is not there, or has another size`);
    view.set(tensor.data);
  }
  const read = pieceReader(pieces, sizes.context);
  const scorer = readingScorer({ sizes, parameters, factor }, 1);
  return { about, reward: (prompt, text) => scorer.scores([read(prompt, text).numbers])[0] };
}
