// What learners of a team's value learn with: one network values each seat's choices from its own observation, a mixer makes the
// team's value of theirs, and the error of that one number teaches them all (VDN, QMIX). Feed-forward, without the papers' recurrent
// units: a seat remembers nothing but what its world shows it.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { flag, oneOf, positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { largestAt } from "../../math/largest.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { batchProgram, networkProgram } from "../../nn/models/network-program.ts";
import { linearSchedule } from "../../nn/optimiser.ts";
import { Parameters, type TensorShape, type Weights } from "../../nn/parameters.ts";
import { networkPlayer } from "../network-player.ts";
import { actionChoices, bins, choiceEncoding, epsilonGreedy } from "./action-choices.ts";
import { identified, identity } from "./joint-critics.ts";
import { targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { offPolicyPlan, together } from "./off-policy.ts";
import { batch, explorationFields, offPolicyFields } from "./off-policy-fields.ts";
import { checkJointMemory, jointReplayBuffer } from "./replay-buffer.ts";

/** Parameters of every learner of a team's value. */
const decompositionFields = {
  ...offPolicyFields,
  capacity: offPolicyFields.capacity.default(5000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  bins,
  batch: batch.default(32),
  rate: positive(10, 5e-4).describe("learning rate"),
  teamPay: oneOf(["mean", "sum"], "mean").describe("what the team is paid, of its seats' pay"),
  double: flag(true).describe("the learning network chooses the next actions, the target network values them"),
  targetEvery: z.int().min(1).default(1000).describe("gradient steps between copies to the target network"),
  ...explorationFields,
  maxNorm: z.number().gt(0).default(10).describe("longest gradient"),
};

const shared = z.strictObject(decompositionFields);

type DecompositionOptions = z.output<typeof shared>;

/** The algorithm of seats that learn a team's value by the mixer that `make` gives a team whose joint observations have `stateSize` numbers. */
function decomposition(p: DecompositionOptions, make: (team: number, stateSize: number) => ValueMixer) {
  const check = (spec: NumericSpec) => {
    actionChoices(spec, p.bins);
    checkJointMemory(spec, p.capacity);
  };
  return offPolicyPlan(p, check, together, (spec, seats, random) =>
    learner(spec, seats, p, make(seats.length, seats.length * spec.observationSize), random),
  );
}

/** Values of the team are sums of those of its seats (Sunehag et al., arXiv 1706.05296). */
export const vdn = bind({
  id: "vdn",
  summary: "values of a team as the sum of those of its seats",
  source: "Sunehag et al., arXiv 1706.05296",
  parameters: shared,
  make: (p) => decomposition(p, () => sumMixer),
});

/** Monotonic value factorisation: a network mixes the seats' values as the state says, and best choices of seats are the team's. */
export const qmix = bind({
  id: "qmix",
  summary: "values of a team that rise with those of its seats, by a mixing network",
  source: "Rashid et al., arXiv 1803.11485",
  parameters: z.strictObject({
    ...decompositionFields,
    embedding: whole(1, 4096, 32).describe("units in which the mixer combines the seats' values"),
  }),
  make: (p) => decomposition(p, (team, stateSize) => monotonicMixer(team, stateSize, p.embedding)),
});

interface TeamLearner extends OffPolicyLearner {
  /** Q_tot of joint observations [team × O], scaled as the learner sees them, and a choice of each seat. */
  teamValue(observations: Float32Array, choices: readonly number[]): number;
}

function learner(
  spec: NumericSpec,
  seats: readonly number[],
  p: DecompositionOptions,
  mixer: ValueMixer,
  random: Random,
): TeamLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const actions = actionChoices(spec, p.bins);
  const L = actions.count;
  const { hidden, activation } = p;
  const utility = mlp({ name: "utility", inputs: O + team, hidden, outputs: L, activation });
  const own = utility.shapes.length;
  const parameters = new Parameters([...utility.shapes, ...mixer.shapes]);
  const weights = random.stream("weights");
  utility.initialise(parameters, 0, weights);
  mixer.initialise(parameters, own, weights);
  const network = targetedNetwork(parameters, { rate: p.rate, clip: p.maxNorm });
  const memory = jointReplayBuffer(team, { capacity: p.capacity, observationSize: O, actionSize: 1 });
  const explore = linearSchedule(p.explore, p.exploreEnd, p.exploreShare * p.steps);
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
    [parameters, network.target],
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
    encoding: choiceEncoding(actions),
    memory,
    networks: [network],
    programs: [forward, later, total, loss],
    remedy: "a smaller rate, or scaleRewards: true, keeps it finite",
    act(observations, steps, encoded, streams) {
      epsilonGreedy(forward.run(observations)[0], L, explore(steps), encoded, streams.actions);
    },
    learn(_steps, unit, { replay }) {
      const batch = memory.sample(p.batch, replay);
      const [next] = later.run(batch.nextObservations);
      const share = (p.teamPay === "mean" ? 1 / team : 1) / unit;
      const goals = new Float32Array(p.batch);
      for (let row = 0; row < p.batch; row++) {
        let pay = 0;
        for (let k = 0; k < team; k++) pay += batch.rewards[row * team + k];
        goals[row] = share * pay + p.discount * batch.continues[row] * next[row];
      }
      const metrics = loss.run(batch.observations, batch.actions, goals);
      const gradientNorm = network.descend(loss.gradient);
      if (network.steps() % p.targetEvery === 0) network.follow(1);
      return { ...metrics, gradientNorm };
    },
    player: (place) =>
      networkPlayer(
        spec,
        utilities.clone(),
        utility.apply,
        (values, action) => actions.decode(largestAt(values, 0, L), seats[place], action, 0),
        identity(team, place),
      ),
    teamValue: (observations, choices) => total.of(1).run(observations, choices)[0][0],
  };
}

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
