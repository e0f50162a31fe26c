// The token mixer: one perceptron that is applied to every part of an input, with residual blocks in which the parts see each other's mean.
// Parts share all weights, so that what is learnt of one colour or one frame serves the others.

import type { Random } from "../../core/random.ts";
import { fanIn, type Initialiser } from "../initialisers.ts";
import { nn, np } from "../jax.ts";
import type { Parameters, TensorShape, Weights } from "../parameters.ts";

export interface TokenMixerOptions {
  /** Parts of an input, and numbers of each. */
  readonly tokens: number;
  readonly size: number;
  /** Numbers that describe a part beside its content: its condition and the time. */
  readonly context: number;
  readonly width: number;
  readonly blocks: number;
}

/** Below it silu is nothing, and its slope, which is e⁻ˣ/(1 + e⁻ˣ)², is no number in 32 bits. */
const LEAST = -80;
const silu = (x: np.Array): np.Array => nn.silu(np.maximum(x, LEAST));

/** Tensors of a block: W₁, G, E and their bias, then W₂ with its bias. */
const BLOCK = 6;

/** Uniform within a hundredth of the usual range: the network begins near 0. */
const small: Initialiser = (weights, inputs, outputs, random) => {
  fanIn(weights, inputs, outputs, random);
  for (let k = 0; k < weights.length; k++) weights[k] *= 0.01;
};

/**
 * Defines the network h₀ = W[x, c]; h ← h + W₂·silu(W₁·silu(h) + G·mean over tokens of silu(h) + E·c); out = V·silu(h), with c the context
 * of each token. Its output has the shape of its input.
 */
export function tokenMixer({ tokens, size, context, width, blocks }: TokenMixerOptions) {
  const shapes: TensorShape[] = [
    { name: "input.content", shape: [size, width] },
    { name: "input.context", shape: [context, width] },
    { name: "input.bias", shape: [width] },
    ...Array.from({ length: blocks }, (_, k): TensorShape[] => [
      { name: `block.${k}.own`, shape: [width, width] },
      { name: `block.${k}.mean`, shape: [width, width] },
      { name: `block.${k}.context`, shape: [context, width] },
      { name: `block.${k}.bias`, shape: [width] },
      { name: `block.${k}.out`, shape: [width, width] },
      { name: `block.${k}.out.bias`, shape: [width] },
    ]).flat(),
    { name: "output", shape: [width, size] },
    { name: "output.bias", shape: [size] },
  ];
  return {
    shapes,
    /** Networks of equal forms and shapes compute the same function. */
    form: `token mixer ${JSON.stringify({ tokens, size, context, width, blocks })}`,
    initialise(parameters: Parameters, random: Random) {
      for (const [k, { name, shape }] of shapes.entries()) {
        if (shape.length < 2) continue;
        const fill = name === "output" || name.endsWith(".out") ? small : fanIn;
        fill(parameters.view(k), shape[0], shape[1], random.stream(name));
      }
    },
    /** Evaluates rows of tokens: `x` [rows·tokens × size] and `c` [rows·tokens × context] → [rows·tokens × size]. Consumes all. */
    apply(weights: Weights, x: np.Array, c: np.Array): np.Array {
      const [content, inContext, inBias, ...rest] = weights;
      const [output, outBias] = rest.slice(BLOCK * blocks);
      const rows = x.shape[0] / tokens;
      let h = np.dot(x, content).add(np.dot(c.ref, inContext)).add(inBias);
      for (let k = 0; k < blocks; k++) {
        const [own, mean, ofContext, bias, out, bias2] = rest.slice(BLOCK * k, BLOCK * (k + 1));
        const lit = silu(h.ref);
        const shared = np.dot(np.mean(lit.ref.reshape([rows, tokens, width]), 1), mean);
        const inner = np
          .dot(lit, own)
          .add(np.dot(c.ref, ofContext))
          .add(bias)
          .reshape([rows, tokens, width])
          .add(shared.reshape([rows, 1, width]))
          .reshape([rows * tokens, width]);
        h = h.add(np.dot(silu(inner), out)).add(bias2);
      }
      c.dispose();
      return np.dot(silu(h), output).add(outBias);
    },
  };
}

export type TokenMixer = ReturnType<typeof tokenMixer>;
