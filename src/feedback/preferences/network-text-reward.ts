// Networks as a reward for texts, kept as safetensors: one network, or the mean of an ensemble's.

import { z } from "zod";
import { Parameters } from "../../nn/parameters.ts";
import { type Checkpoint, encodeSafetensors, type Tensor } from "../../nn/safetensors.ts";
import { type NetworkReward, networkScores } from "./network-reward.ts";
import { layersOf, type ScaledNetwork } from "./scaled-network.ts";
import { type TextReading, textReader } from "./text-features.ts";
import { type RewardDescription, rewardDescription, type TextReward } from "./text-reward.ts";

/** Networks that read the same of a text. */
export interface NetworkTextWeights {
  readonly reading: TextReading;
  /** At least one; all of the same sizes. */
  readonly members: readonly NetworkReward[];
}

const header = z.object({
  about: rewardDescription,
  features: z.array(z.string()),
  words: z.array(z.string()),
  sizes: z.object({
    inputs: z.int(),
    hidden: z.array(z.int()),
    activation: z.enum(["tanh", "relu", "silu"]),
  }),
  factors: z.array(z.number()),
});

export const NETWORK_KIND = "agon network reward of texts";

/** Bytes of a file that keeps a reward. Weights are kept in 32 bits. */
export function encodeNetworkReward({ reading, members }: NetworkTextWeights, about: RewardDescription): Uint8Array {
  const tensors = members.flatMap(({ network: { parameters, scale } }, m): Tensor[] => {
    const vector = (name: string, values: Float64Array): Tensor => ({
      ...{ name: `member.${m}.${name}`, shape: [values.length], data: Float32Array.from(values) },
    });
    return [
      vector("centre", scale.centre),
      vector("spread", scale.spread),
      ...parameters.shapes.map(({ name, shape }, k) => ({
        ...{ name: `member.${m}.${name}`, shape, data: parameters.view(k) },
      })),
    ];
  });
  const { sizes } = members[0].network;
  const factors = members.map(({ factor }) => factor);
  return encodeSafetensors({
    tensors,
    metadata: { kind: NETWORK_KIND, told: JSON.stringify({ about, ...reading, sizes, factors }) },
  });
}

/** Reads a checkpoint of that kind. Throws an Error that says what is wrong with it. */
export function networkTextReward({ tensors, metadata }: Checkpoint): TextReward {
  const { about, sizes, factors, ...reading } = header.parse(JSON.parse(metadata.told ?? "null"));
  const read = textReader(reading);
  const numbersOf = (name: string, count: number): Float32Array => {
    const tensor = tensors.find((one) => one.name === name);
    if (tensor?.data.length !== count) throw new Error(`its tensor "${name}" is not there, or has another size`);
    return tensor.data;
  };
  const members = factors.map((factor, m) => {
    const own = (name: string) => Float64Array.from(numbersOf(`member.${m}.${name}`, sizes.inputs));
    const parameters = new Parameters(layersOf(sizes).shapes);
    for (const [k, { name }] of parameters.shapes.entries()) {
      const view = parameters.view(k);
      view.set(numbersOf(`member.${m}.${name}`, view.length));
    }
    const network: ScaledNetwork = { sizes, scale: { centre: own("centre"), spread: own("spread") }, parameters };
    return { network, factor };
  });
  return {
    about,
    reward(prompt, text) {
      const row = read(prompt, text);
      return members.reduce((sum, one) => sum + networkScores(one, row)[0] / members.length, 0);
    },
  };
}
