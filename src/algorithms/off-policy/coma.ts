// Counterfactual multi-agent policy gradients (Foerster et al., arXiv 1705.08926): seats that share a reward learn from how much
// better each one's choice was than its others would have been. It learns from each stretch of play once; the loop of
// learners from memory plays it, with a memory that is one stretch long. One actor and one critic serve all seats, each told
// whose turn it is, and one pass of the critic values every choice of a seat. Without the paper's recurrent units.

import { z } from "zod";
import { type NumericSpec, Status } from "../../core/environment.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { largestAt } from "../../math/largest.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { perceptrons } from "../../nn/models/mlp.ts";
import { batchProgram } from "../../nn/models/network-program.ts";
import { linearSchedule } from "../../nn/optimiser.ts";
import type { Parameters, Weights } from "../../nn/parameters.ts";
import { generalisedAdvantages } from "../policy-gradient/advantage.ts";
import { actionChoices, bins, choiceActor, choiceEncoding } from "./action-choices.ts";
import { identified, identity } from "./joint-critics.ts";
import { learningNetwork, targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { offPolicyPlan, together } from "./off-policy.ts";
import { choiceActorFields, explorationFields, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import { rolloutBuffer } from "./rollout-buffer.ts";

const { steps, copies, discount, hidden, activation, scaleRewards, interval, segments, stopAt } = offPolicyFields;
const { exploreEnd, exploreShare } = explorationFields;
const { entropy, mode } = choiceActorFields;

const parameters = z.strictObject({
  steps,
  copies,
  rollout: whole(1, 65_536, 128).describe("steps of each copy between updates"),
  bins,
  actorRate: positive(10, 3e-4).describe("learning rate of the actor"),
  criticRate: positive(10, 1e-3).describe("learning rate of the critic"),
  criticSteps: whole(1, 1000, 8).describe("gradient steps of the critic on each stretch"),
  targetShare: targetShare.default(0.01).describe("how far a gradient step moves the target critic"),
  discount,
  lambda: share(0.8).describe("λ of the critic's returns, TD(λ)"),
  entropy,
  explore: explorationFields.explore.default(0.3).describe("ε at the start: the share of choices made at random"),
  exploreEnd: exploreEnd.default(0.01),
  exploreShare,
  teamPay: oneOf(["mean", "sum", "own"], "mean").describe(
    "what a seat's choices are judged by: the mean or sum of all seats' pay, or its own",
  ),
  maxNorm: z.number().gt(0).default(10).describe("longest gradient of the actor, and of the critic"),
  hidden,
  activation,
  scaleRewards: scaleRewards.default(true),
  interval,
  segments,
  stopAt,
  mode,
});

type ComaOptions = z.output<typeof parameters>;

export const coma = bind({
  id: "coma",
  summary: "policy gradients of a team, each seat judged by what else it could have done",
  source: "Foerster et al., arXiv 1705.08926",
  parameters,
  make(p) {
    // Reports, and so segments, are whole numbers of stretches.
    const each = p.rollout * p.copies;
    const options = { ...p, warmup: 1, every: p.rollout, gradients: 1, interval: Math.ceil(p.interval / each) * each };
    const check = (spec: NumericSpec) => actionChoices(spec, p.bins);
    return offPolicyPlan(options, check, together, (spec, seats, random) => comaLearner(spec, seats, p, random));
  },
});

/** A learner whose critic and policy can be asked. */
interface ComaLearner extends OffPolicyLearner {
  /** Q of each seat's choices where the others choose as `taken` says, [team × choices], for one joint observation. */
  actionValues(observations: Float32Array, taken: readonly number[]): Float32Array;
  /** Each seat's probabilities of its choices after `steps` steps, [team × choices], exploration included. */
  probabilities(observations: Float32Array, steps: number): Float32Array;
}

function comaLearner(spec: NumericSpec, seats: readonly number[], p: ComaOptions, random: Random): ComaLearner {
  const team = seats.length;
  const S = team * spec.observationSize;
  const actions = actionChoices(spec, p.bins);
  const L = actions.count;
  const { hidden, activation, copies } = p;
  const policy = choiceActor(
    { inputs: spec.observationSize + team, hidden, outputs: L, activation },
    random.stream("weights"),
  );
  const judge = perceptrons(
    [{ name: "critic", inputs: counterfactualInputs(team, spec.observationSize, L), hidden, outputs: L, activation }],
    random.stream("weights"),
  );
  const actor = learningNetwork(policy.parameters, { rate: p.actorRate, clip: p.maxNorm }, "actor");
  const critic = targetedNetwork(judge.parameters, { rate: p.criticRate, clip: p.maxNorm }, "critic");
  const memory = rolloutBuffer(p.rollout, copies, { observationSize: S, actionSize: team, rewardSize: team });
  const entries = p.rollout * copies;
  const explore = linearSchedule(p.explore, p.exploreEnd, p.exploreShare * p.steps);
  const logits = batchProgram(
    [actor.parameters],
    ([weights], [x]) => [policy.apply(weights, identified(x, team))],
    (rows) => [[rows, S]],
  );
  const valuesOf = (weights: Weights, x: np.Array, taken: np.Array) =>
    judge.apply(weights, 0, counterfactualTable(x, taken, team, L));
  const valuesBy = (network: Parameters) =>
    batchProgram(
      [network],
      ([weights], [x, taken]) => [valuesOf(weights, x, taken)],
      (rows) => [[rows, S], [rows * team]],
    );
  const values = { now: valuesBy(critic.parameters), target: valuesBy(critic.target) };
  const criticLoss = lossGradient(
    critic.parameters,
    (weights, [x, taken, goals]) => {
      const chosen = nn.oneHot(taken.ref.astype(np.int32), L);
      const value = np.sum(valuesOf(weights, x, taken).mul(chosen), 1);
      return { loss: np.mean(np.square(value.sub(goals))), measures: {} };
    },
    [[entries, S], [entries * team], [entries * team]],
  );
  const actorLoss = lossGradient(
    actor.parameters,
    (weights, [x, taken, advantages, share]) => {
      const plain = nn.softmax(policy.apply(weights, identified(x, team)), -1);
      const chances = plain.mul(share.ref.mul(-1).add(1)).add(share.mul(1 / L));
      const logs = np.log(chances.ref);
      const chosen = nn.oneHot(taken.astype(np.int32), L);
      const gain = np.mean(np.sum(logs.ref.mul(chosen), 1).mul(advantages));
      const entropy = np.mean(np.sum(chances.mul(logs), 1)).mul(-1);
      return { loss: gain.add(entropy.ref.mul(p.entropy)).mul(-1), measures: { entropy } };
    },
    [[entries, S], [entries * team], [entries * team], [1]],
  );

  /** (1 − ε)·softmax + ε/choices of every seat in every row of joint observations. */
  const chancesOf = (observations: Float32Array, steps: number): Float32Array => {
    const share = explore(steps);
    const chances = logits
      .of(observations.length / S)
      .run(observations)[0]
      .slice();
    for (let at = 0; at < chances.length; at += L) {
      const most = chances[at + largestAt(chances, at, L)];
      let total = 0;
      for (let u = 0; u < L; u++) {
        chances[at + u] = Math.exp(chances[at + u] - most);
        total += chances[at + u];
      }
      for (let u = 0; u < L; u++) chances[at + u] = ((1 - share) * chances[at + u]) / total + share / L;
    }
    return chances;
  };
  const draw = (chances: Float32Array, row: number, rng: Random) => drawAt(chances, row * L, L, rng);
  const valued = (by: keyof typeof values, observations: Float32Array, taken: ArrayLike<number>): Float32Array =>
    values[by]
      .of(observations.length / S)
      .run(observations, taken)[0]
      .slice();

  /** TD(λ) returns of the target critic's values for what was done, [entries·team]. */
  const returns = (steps: number, unit: number, rng: Random): Float64Array => {
    const rows = copies * team;
    const taken = valued("target", memory.observations, memory.actions);
    const held = Float64Array.from(memory.actions, (u, row) => taken[row * L + u]);
    // The step after the last was not taken, nor that after a cut-off: choices there are drawn from the present policies.
    const chances = chancesOf(memory.nextObservations, steps);
    const open = (row: number) => row >= (p.rollout - 1) * rows || memory.status[row] !== Status.running;
    const drawn = Float32Array.from(memory.actions, (_, row) => (open(row) ? draw(chances, row, rng) : 0));
    const beyond = valued("target", memory.nextObservations, drawn);
    const next = Float64Array.from(memory.actions, (_, row) =>
      open(row) ? beyond[row * L + drawn[row]] : held[row + rows],
    );
    const rewards = new Float64Array(entries * team);
    for (let at = 0; at < rewards.length; at += team) {
      let sum = 0;
      for (let k = 0; k < team; k++) sum += memory.rewards[at + k];
      const shared = p.teamPay === "mean" ? sum / team : sum;
      for (let k = 0; k < team; k++) rewards[at + k] = (p.teamPay === "own" ? memory.rewards[at + k] : shared) / unit;
    }
    return generalisedAdvantages(
      { steps: p.rollout, environments: rows, rewards, values: held, nextValues: next, status: memory.status },
      p,
    ).returns;
  };

  return {
    encoding: choiceEncoding(actions),
    memory,
    networks: [actor, critic],
    programs: [logits, values.now, values.target, criticLoss, actorLoss],
    remedy: "smaller rates, or scaleRewards: true, keep it finite",
    act(observations, steps, encoded, streams) {
      const chances = chancesOf(observations, steps);
      for (let row = 0; row < encoded.length; row++) encoded[row] = draw(chances, row, streams.actions);
    },
    learn(steps, unit, streams) {
      if (!memory.full()) throw new Error("a stretch is learnt from before it is full");
      const goals = returns(steps, unit, streams.actions);
      const measures: Record<string, number> = {};
      for (let step = 0; step < p.criticSteps; step++) {
        measures.criticLoss = criticLoss.run(memory.observations, memory.actions, goals).loss;
        critic.descend(criticLoss.gradient);
        critic.follow(p.targetShare);
      }
      const advantages = counterfactualAdvantages(
        valued("now", memory.observations, memory.actions),
        chancesOf(memory.observations, steps),
        memory.actions,
        L,
      );
      const { loss, entropy } = actorLoss.run(memory.observations, memory.actions, advantages, [explore(steps)]);
      measures.gradientNorm = actor.descend(actorLoss.gradient);
      measures.policyLoss = loss;
      measures.entropy = entropy;
      memory.clear();
      return measures;
    },
    begin: memory.clear,
    player: (place) => policy.player(spec, actions, seats[place], p.mode, identity(team, place)),
    actionValues: (observations, taken) => valued("now", observations, taken),
    probabilities: chancesOf,
  };
}

/**
 * A_i(s, u) = Q_i(s, u) − Σ_{u'} π_i(u'|o_i)·Q_i(s, (u_{−i}, u')) (eq. 4) by rows, a row being a seat in a state. `values` and
 * `probabilities` are [rows × choices], `taken` [rows].
 */
export function counterfactualAdvantages(
  values: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  taken: ArrayLike<number>,
  choices: number,
): Float32Array {
  const advantages = new Float32Array(taken.length);
  for (let row = 0; row < advantages.length; row++) {
    let baseline = 0;
    for (let u = 0; u < choices; u++) baseline += probabilities[row * choices + u] * values[row * choices + u];
    advantages[row] = values[row * choices + taken[row]] - baseline;
  }
  return advantages;
}

/** Numbers that a counterfactual critic sees: all seats' observations and choices, and whose values are asked for. */
function counterfactualInputs(team: number, observationSize: number, choices: number): number {
  return team * (observationSize + choices + 1);
}

/**
 * What the critic sees, [batch·team × inputs]: joint observations [batch × team·O], the choices [batch·team] as numbers of 0 and
 * 1 with those of the seat in question left out, and the seat. Consumes both.
 */
function counterfactualTable(observations: np.Array, taken: np.Array, team: number, choices: number): np.Array {
  const batch = observations.shape[0];
  const rows = batch * team;
  const seen = np
    .broadcastTo(observations.reshape([batch, 1, observations.shape[1]]), [batch, team, observations.shape[1]])
    .reshape([rows, observations.shape[1]]);
  const seatCode = np.broadcastTo(np.eye(team).reshape([1, team, team]), [batch, team, team]);
  const others = np.eye(team).mul(-1).add(1).reshape([1, team, team, 1]);
  const done = nn.oneHot(taken.astype(np.int32), choices).reshape([batch, 1, team, choices]).mul(others);
  return np.concatenate([seen, done.reshape([rows, team * choices]), seatCode.reshape([rows, team])], 1);
}
