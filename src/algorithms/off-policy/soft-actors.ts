// The actors of soft actor-critic: for each seat of a team a perceptron that gives mean and spread of squashed normal
// actions.

import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { squashedGaussian } from "../../nn/distributions/gaussian.ts";
import { np } from "../../nn/jax.ts";
import { perceptrons } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import type { Weights } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { boxAction } from "../box-action.ts";
import { type JointOptions, seatName } from "./joint-critics.ts";

/** Log standard deviations that an actor can say, before squashing. */
const [LEAST, MOST] = [-5, 2];

/** Actors of every seat over one set of parameters. */
type SoftActors = ReturnType<typeof softActors>;

/** Builds and initialises the actors. */
export function softActors(options: JointOptions, random: Random) {
  const { team, observationSize: inputs, actionSize, hidden, activation } = options;
  const outputs = 2 * actionSize;
  const actors = perceptrons(
    Array.from({ length: team }, (_, place) => ({
      name: seatName("actor", place, team),
      inputs,
      hidden,
      outputs,
      activation,
    })),
    random,
  );
  return {
    parameters: actors.parameters,
    /** The tensors of the actor at `place` among those of all. */
    of: actors.of,
    /** A copy of the parameters of the actor at `place` as they are now. */
    copyOf: actors.copyOf,
    /**
     * Actions on [−1, 1] of one seat's observations [batch × O] and standard normal noise [batch × A], with their
     * log-densities [batch]. Consumes the tensors of that seat's actor and both arrays.
     */
    draw(own: Weights, observations: np.Array, noise: np.Array): { actions: np.Array; logProbability: np.Array } {
      const [mean, raw] = np.split(actors.apply(own, 0, observations), 2, 1);
      const logDeviation = np
        .tanh(raw)
        .add(1)
        .mul((MOST - LEAST) / 2)
        .add(LEAST);
      return squashedGaussian(mean, logDeviation, noise);
    },
  };
}

/** The player that the actor at `place` is now in its seat: its middle, tanh μ, with `mode`, else draws. */
export function softPlayer(spec: NumericSpec, actors: SoftActors, place: number, seat: number, mode: boolean): Agent {
  const scale = observationScale(spec);
  const { data, run, close } = networkProgram(
    [actors.copyOf(place)],
    ([own], [x, noise]) => {
      const { actions, logProbability } = actors.draw(own, x, noise);
      logProbability.dispose();
      return [actions];
    },
    [
      [1, spec.observationSize],
      [1, spec.actionSize],
    ],
  );
  const [seen, noise] = data;
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      for (let k = 0; k < seen.length; k++) seen[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
      if (!mode) for (let k = 0; k < noise.length; k++) noise[k] = hand.normal();
      boxAction(spec, seat, run()[0], 0, action, 0);
    },
    close,
  };
}
