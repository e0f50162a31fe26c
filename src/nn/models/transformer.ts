// A small decoder-only transformer (Vaswani et al., arXiv 1706.03762): root-mean-square pre-normalisation (Zhang & Sennrich, arXiv
// 1910.07467) without a gain, learned position embeddings, no biases, a ReLU perceptron of four times the width, and a single gain before
// an untied head. The gain and the untied head allow a pretrained model to keep learning from rewards.

import type { Random } from "../../core/random.ts";
import { lax, np } from "../jax.ts";
import { expOnce, largest, materialise, reciprocalOnce } from "../kernels/materialise.ts";
import type { Parameters, TensorShape } from "../parameters.ts";
import type { LanguageModel, TextNetwork } from "./language-model.ts";
import { type Attended, block, formOf, HIDDEN, readOut, type TransformerOptions } from "./transformer-blocks.ts";
import { transformerReader } from "./transformer-reader.ts";

/** Number of tensors per block. */
const BLOCK = 4;

/** A transformer language model with these sizes: vocabulary·width·2 + context·width + width + 12·layers·width² parameters. */
export const transformer = (options: TransformerOptions): LanguageModel => ({
  ...readingTransformer(options, options.vocabulary),
  width: options.width,
  reader: (parameters, rows) => transformerReader(options, parameters, rows),
});

/** A transformer with `outputs` outputs at every position. */
export function readingTransformer(options: TransformerOptions, outputs: number): TextNetwork {
  const { vocabulary, context, width, layers } = options;
  const shapes: TensorShape[] = [
    { name: "embedding", shape: [vocabulary, width] },
    { name: "places", shape: [context, width] },
    ...Array.from({ length: layers }, (_, l): TensorShape[] => [
      { name: `block.${l}.attention`, shape: [width, 3 * width] },
      { name: `block.${l}.output`, shape: [width, width] },
      { name: `block.${l}.up`, shape: [width, 4 * width] },
      { name: `block.${l}.down`, shape: [4 * width, width] },
    ]).flat(),
    { name: "gain", shape: [width] },
    { name: "head", shape: [width, outputs] },
  ];
  return {
    vocabulary,
    context,
    shapes,
    form: `${formOf(options)}${outputs === vocabulary ? "" : ` of ${outputs}`}`,
    initialise(parameters, random) {
      initialise(parameters, random, layers);
    },
    logits(weights, tokens, texts) {
      const [embedding, places, ...rest] = weights;
      const rows = texts * context;
      let x = np.dot(tokens, embedding).reshape([texts, context, width]).add(places).reshape([rows, width]);
      const hidden = materialise(np.triu(np.full([context, context], HIDDEN), 1));
      for (let l = 0; l < layers; l++) {
        const own = rest.slice(BLOCK * l, BLOCK * (l + 1));
        x = block(own, x, (parts) => attention(parts, hidden.ref, texts, options));
      }
      hidden.dispose();
      const [gain, head] = rest.slice(BLOCK * layers);
      return readOut(x, gain, head);
    },
  };
}

function initialise(parameters: Parameters, random: Random, layers: number): void {
  const EMBEDDING = 0.17;
  const HEAD = 0.02;
  for (const [k, { name, shape }] of parameters.shapes.entries()) {
    const view = parameters.view(k);
    const stream = random.stream(name);
    const normal = (deviation: number) => {
      for (let j = 0; j < view.length; j++) view[j] = deviation * stream.normal();
    };
    if (name === "gain") view.fill(1);
    else if (name === "embedding" || name === "places") normal(EMBEDDING);
    else if (name === "head") normal(HEAD);
    else {
      // Projections that add to the residual stream are scaled down with the number of blocks.
      const adds = name.endsWith("output") || name.endsWith("down");
      normal(1 / Math.sqrt(shape[0]) / (adds ? Math.sqrt(2 * layers) : 1));
    }
  }
}

/** Causal self-attention, [texts·context × width] each. Consumes all. */
function attention(
  parts: Attended,
  hidden: np.Array,
  texts: number,
  { context, width, heads }: TransformerOptions,
): np.Array {
  const size = width / heads;
  const split = (part: np.Array, axes: number[]) => part.reshape([texts, context, heads, size]).transpose(axes);
  const queries = split(parts.queries, [0, 2, 1, 3]);
  const keys = split(parts.keys, [0, 2, 3, 1]);
  const values = split(parts.values, [0, 2, 1, 3]);
  const scores = np
    .matmul(queries, keys)
    .mul(1 / Math.sqrt(size))
    .add(hidden);
  const most = lax.stopGradient(largest(scores.ref));
  const shares = expOnce(scores.sub(most));
  const total = reciprocalOnce(np.sum(shares.ref, -1)).reshape([texts, heads, context, 1]);
  const mixed = np.matmul(shares, values).mul(total).transpose([0, 2, 1, 3]);
  // Materialised, because the next product would recompute each number for each of its columns.
  return materialise(mixed.reshape([texts * context, width]));
}
