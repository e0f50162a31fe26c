// One actor for all seats of a team: the probabilities of a few choices as a perceptron of an observation and of what stands
// beside it.

import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { sampleCategorical } from "../../nn/distributions/categorical.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import type { np } from "../../nn/jax.ts";
import { type MlpOptions, perceptrons } from "../../nn/models/mlp.ts";
import type { Weights } from "../../nn/parameters.ts";
import { type Beside, networkPlayer } from "../network-player.ts";
import type { ActionChoices } from "./action-choices.ts";

/** Builds and initialises the actor. */
export function choiceActor(options: Omit<MlpOptions, "name">, random: Random) {
  const L = options.outputs;
  const net = perceptrons([{ ...options, name: "actor", outputInitialiser: orthogonal(0.01) }], random);
  const apply = (weights: Weights, x: np.Array) => net.apply(weights, 0, x);
  return {
    parameters: net.parameters,
    /** [batch × inputs] → logits [batch × choices]. Consumes both. */
    apply,
    /** The player that it is now in `seat`: its most probable choice with `mode`, else it draws. */
    player: (spec: NumericSpec, actions: ActionChoices, seat: number, mode: boolean, beside: Beside): Agent =>
      networkPlayer(
        spec,
        net.copyOf(0),
        apply,
        (head, action, random) => {
          const choice = mode ? largestAt(head, 0, L) : sampleCategorical(head, 0, L, random);
          actions.decode(choice, seat, action, 0);
        },
        beside,
      ),
  };
}
