// A linear preference model as a reward for texts, kept as safetensors: weights of the features and words that it reads.

import { z } from "zod";
import { wordsOf } from "../../core/words.ts";
import { decodeSafetensors, encodeSafetensors } from "../../nn/safetensors.ts";
import { addFeatures, TEXT_FEATURES } from "./text-features.ts";

/** What a text is worth: the difference of two rewards is the log-odds that the first is preferred. */
export interface TextReward {
  /** The model's id, and what it was fitted to. */
  readonly about: RewardAbout;
  reward(prompt: string, text: string): number;
}

const about = z.object({
  model: z.string(),
  /** The file of comparisons, how many, and of how many prompts. */
  file: z.string(),
  pairs: z.int(),
  prompts: z.int(),
});
export type RewardAbout = z.output<typeof about>;

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
export function encodeTextReward(weights: RewardWeights, told: RewardAbout): Uint8Array {
  const tensor = (name: string, values: readonly number[]) => ({
    ...{ name, shape: [values.length] },
    data: Float32Array.from(values),
  });
  return encodeSafetensors({
    tensors: [tensor("features", Object.values(weights.features)), tensor("words", Object.values(weights.words))],
    metadata: {
      kind: KIND,
      about: JSON.stringify(told),
      features: JSON.stringify(Object.keys(weights.features)),
      words: JSON.stringify(Object.keys(weights.words)),
    },
  });
}

/** Reads such a file's bytes. Throws an Error that says what is wrong with them. */
export function decodeTextReward(bytes: Uint8Array): TextReward {
  const { tensors, metadata: texts } = decodeSafetensors(bytes);
  const found = metadata.safeParse(texts);
  if (!found.success) throw new Error("it holds no reward of texts");
  const known = names.parse(JSON.parse(found.data.features));
  const words = names.parse(JSON.parse(found.data.words));
  const valuesOf = (name: string, count: number): Float32Array => {
    const tensor = tensors.find((one) => one.name === name);
    if (tensor?.data.length !== count) throw new Error(`its tensor "${name}" has not as many numbers as names`);
    return tensor.data;
  };
  const [ofFeatures, ofWords] = [valuesOf("features", known.length), valuesOf("words", words.length)];
  const columns = known.map((name) => {
    const at = TEXT_FEATURES.findIndex((one) => one.name === name);
    if (at < 0) throw new Error(`it weighs "${name}", which this version of Agon does not read off a text`);
    return at;
  });
  const weightOf = new Map(words.map((word, k) => [word, ofWords[k]]));
  return {
    about: about.parse(JSON.parse(found.data.about)),
    reward(prompt, text) {
      const values = new Float64Array(TEXT_FEATURES.length);
      const own = new Set(addFeatures(text, new Set(wordsOf(prompt)), values, 0, 1));
      let sum = columns.reduce((all, column, k) => all + ofFeatures[k] * values[column], 0);
      for (const word of own) sum += weightOf.get(word) ?? 0;
      return sum;
    },
  };
}
