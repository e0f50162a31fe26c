// From the values of single seats to that of the team: their sum (VDN, Sunehag et al., arXiv 1706.05296), or any function
// that rises with each of them and depends on the state (QMIX, Rashid et al., arXiv 1803.11485). Either way the choices that
// are best for each seat are best for the team.

import type { Random } from "../../core/random.ts";
import { nn, np } from "../../nn/jax.ts";
import { mlp } from "../../nn/models/mlp.ts";
import type { Parameters, TensorShape, Weights } from "../../nn/parameters.ts";

/** A team's value as a function of its seats' values, over weights that are held elsewhere. */
export interface ValueMixer {
  readonly shapes: readonly TensorShape[];
  /** Draws first values into tensors `first` … of `parameters`. */
  initialise(parameters: Parameters, first: number, random: Random): void;
  /** Values [batch × team] and states [batch × stateSize] → [batch]. Consumes everything. */
  apply(weights: Weights, values: np.Array, states: np.Array): np.Array;
}

/** Q_tot = Σ Q_i. */
export const sumMixer: ValueMixer = {
  shapes: [],
  initialise() {},
  apply(_weights, values, states) {
    states.dispose();
    return np.sum(values, 1);
  },
};

/**
 * Q_tot = elu(Q·|W₁(s)| + b₁(s))·|w₂(s)| + b₂(s), where W₁, b₁ and w₂ are linear in the state and b₂ has one hidden layer of
 * `embedding` rectified units (arXiv 1803.11485, section 4.1 and appendix).
 */
export function monotonicMixer(team: number, stateSize: number, embedding: number): ValueMixer {
  const linear = (name: string, outputs: number, hidden: number[] = []) =>
    mlp({ name: `mixer.${name}`, inputs: stateSize, hidden, outputs, activation: "relu" });
  const nets = [
    linear("weight1", team * embedding),
    linear("bias1", embedding),
    linear("weight2", embedding),
    linear("bias2", 1, [embedding]),
  ];
  const firsts = nets.map((_, k) => nets.slice(0, k).reduce((sum, { shapes }) => sum + shapes.length, 0));
  return {
    shapes: nets.flatMap(({ shapes }) => shapes),
    initialise(parameters, first, random) {
      for (const [k, net] of nets.entries()) net.initialise(parameters, first + firsts[k], random);
    },
    apply(weights, values, states) {
      const [weight1, bias1, weight2, bias2] = nets.map((net, k) =>
        net.apply(weights.slice(firsts[k], firsts[k] + net.shapes.length), states.ref),
      );
      states.dispose();
      const each = values.reshape([-1, team, 1]).mul(np.abs(weight1).reshape([-1, team, embedding]));
      const hidden = nn.elu(np.sum(each, 1).add(bias1));
      return np.sum(hidden.mul(np.abs(weight2)), 1).add(bias2.reshape([-1]));
    },
  };
}
