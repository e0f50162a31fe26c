// The value of each of a few choices as a perceptron of the observation: how it acts, how losses see it, how a trained
// one plays.

import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { np } from "../../nn/jax.ts";
import { type Activation, mlp } from "../../nn/models/mlp.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import { networkPlayer } from "../network-player.ts";

export interface QNetworkOptions {
  readonly observationSize: number;
  readonly choices: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
  /** One output for the state and one for each choice, Q = V + A − mean A; default one for each choice. */
  readonly dueling: boolean;
}

/** A function from observations to values of choices, over parameters that are held beside it. */
export interface QNetwork {
  readonly parameters: Parameters;
  /** [batch × observationSize] → [batch × choices]. Consumes both. */
  apply(weights: Weights, observations: np.Array): np.Array;
}

/**
 * Builds and initialises the network. The dueling form is Wang et al. (arXiv 1511.06581), eq. 9, with both streams one
 * layer deep on a common trunk.
 */
export function qNetwork(options: QNetworkOptions, random: Random): QNetwork {
  const { choices, dueling } = options;
  const net = mlp({
    name: "q",
    inputs: options.observationSize,
    hidden: options.hidden,
    outputs: dueling ? choices + 1 : choices,
    activation: options.activation,
  });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, random);
  // The mixing of streams is a constant matrix: the state's output to every choice, each advantage less the mean.
  const mixing = Float32Array.from({ length: (choices + 1) * choices }, (_, at) => {
    const [from, to] = [Math.floor(at / choices) - 1, at % choices];
    return from < 0 ? 1 : (from === to ? 1 : 0) - 1 / choices;
  });
  return {
    parameters,
    apply(weights, observations) {
      const out = net.apply(weights, observations);
      return dueling ? np.dot(out, np.array(mixing.slice()).reshape([choices + 1, choices])) : out;
    },
  };
}

/** The greedy player of the network as it is now. */
export function greedyPlayer(spec: NumericSpec, network: QNetwork, choices: number): Agent {
  return networkPlayer(spec, network.parameters.clone(), network.apply, (values, action) => {
    action[0] = largestAt(values, 0, choices);
  });
}
