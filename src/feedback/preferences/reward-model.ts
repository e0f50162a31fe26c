// A linear preference model as a reward for texts, kept as safetensors: weights of the features and words that it reads. Any reward's file is
// read here.

import { z } from "zod";
import { type Checkpoint, decodeSafetensors, encodeSafetensors } from "../../nn/safetensors.ts";
import { NETWORK_KIND, networkTextReward } from "./network-text-reward.ts";
import { textReader } from "./text-features.ts";
import { type RewardDescription, rewardDescription, type TextReward } from "./text-reward.ts";
import { TRANSFORMER_KIND, transformerTextReward } from "./transformer-text-reward.ts";

/** Weights in the features' own units. */
export interface RewardWeights {
  /** By names of text features. */
  readonly features: Readonly<Record<string, number>>;
  /** By words: what a text gains in which the word stands. */
  readonly words: Readonly<Record<string, number>>;
}

const KIND = "agon linear reward of texts";
const metadata = z.object({
  kind: z.literal(KIND),
  about: z.string(),
  features: z.string(),
  words: z.string(),
});
const names = z.array(z.string());

/** Bytes of a file that keeps a reward. Weights are kept in 32 bits. */
export function encodeTextReward(weights: RewardWeights, about: RewardDescription): Uint8Array {
  const tensor = (name: string, values: readonly number[]) => ({
    ...{ name, shape: [values.length] },
    data: Float32Array.from(values),
  });
  return encodeSafetensors({
    tensors: [tensor("features", Object.values(weights.features)), tensor("words", Object.values(weights.words))],
    metadata: {
      kind: KIND,
      about: JSON.stringify(about),
      features: JSON.stringify(Object.keys(weights.features)),
      words: JSON.stringify(Object.keys(weights.words)),
    },
  });
}

/** Reads the bytes of a reward's file of any kind. Throws an Error that says what is wrong with them. */
export function decodeTextReward(bytes: Uint8Array): TextReward {
  const checkpoint = decodeSafetensors(bytes);
  const broken = checkpoint.tensors.find(({ data }) => !data.every(Number.isFinite));
  if (broken !== undefined) throw new Error(`its tensor "${broken.name}" holds what is no finite number`);
  const { kind } = checkpoint.metadata;
  if (kind === TRANSFORMER_KIND) return transformerTextReward(checkpoint);
  return kind === NETWORK_KIND ? networkTextReward(checkpoint) : linearTextReward(checkpoint);
}

function linearTextReward({ tensors, metadata: texts }: Checkpoint): TextReward {
  const parsed = metadata.safeParse(texts);
  if (!parsed.success) throw new Error("it holds no reward of texts");
  const features = names.parse(JSON.parse(parsed.data.features));
  const words = names.parse(JSON.parse(parsed.data.words));
  const valuesOf = (name: string, count: number): Float32Array => {
    const tensor = tensors.find((one) => one.name === name);
    if (tensor?.data.length !== count) throw new Error(`its tensor "${name}" has not as many numbers as names`);
    return tensor.data;
  };
  const weights = [...valuesOf("features", features.length), ...valuesOf("words", words.length)];
  const read = textReader({ features, words });
  return {
    about: rewardDescription.parse(JSON.parse(parsed.data.about)),
    reward: (prompt, text) => read(prompt, text).reduce((sum, value, k) => sum + weights[k] * value, 0),
  };
}
