// A network that scores choices one by one with the same weights: by what is known of all, and by the choice's own numbers. Scores are logits,
// so that drawing one choice after the other without those taken is the model of Plackett and Luce.

import type { Random } from "../../core/random.ts";
import { type Initialiser, orthogonal } from "../initialisers.ts";
import { np } from "../jax.ts";
import type { Parameters, TensorShape, Weights } from "../parameters.ts";
import { type Activation, activate, mlp } from "./mlp.ts";
import type { Network } from "./network.ts";

/** An input row is what is known of all, [common], then for each number of a choice its values by choice, [each × choices]. */
export interface ChoiceScorerOptions {
  readonly name: string;
  readonly common: number;
  readonly each: number;
  readonly choices: number;
  /** Units of the hidden layers, at least one layer. */
  readonly hidden: readonly number[];
  readonly activation?: Activation;
  readonly outputInitialiser?: Initialiser;
}

/** Defines the network, [batch × (common + each·choices)] → [batch × choices]. It remembers nothing. */
export function choiceScorer(options: ChoiceScorerOptions): Network {
  const { name, common, each, choices, activation = "tanh" } = options;
  const [units, ...hidden] = options.hidden;
  if (units === undefined) throw new Error("a scorer of choices has a hidden layer");
  const rest = mlp({ ...options, name: `${name}.score`, inputs: units, hidden, outputs: 1 });
  const shapes: TensorShape[] = [
    { name: `${name}.common.weight`, shape: [common, units] },
    { name: `${name}.each.weight`, shape: [each, units] },
    { name: `${name}.bias`, shape: [units] },
    ...rest.shapes,
  ];
  const apply = ([ofCommon, ofEach, bias, ...others]: Weights, x: np.Array): np.Array => {
    const batch = x.shape[0];
    const known = np
      .dot(x.ref.slice([], [0, common]), ofCommon)
      .add(bias)
      .reshape([batch, 1, units]);
    const own = x
      .slice([], [common, common + each * choices])
      .reshape([batch, each, choices])
      .transpose([0, 2, 1])
      .reshape([batch * choices, each]);
    const first = np.dot(own, ofEach).reshape([batch, choices, units]).add(known);
    const seen = activate(first.reshape([batch * choices, units]), activation);
    return rest.apply(others, seen).reshape([batch, choices]);
  };
  return {
    shapes,
    form: `scorer of choices ${JSON.stringify({ activation, common, each, choices })}`,
    memorySize: 0,
    first() {
      throw new Error("a scorer of choices has no layers that others share");
    },
    initialise(parameters: Parameters, at: number, random: Random) {
      const fill = orthogonal(Math.SQRT2);
      fill(parameters.view(at), common, units, random.stream(name, "common"));
      fill(parameters.view(at + 1), each, units, random.stream(name, "each"));
      parameters.view(at + 2).fill(0);
      rest.initialise(parameters, at + 3, random);
    },
    step: (weights, x) => ({ output: apply(weights, x), memory: undefined }),
    unroll: apply,
  };
}
