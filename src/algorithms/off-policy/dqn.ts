// Deep Q-learning (Mnih et al., 2015) for worlds of a few choices, independent for each learning seat: replay, a target
// network, ε-greedy play. Options: double estimates (van Hasselt et al., arXiv 1509.06461), dueling streams (Wang et al.,
// arXiv 1511.06581), prioritised replay (Schaul et al., arXiv 1511.05952).

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { modeCategorical } from "../../nn/distributions/categorical.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { batchProgram, networkProgram } from "../../nn/models/network-program.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import { restore, restoreParameters, saved, savedParameters } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import { softUpdate } from "./joint-critics.ts";
import { alone, type OffPolicyLearner, offPolicyFields, offPolicyTraining } from "./off-policy.ts";
import { greedyPlayer, qNetwork } from "./q-network.ts";
import { replayBuffer } from "./replay-buffer.ts";

const parameters = z.strictObject({
  ...offPolicyFields,
  copies: z.int().min(1).max(4096).default(4).describe("copies of the world that are played side by side"),
  batch: z.int().min(1).max(65_536).default(64).describe("transitions of a gradient step"),
  rate: z.number().gt(0).max(10).default(1e-3).describe("learning rate"),
  double: z
    .boolean()
    .default(true)
    .describe("the learning network chooses the next action, the target network values it"),
  dueling: z.boolean().default(false).describe("separate outputs for the state and for the advantages"),
  priority: z.number().min(0).max(2).default(0).describe("α of prioritised replay; 0 draws uniformly"),
  correction: z
    .number()
    .min(0)
    .max(1)
    .default(0.4)
    .describe("β of prioritised replay at the start; it rises to 1 over the training"),
  targetEvery: z.int().min(1).default(250).describe("gradient steps between updates of the target network"),
  targetShare: z.number().gt(0).max(1).default(1).describe("how far an update moves the target network"),
  explore: z.number().min(0).max(1).default(1).describe("ε at the start"),
  exploreEnd: z.number().min(0).max(1).default(0.05).describe("ε at the end of its fall"),
  exploreShare: z.number().min(0).max(1).default(0.5).describe("share of the training over which ε falls"),
  loss: z.enum(["huber", "squared"]).default("huber").describe("of an error; huber is linear beyond 1"),
  maxNorm: z.number().gt(0).default(10).describe("longest gradient"),
});

type Parameters = z.output<typeof parameters>;

export const dqn: Bound<AlgorithmPlan> = bind({
  id: "dqn",
  summary: "deep Q-learning with replay and a target network; double, dueling and prioritised as options",
  source: "Mnih et al. (2015), doi 10.1038/nature14236; arXiv 1509.06461, 1511.06581, 1511.05952",
  parameters,
  make: (p: Parameters): AlgorithmPlan => ({
    budget: p.steps,
    check(spec) {
      choicesOf(spec);
    },
    train: (context, from) => dqnTraining(context, p, from),
  }),
});

/** A training whose values can be asked for. */
export interface DqnTraining extends Training {
  /** Q of each choice for one observation of a learning seat, scaled as the learner sees it. */
  actionValues(seat: number, observation: Float32Array): Float32Array;
}

/** Trains with parameters as `dqn` takes them; those left out have their defaults. */
export function trainDqn(context: TrainingContext, options: z.input<typeof parameters>): DqnTraining {
  return dqnTraining(context, parameters.parse(options));
}

function dqnTraining(context: TrainingContext, p: Parameters, from?: TrainingCheckpoint): DqnTraining {
  const choices = choicesOf(context.spec);
  const training = offPolicyTraining(context, p, from, alone, (_seats, random) =>
    learner(context.spec, choices, p, random),
  );
  return {
    ...training,
    actionValues: (seat, observation) => training.learners[context.seats.indexOf(seat)].values(observation),
  };
}

function choicesOf({ choices }: NumericSpec): number {
  if (choices !== undefined) return choices;
  throw new UserError({
    code: "wrong-actions",
    what: "dqn needs a world whose actions are a few choices, and this one's are numbers in a box",
    hint: "use sac or ppo",
  });
}

interface DqnLearner extends OffPolicyLearner {
  values(observation: Float32Array): Float32Array;
}

function learner(spec: NumericSpec, choices: number, p: Parameters, random: Random): DqnLearner {
  const O = spec.observationSize;
  const network = qNetwork({ ...p, observationSize: O, choices }, random.stream("weights"));
  const { flat } = network.parameters;
  const target = network.parameters.clone();
  const optimiser = adam(flat.length, { rate: p.rate, clip: p.maxNorm });
  const memory = replayBuffer({
    capacity: p.capacity,
    observationSize: O,
    actionSize: 1,
    ...(p.priority > 0 ? { priority: { exponent: p.priority } } : {}),
  });
  const explore = linearSchedule(p.explore, p.exploreEnd, p.exploreShare * p.steps);
  const correction = linearSchedule(p.correction, 1, p.steps);
  let hand = random.stream("actions");
  let draws = random.stream("replay");
  const encoded = new Float32Array(p.copies);
  const forward = batchProgram(
    [network.parameters],
    ([weights], [x]) => [network.apply(weights, x)],
    (rows) => [[rows, O]],
  );
  const later = networkProgram(
    [network.parameters, target],
    ([weights, old], [x]) => [np.concatenate([network.apply(weights, x.ref), network.apply(old, x)], 1)],
    [[p.batch, O]],
  );
  const loss = lossGradient(
    network.parameters,
    (weights, [x, actions, goals, shares]) => {
      const chosen = nn.oneHot(actions.astype(np.int32), choices);
      const error = np.sum(network.apply(weights, x).mul(chosen), 1).sub(goals);
      return { loss: np.mean(losses(error.ref, p.loss).mul(shares)), measures: {}, each: error };
    },
    [[p.batch, O], [p.batch], [p.batch], [p.batch]],
  );
  const valuesOf = (observations: Float32Array, rows: number): Float32Array => {
    const [values] = forward.of(rows).run(observations);
    return values;
  };
  return {
    memory,
    encoded,
    values: (observation) => Float32Array.from(valuesOf(observation, 1)),
    act(observations, steps) {
      const values = valuesOf(observations, p.copies);
      for (let row = 0; row < p.copies; row++) {
        encoded[row] =
          hand.uniform() < explore(steps) ? hand.integer(choices) : modeCategorical(values, row * choices, choices);
      }
    },
    decode(row, into, at) {
      into[at] = encoded[row];
    },
    learn(steps, unit) {
      const batch = memory.sample(p.batch, draws, correction(steps));
      const [both] = later.run(batch.nextObservations);
      const goals = batch.rewards.map(
        (reward, row) => reward / unit + p.discount * batch.continues[row] * nextValue(both, row, choices, p.double),
      );
      const found = loss.run(batch.observations, batch.actions, goals, batch.weights);
      const gradientNorm = optimiser.step(flat, loss.gradient);
      const errors = loss.each();
      const taken = optimiser.state[optimiser.state.length - 1];
      let value = 0;
      for (let row = 0; row < p.batch; row++) value += (errors[row] + goals[row]) / p.batch;
      const measures = { ...found, gradientNorm, value };
      checkFinite(measures, taken, "a smaller rate, or scaleRewards: true, keeps it finite");
      memory.prioritise(batch.rows, errors);
      if (taken % p.targetEvery === 0) softUpdate(target, network.parameters, p.targetShare);
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      draws = stream.stream("replay");
    },
    save: () => [
      ...savedParameters(network.parameters),
      ...savedParameters(target, "target."),
      saved("optimiser", optimiser.state),
    ],
    restore(tensors) {
      restoreParameters(tensors, network.parameters);
      restoreParameters(tensors, target, "target.");
      restore(tensors, "optimiser", optimiser.state);
    },
    player: () => greedyPlayer(spec, network, choices),
    close() {
      for (const compiled of [forward, later, loss]) compiled.close();
    },
  };
}

/**
 * Value of the state after row `row` out of [batch × 2·choices] values, the learning network's first: the target
 * network's largest, or with `double` its value of the learning network's choice (arXiv 1509.06461, eq. 4).
 */
export function nextValue(both: ArrayLike<number>, row: number, choices: number, double: boolean): number {
  const own = 2 * row * choices;
  const target = own + choices;
  return both[target + modeCategorical(both, double ? own : target, choices)];
}

/** Of each error, half its square; with `huber` its size less ½ beyond 1. Consumes the errors. */
function losses(error: np.Array, kind: Parameters["loss"]): np.Array {
  if (kind === "squared") return np.square(error).mul(0.5);
  const size = np.abs(error);
  const inner = np.minimum(size.ref, 1);
  // ½·min(|e|, 1)² + |e| − min(|e|, 1)
  return np.square(inner.ref).mul(0.5).add(size).sub(inner);
}
