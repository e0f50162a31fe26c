// Dense networks that return the output of every layer, and whose layers may be joined otherwise than by plain products, so that a rule
// decides what gradient a layer receives.

import type { Random } from "../../core/random.ts";
import { fanIn } from "../../nn/initialisers.ts";
import { lax, np } from "../../nn/jax.ts";
import { type Activation, activate } from "../../nn/models/mlp.ts";
import type { Parameters, TensorShape, Weights } from "../../nn/parameters.ts";

/** What layer `l` (from 0) does with its input before its bias, [rows × inputs] → [rows × outputs]. Consumes both. */
export type Join = (x: np.Array, weight: np.Array, l: number) => np.Array;

/** The whole gradient passes. */
export const joined: Join = (x, weight) => np.dot(x, weight);

/** No gradient passes below. */
export const cut: Join = (x, weight) => np.dot(lax.stopGradient(x), weight);

/** A network of L layers as functions of external weights. */
export type LayeredNetwork = ReturnType<typeof layeredNetwork>;

/** Layers of widths `sizes`, L + 1 of them, with an activation between the layers and none at the end. */
export function layeredNetwork(name: string, sizes: readonly number[], activation: Activation) {
  const layers = sizes.length - 1;
  const shapes = Array.from({ length: layers }, (_, l): TensorShape[] => [
    { name: `${name}.${l}.weight`, shape: [sizes[l], sizes[l + 1]] },
    { name: `${name}.${l}.bias`, shape: [sizes[l + 1]] },
  ]).flat();
  return {
    sizes,
    layers,
    shapes,
    /** Weights uniform within ±1/√inputs, each layer's from a stream of its own, and biases 0, from tensor `first` on. */
    initialise(parameters: Parameters, first: number, random: Random): void {
      for (let l = 0; l < layers; l++) {
        fanIn(parameters.view(first + 2 * l), sizes[l], sizes[l + 1], random.stream("layer", l));
        parameters.view(first + 2 * l + 1).fill(0);
      }
    },
    /** a_0 = x and a_{l+1} = f(a_l·W_l + c_l), [rows × width] each, the last one without f. Consumes the weights and `x`. */
    outputs(weights: Weights, x: np.Array, join: Join = joined): np.Array[] {
      const outputs = [x];
      for (let l = 0; l < layers; l++) {
        const z = join(outputs[l].ref, weights[2 * l], l).add(weights[2 * l + 1]);
        outputs.push(l < layers - 1 ? activate(z, activation) : z);
      }
      return outputs;
    },
  };
}
