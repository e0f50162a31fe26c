// Mean-field actor-critic (MF-AC, Yang et al., arXiv 1802.05438) for three seats or more: to each seat the others are the mean
// of what they do. One network serves all seats. The actor sees a running mean of the others' past actions, which the world
// must show; boxes are cut into levels.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { actionPlaces } from "../../core/last-actions.ts";
import { positive } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { sampleCategorical } from "../../nn/distributions/categorical.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { perceptrons } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import type { Weights } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import type { Beside } from "../network-player.ts";
import { type ActionChoices, actionChoices, bins, choiceActor, choiceEncoding } from "./action-choices.ts";
import { identified, identity } from "./joint-critics.ts";
import { targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { offPolicyPlan, together } from "./off-policy.ts";
import { batch, choiceActorFields, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import { bootstrapped, checkJointMemory, jointReplayBuffer, type Memory } from "./replay-buffer.ts";

const parameters = z.strictObject({
  ...offPolicyFields,
  every: offPolicyFields.every.default(4),
  capacity: offPolicyFields.capacity.default(100_000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  bins,
  batch,
  actorRate: positive(10, 3e-4).describe("learning rate of the actor"),
  criticRate: positive(10, 1e-3).describe("learning rate of the critic"),
  targetShare,
  entropy: choiceActorFields.entropy,
  mix: positive(1, 0.1).describe("weight of the others' last actions in their running mean; 1 is their last mean"),
  mode: choiceActorFields.mode,
});

export type MeanFieldOptions = z.output<typeof parameters>;

export const meanField: BoundEntry<AlgorithmPlan> = bind({
  id: "mean-field",
  summary: "actor-critic of many seats, to each of which the others are their mean action",
  source: "Yang et al., arXiv 1802.05438",
  parameters,
  make: (p: MeanFieldOptions) =>
    offPolicyPlan(
      p,
      (spec) => {
        checkMany(spec.agents.length, "this world has");
        checkShown(spec);
        actionChoices(spec, p.bins);
        checkJointMemory(spec, p.capacity);
      },
      together,
      (spec, seats, random) => {
        checkMany(seats.length, "those that learn are");
        return meanFieldLearner(spec, seats, p, random);
      },
    ),
});

function checkMany(agents: number, which: string): void {
  if (agents >= 3) return;
  const what = `mean-field needs three agents or more, and ${which} ${agents}`;
  throw new UserError({ code: "too-few-agents", what, hint: "use masac, maddpg or qmix" });
}

/** Throws where a seat's observation does not show every agent's last action. */
function checkShown(spec: NumericSpec): void {
  actionPlaces(spec, 0);
}

/**
 * With π' and Q' the gliding copies, the critic learns r_i + γ·Σ_u π'_i(u|o', m')·Q'(o', m', u, ā'), where ā' is the mean of the
 * others' expected actions under π' (eqs. 7–10 with the expectation taken inside), and the actor climbs Σ_u π_i(u|o, m)·Q(o, m,
 * u, ā): the mean of the published sampled gradient.
 */
export function meanFieldLearner(
  spec: NumericSpec,
  seats: readonly number[],
  p: MeanFieldOptions,
  random: Random,
): OffPolicyLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const actions = actionChoices(spec, p.bins);
  const { count: L, width: W } = actions;
  const running = meanAction(spec, seats, actions, p.mix);
  const seen = O + W;
  const { hidden, activation } = p;
  const policy = choiceActor({ inputs: seen + team, hidden, outputs: L, activation }, random.stream("weights"));
  const judge = perceptrons(
    [{ name: "critic", inputs: seen + team + W, hidden, outputs: L, activation }],
    random.stream("weights"),
  );
  const actor = targetedNetwork(policy.parameters, { rate: p.actorRate }, "actor");
  const critic = targetedNetwork(judge.parameters, { rate: p.criticRate }, "critic");
  const memory = jointReplayBuffer(team, { capacity: p.capacity, observationSize: seen, actionSize: 1 });
  const views = meanViews(spec, running, team, p.copies);
  /** Probabilities of every seat's choices, [batch·team × choices]. */
  const chancesOf = (weights: Weights, x: np.Array) => nn.softmax(policy.apply(weights, identified(x, team)), -1);
  /** Means over the others of what seats do, given as shares of choices [batch·team × choices]: [batch·team × width]. */
  const others = (shares: np.Array) => {
    const each = np.dot(shares, np.array(actions.codes.slice()).reshape([L, W])).reshape([-1, team, W]);
    const all = np.sum(each.ref, 1, { keepdims: true });
    return all
      .sub(each)
      .mul(1 / (team - 1))
      .reshape([-1, W]);
  };
  const valuesOf = (weights: Weights, x: np.Array, mean: np.Array) =>
    judge.apply(weights, 0, np.concatenate([identified(x, team), mean], 1));
  const shares = (taken: np.Array) => nn.oneHot(taken.astype(np.int32), L);
  const joint = [p.batch, team * seen];
  const forward = networkProgram([actor.parameters], ([weights], [x]) => [policy.apply(weights, identified(x, team))], [
    [p.copies, team * seen],
  ]);
  const later = networkProgram(
    [actor.target, critic.target],
    ([oldActor, oldCritic], [x]) => {
      const chances = chancesOf(oldActor, x.ref);
      return [np.sum(valuesOf(oldCritic, x, others(chances.ref)).mul(chances), 1)];
    },
    [joint],
  );
  const criticLoss = lossGradient(
    critic.parameters,
    (weights, [x, taken, goals]) => {
      const done = shares(taken);
      const values = np.sum(valuesOf(weights, x, others(done.ref)).mul(done), 1);
      return { loss: np.mean(np.square(values.sub(goals))), measures: {} };
    },
    [joint, [p.batch * team], [p.batch * team]],
  );
  const actorLoss = lossGradient(
    actor.parameters,
    (weights, [x, taken], [held]) => {
      const chances = chancesOf(weights, x.ref);
      const gain = np.mean(np.sum(valuesOf(held, x, others(shares(taken))).mul(chances.ref), 1));
      const entropy = np.mean(np.sum(np.log(chances.ref.add(1e-12)).mul(chances), 1)).mul(-1);
      return { loss: gain.add(entropy.ref.mul(p.entropy)).mul(-1), measures: { entropy } };
    },
    [joint, [p.batch * team]],
    [critic.parameters],
  );

  return {
    encoding: choiceEncoding(actions),
    memory: views.before(memory),
    networks: [actor, critic],
    programs: [forward, later, criticLoss, actorLoss],
    remedy: "smaller rates, or scaleRewards: true, keep it finite",
    act(observations, _steps, encoded, streams) {
      const [heads] = forward.run(views.look(observations));
      for (let row = 0; row < encoded.length; row++)
        encoded[row] = sampleCategorical(heads, row * L, L, streams.actions);
    },
    learn(_steps, unit, { replay }) {
      const batch = memory.sample(p.batch, replay);
      const [next] = later.run(batch.nextObservations);
      const goals = bootstrapped(batch, unit, p.discount, (at) => next[at]);
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      critic.descend(criticLoss.gradient);
      const { loss: actorTotal, entropy } = actorLoss.run(batch.observations, batch.actions);
      const gradientNorm = actor.descend(actorLoss.gradient);
      actor.follow(p.targetShare);
      critic.follow(p.targetShare);
      return { criticLoss: criticTotal, actorLoss: actorTotal, gradientNorm, entropy };
    },
    begin: views.begin,
    player: (place) => policy.player(spec, actions, seats[place], p.mode, watching(running, team, place)),
  };
}

/** A running mean for each seat of a team; a mean is `width` numbers of the choices' codes. */
type MeanAction = ReturnType<typeof meanAction>;

/**
 * What the others of a team do on average, as each seat sees it: a running mean of their last actions (Yang et al., section 3).
 * m ← (1 − mix)·m + mix·(mean of team-mates' last actions). Throws a UserError where the world does not show actions.
 */
function meanAction(
  spec: NumericSpec,
  seats: readonly number[],
  { count, width }: Pick<ActionChoices, "count" | "width">,
  mix: number,
) {
  const A = spec.actionSize;
  const discrete = spec.choices !== undefined;
  const places = seats.map((seat) => actionPlaces(spec, seat));
  const last = new Float64Array(width);
  return {
    width,
    /** Writes the mean before the first actions: the middle of the box, or all choices alike. */
    begin: (into: Float32Array, at: number) => into.fill(discrete ? 1 / count : 0, at, at + width),
    /**
     * Moves the mean of the seat at `place` towards the mean of what its team-mates did last, which its observation shows;
     * `number` gives the observation's numbers in the world's units.
     */
    move(place: number, number: (at: number) => number, mean: Float32Array, at: number) {
      last.fill(0);
      for (const [k, seat] of seats.entries()) {
        if (k === place) continue;
        const from = places[place][seat];
        if (discrete) {
          const choice = Math.round(number(from));
          if (choice >= 0 && choice < count) last[choice] += 1;
          continue;
        }
        for (let d = 0; d < A; d++) {
          const low = spec.actionLow[seat * A + d];
          const width = spec.actionHigh[seat * A + d] - low;
          const share = width > 0 ? (number(from + d) - low) / width : 0.5;
          last[d] += 2 * Math.min(1, Math.max(0, share)) - 1;
        }
      }
      for (let d = 0; d < width; d++) mean[at + d] = (1 - mix) * mean[at + d] + (mix * last[d]) / (seats.length - 1);
    },
  };
}

/** No step taken yet. */
function meanViews(spec: NumericSpec, running: MeanAction, team: number, copies: number) {
  const O = spec.observationSize;
  const { width } = running;
  const seen = O + width;
  const scale = observationScale(spec);
  const means = new Float32Array(copies * team * width);
  const now = new Float32Array(copies * team * seen);
  const next = new Float32Array(team * seen);
  const begin = (copy: number): void => {
    for (let place = 0; place < team; place++) running.begin(means, (copy * team + place) * width);
  };
  const put = (observations: Float32Array, from: number, row: number, into: Float32Array, at: number): void => {
    for (let k = 0; k < O; k++) into[at + k] = observations[from + k];
    for (let k = 0; k < width; k++) into[at + O + k] = means[row * width + k];
  };
  return {
    /** New episodes begin everywhere. */
    begin() {
      for (let c = 0; c < copies; c++) begin(c);
    },
    /** Rows [copies·team × (O + width)] for the observations [copies·team × O] that are acted on; overwritten by the next call. */
    look(observations: Float32Array) {
      for (let row = 0; row < copies * team; row++) put(observations, row * O, row, now, row * seen);
      return now;
    },
    /** A memory that hands transitions on to `memory` with the means beside their observations. */
    before: (memory: Memory): Memory => ({
      add(transition) {
        const copy = transition.observationAt / (team * O);
        const { nextObservations, nextAt } = transition;
        for (let place = 0; place < team; place++) {
          const row = copy * team + place;
          const from = nextAt + place * O;
          // What learners see is scaled; a mean is of actions as they are.
          const raw = (k: number) => nextObservations[from + k] / scale.factor[k] + scale.shift[k];
          running.move(place, raw, means, row * width);
          put(nextObservations, from, row, next, place * seen);
        }
        memory.add({
          ...transition,
          observations: now,
          observationAt: copy * team * seen,
          nextObservations: next,
          nextAt: 0,
        });
        if (transition.status !== Status.running) begin(copy);
      },
      save: () => memory.save(),
      restore: (tensors) => memory.restore(tensors),
    }),
  };
}

/** What the player of the seat at `place` sees beside its observation: the running mean, and which seat it is. */
function watching(running: MeanAction, team: number, place: number): Beside {
  const seatCode = identity(team, place);
  const mean = new Float32Array(running.width);
  let acted = false;
  return {
    size: running.width + seatCode.size,
    reset() {
      running.begin(mean, 0);
      acted = false;
    },
    write(observation, into, at) {
      if (acted) running.move(place, (k) => observation[k], mean, 0);
      acted = true;
      into.set(mean, at);
      seatCode.write(observation, into, at + running.width);
    },
  };
}
