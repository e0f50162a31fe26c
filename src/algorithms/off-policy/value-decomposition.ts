// What learners of a team's value learn with: one network values each seat's choices from its own observation, a mixer makes
// the team's value of theirs, and the error of that one number teaches them all. Feed-forward: a seat remembers nothing but
// what its world shows it.

import { z } from "zod";
import type { Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { modeCategorical } from "../../nn/distributions/categorical.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { batchProgram, networkProgram } from "../../nn/models/network-program.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import { networkPlayer } from "../network-player.ts";
import { restore, restoreParameters, saved, savedParameters } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import { actionChoices, bins } from "./action-choices.ts";
import { softUpdate } from "./joint-critics.ts";
import type { Mixer } from "./mixers.ts";
import { type OffPolicyLearner, offPolicyFields, offPolicyTraining, together } from "./off-policy.ts";
import { checkJointMemory, replayBuffer } from "./replay-buffer.ts";
import { identified, identity } from "./seat-identity.ts";

/** Parameters of every learner of a team's value. */
export const decompositionFields = {
  ...offPolicyFields,
  capacity: offPolicyFields.capacity.default(5000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  copies: z.int().min(1).max(4096).default(1).describe("copies of the world that are played side by side"),
  bins,
  batch: z.int().min(1).max(65_536).default(32).describe("transitions of a gradient step"),
  rate: z.number().gt(0).max(10).default(5e-4).describe("learning rate"),
  teamPay: z.enum(["mean", "sum"]).default("mean").describe("what the team is paid, of its seats' pay"),
  double: z
    .boolean()
    .default(true)
    .describe("the learning network chooses the next actions, the target network values them"),
  targetEvery: z.int().min(1).default(1000).describe("gradient steps between copies to the target network"),
  explore: z.number().min(0).max(1).default(1).describe("ε at the start"),
  exploreEnd: z.number().min(0).max(1).default(0.05).describe("ε at the end of its fall"),
  exploreShare: z.number().min(0).max(1).default(0.5).describe("share of the training over which ε falls"),
  maxNorm: z.number().gt(0).default(10).describe("longest gradient"),
};

const shared = z.strictObject(decompositionFields);

export type DecompositionOptions = z.output<typeof shared>;

/** Makes the mixer of a team whose joint observations have `stateSize` numbers. */
export type MakeMixer = (team: number, stateSize: number) => Mixer;

/** Throws a UserError where the world's actions or observations do not fit. */
export function checkDecomposition(spec: NumericSpec, p: DecompositionOptions): void {
  actionChoices(spec, p.bins);
  checkJointMemory(spec, p.capacity);
}

/** A training whose team's value can be asked for. */
export interface DecompositionTraining extends Training {
  /** Q_tot of joint observations [team × O], scaled as the learner sees them, and a choice of each seat. */
  teamValue(observations: Float32Array, choices: readonly number[]): number;
}

/** A training of all seats together. */
export function decompositionTraining(
  context: TrainingContext,
  p: DecompositionOptions,
  mixer: MakeMixer,
  from?: TrainingCheckpoint,
): DecompositionTraining {
  const { spec } = context;
  checkDecomposition(spec, p);
  const training = offPolicyTraining(context, p, from, together, (seats, random) =>
    learner(spec, seats, p, mixer(seats.length, seats.length * spec.observationSize), random),
  );
  return { ...training, teamValue: training.learners[0].teamValue };
}

interface TeamLearner extends OffPolicyLearner, Pick<DecompositionTraining, "teamValue"> {}

function learner(
  spec: NumericSpec,
  seats: readonly number[],
  p: DecompositionOptions,
  mixer: Mixer,
  random: Random,
): TeamLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const actions = actionChoices(spec, p.bins);
  const L = actions.count;
  const utility = mlp({
    name: "utility",
    inputs: O + team,
    hidden: p.hidden,
    outputs: L,
    activation: p.activation,
  });
  const own = utility.shapes.length;
  const parameters = new Parameters([...utility.shapes, ...mixer.shapes]);
  const weights = random.stream("weights");
  utility.initialise(parameters, 0, weights);
  mixer.initialise(parameters, own, weights);
  const { flat } = parameters;
  const target = parameters.clone();
  const optimiser = adam(flat.length, { rate: p.rate, clip: p.maxNorm });
  const memory = replayBuffer({
    capacity: p.capacity,
    observationSize: team * O,
    actionSize: team,
    rewardSize: team,
  });
  const explore = linearSchedule(p.explore, p.exploreEnd, p.exploreShare * p.steps);
  const encoded = new Float32Array(p.copies * team);
  let hand = random.stream("actions");
  let draws = random.stream("replay");
  /** Values of every seat's choices, [batch·team × choices]. */
  const values = (all: Weights, x: np.Array) => utility.apply(all.slice(0, own), identified(x, team));
  /** The team's value of the choices that are 1 in `chosen` [batch·team × choices]. */
  const mixed = (all: Weights, x: np.Array, chosen: np.Array) =>
    mixer.apply(all.slice(own), np.sum(values(all, x.ref).mul(chosen), 1).reshape([-1, team]), x);
  const utilities = parameters.part(0, own);
  const joint = [p.batch, team * O];
  const forward = networkProgram([utilities], ([some], [x]) => [utility.apply(some, identified(x, team))], [
    [p.copies, team * O],
  ]);
  const later = networkProgram(
    [parameters, target],
    ([all, old], [x]) => {
      const chooser = p.double ? all : old.map((tensor) => tensor.ref);
      return [mixed(old, x.ref, nn.oneHot(np.argmax(values(chooser, x), 1), L))];
    },
    [joint],
  );
  const total = batchProgram(
    [parameters],
    ([all], [x, choices]) => [mixed(all, x, nn.oneHot(choices.astype(np.int32), L))],
    (rows) => [[rows, team * O], [rows * team]],
  );
  const loss = lossGradient(
    parameters,
    (all, [x, choices, goals]) => {
      const value = mixed(all, x, nn.oneHot(choices.astype(np.int32), L));
      return { loss: np.mean(np.square(value.sub(goals))), measures: {} };
    },
    [joint, [p.batch * team], [p.batch]],
  );

  return {
    memory,
    encoded,
    teamValue: (observations, choices) => total.of(1).run(observations, choices)[0][0],
    act(observations, steps) {
      const [seen] = forward.run(observations);
      for (let row = 0; row < encoded.length; row++)
        encoded[row] = hand.uniform() < explore(steps) ? hand.integer(L) : modeCategorical(seen, row * L, L);
    },
    decode(row, into, at) {
      actions.decode(encoded[row], seats[row % team], into, at);
    },
    learn(_steps, unit) {
      const batch = memory.sample(p.batch, draws);
      const [next] = later.run(batch.nextObservations);
      const share = (p.teamPay === "mean" ? 1 / team : 1) / unit;
      const goals = new Float32Array(p.batch);
      for (let row = 0; row < p.batch; row++) {
        let pay = 0;
        for (let k = 0; k < team; k++) pay += batch.rewards[row * team + k];
        goals[row] = share * pay + p.discount * batch.continues[row] * next[row];
      }
      const found = loss.run(batch.observations, batch.actions, goals);
      const gradientNorm = optimiser.step(flat, loss.gradient);
      const taken = optimiser.state[2 * flat.length];
      if (taken % p.targetEvery === 0) softUpdate(target, parameters, 1);
      const measures = { ...found, gradientNorm };
      checkFinite(measures, taken, "a smaller rate, or scaleRewards: true, keeps it finite");
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      draws = stream.stream("replay");
    },
    save: () => [
      ...savedParameters(parameters),
      ...savedParameters(target, "target."),
      saved("optimiser", optimiser.state),
    ],
    restore(tensors) {
      restoreParameters(tensors, parameters);
      restoreParameters(tensors, target, "target.");
      restore(tensors, "optimiser", optimiser.state);
    },
    player: (place) =>
      networkPlayer(
        spec,
        utilities.clone(),
        utility.apply,
        (values, action) => actions.decode(modeCategorical(values, 0, L), seats[place], action, 0),
        identity(team, place),
      ),
    close() {
      for (const compiled of [forward, later, total, loss]) compiled.close();
    },
  };
}
