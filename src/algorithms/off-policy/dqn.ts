// Deep Q-learning (Mnih et al., 2015) for worlds of a few choices, independent for each learning seat: replay, a target
// network, ε-greedy play. Options: double estimates (van Hasselt et al., arXiv 1509.06461), dueling streams (Wang et al.,
// arXiv 1511.06581), prioritised replay (Schaul et al., arXiv 1511.05952).

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, positive, share, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { largestAt } from "../../math/largest.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { type Activation, mlp } from "../../nn/models/mlp.ts";
import { batchProgram, networkProgram } from "../../nn/models/network-program.ts";
import { linearSchedule } from "../../nn/optimiser.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import { networkPlayer } from "../network-player.ts";
import { checkFinite } from "../training-measures.ts";
import { actionChoices, choiceEncoding, epsilonGreedy } from "./action-choices.ts";
import { targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { alone, offPolicyPlan } from "./off-policy.ts";
import { batch, explorationFields, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import { bootstrapped, replayBuffer } from "./replay-buffer.ts";

const parameters = z.strictObject({
  ...offPolicyFields,
  copies: offPolicyFields.copies.default(4),
  batch: batch.default(64),
  rate: positive(10, 1e-3).describe("learning rate"),
  double: flag(true).describe("the learning network chooses the next action, the target network values it"),
  dueling: flag(false).describe("separate outputs for the state and for the advantages"),
  priority: within(0, 2, 0).describe("α of prioritised replay; 0 draws uniformly"),
  correction: share(0.4).describe("β of prioritised replay at the start; it rises to 1 over the training"),
  targetEvery: z.int().min(1).default(250).describe("gradient steps between updates of the target network"),
  targetShare: targetShare.default(1).describe("how far an update moves the target network"),
  ...explorationFields,
  loss: oneOf(["huber", "squared"], "huber").describe("of an error; huber is linear beyond 1"),
  maxNorm: z.number().gt(0).default(10).describe("longest gradient"),
});

type DqnOptions = z.output<typeof parameters>;

export const dqn = bind({
  id: "dqn",
  summary: "deep Q-learning with replay and a target network; double, dueling and prioritised as options",
  source: "Mnih et al. (2015), doi 10.1038/nature14236; arXiv 1509.06461, 1511.06581, 1511.05952",
  parameters,
  make: (p) => offPolicyPlan(p, choicesOf, alone, (spec, _seats, random) => learner(spec, p, random)),
});

function choicesOf({ choices }: NumericSpec): number {
  if (choices !== undefined) return choices;
  const what = "dqn needs a world whose actions are a few choices, and this one's are numbers in a box";
  throw new UserError({ code: "wrong-actions", what, hint: "use sac or ppo" });
}

interface DqnLearner extends OffPolicyLearner {
  /** Q of each choice for one observation, scaled as the learner sees it. */
  values(observation: Float32Array): Float32Array;
}

function learner(spec: NumericSpec, p: DqnOptions, random: Random): DqnLearner {
  const choices = choicesOf(spec);
  const O = spec.observationSize;
  const values = qNetwork({ ...p, observationSize: O, choices }, random.stream("weights"));
  const network = targetedNetwork(values.parameters, { rate: p.rate, clip: p.maxNorm });
  const memory = replayBuffer({
    capacity: p.capacity,
    observationSize: O,
    actionSize: 1,
    ...(p.priority > 0 ? { priority: { exponent: p.priority } } : {}),
  });
  const explore = linearSchedule(p.explore, p.exploreEnd, p.exploreShare * p.steps);
  const correction = linearSchedule(p.correction, 1, p.steps);
  const forward = batchProgram(
    [network.parameters],
    ([weights], [x]) => [values.apply(weights, x)],
    (rows) => [[rows, O]],
  );
  const later = networkProgram(
    [network.parameters, network.target],
    ([weights, old], [x]) => [np.concatenate([values.apply(weights, x.ref), values.apply(old, x)], 1)],
    [[p.batch, O]],
  );
  const loss = lossGradient(
    network.parameters,
    (weights, [x, actions, goals, shares]) => {
      const chosen = nn.oneHot(actions.astype(np.int32), choices);
      const error = np.sum(values.apply(weights, x).mul(chosen), 1).sub(goals);
      return { loss: np.mean(losses(error.ref, p.loss).mul(shares)), measures: {}, each: error };
    },
    [[p.batch, O], [p.batch], [p.batch], [p.batch]],
  );
  const remedy = "a smaller rate, or scaleRewards: true, keeps it finite";
  return {
    encoding: choiceEncoding(actionChoices(spec, choices)),
    memory,
    networks: [network],
    programs: [forward, later, loss],
    remedy,
    act(observations, steps, encoded, streams) {
      const [seen] = forward.of(p.copies).run(observations);
      epsilonGreedy(seen, choices, explore(steps), encoded, streams.actions);
    },
    learn(steps, unit, { replay }) {
      const batch = memory.sample(p.batch, replay, correction(steps));
      const [both] = later.run(batch.nextObservations);
      const goals = bootstrapped(batch, unit, p.discount, (row) => nextValue(both, row, choices, p.double));
      const metrics = loss.run(batch.observations, batch.actions, goals, batch.weights);
      const gradientNorm = network.descend(loss.gradient);
      const errors = loss.each();
      let value = 0;
      for (let row = 0; row < p.batch; row++) value += (errors[row] + goals[row]) / p.batch;
      const measures = { ...metrics, gradientNorm, value };
      // Errors that are no numbers have no priority.
      checkFinite(measures, network.steps(), remedy);
      memory.prioritise(batch.rows, errors);
      if (network.steps() % p.targetEvery === 0) network.follow(p.targetShare);
      return measures;
    },
    player: () => greedyPlayer(spec, values, choices),
    values: (observation) => Float32Array.from(forward.of(1).run(observation)[0]),
  };
}

/**
 * Value of the state after row `row` out of [batch × 2·choices] values, the learning network's first: the target
 * network's largest, or with `double` its value of the learning network's choice (arXiv 1509.06461, eq. 4).
 */
export function nextValue(both: ArrayLike<number>, row: number, choices: number, double: boolean): number {
  const own = 2 * row * choices;
  const target = own + choices;
  return both[target + largestAt(both, double ? own : target, choices)];
}

/** Of each error, half its square; with `huber` its size less ½ beyond 1. Consumes the errors. */
function losses(error: np.Array, kind: DqnOptions["loss"]): np.Array {
  if (kind === "squared") return np.square(error).mul(0.5);
  const size = np.abs(error);
  const inner = np.minimum(size.ref, 1);
  // ½·min(|e|, 1)² + |e| − min(|e|, 1)
  return np.square(inner.ref).mul(0.5).add(size).sub(inner);
}

export interface QNetworkOptions {
  readonly observationSize: number;
  readonly choices: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
  /** One output for the state and one for each choice, Q = V + A − mean A; default one for each choice. */
  readonly dueling: boolean;
}

/** A function from observations to values of choices, over parameters that are held beside it. */
type QNetwork = ReturnType<typeof qNetwork>;

/**
 * Builds and initialises the network. The dueling form is Wang et al. (arXiv 1511.06581), eq. 9, with both streams one
 * layer deep on a common trunk.
 */
export function qNetwork(options: QNetworkOptions, random: Random) {
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
    /** [batch × observationSize] → [batch × choices]. Consumes both. */
    apply(weights: Weights, observations: np.Array): np.Array {
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
