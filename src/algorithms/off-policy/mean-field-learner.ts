// What mean-field actor-critic learns with: one actor and one critic for all seats, each told whose turn it is. The actor
// sees a running mean of the others' last actions, the critic the mean of their present ones; the other seats enter in no
// other way, so that nothing grows with their number.

import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { modeCategorical, sampleCategorical } from "../../nn/distributions/categorical.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { perceptrons } from "../../nn/models/perceptrons.ts";
import { adam } from "../../nn/optimiser.ts";
import type { Weights } from "../../nn/parameters.ts";
import { networkPlayer } from "../network-player.ts";
import { restore, restoreParameters, saved, savedParameters } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import { actionChoices } from "./action-choices.ts";
import { softUpdate } from "./joint-critics.ts";
import { meanAction, meanViews, watching } from "./mean-action.ts";
import type { MeanFieldOptions } from "./mean-field.ts";
import type { OffPolicyLearner } from "./off-policy.ts";
import { replayBuffer } from "./replay-buffer.ts";
import { identified } from "./seat-identity.ts";

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
  const policy = perceptrons(
    [{ name: "actor", inputs: seen + team, hidden, outputs: L, activation, outputInitialiser: orthogonal(0.01) }],
    random.stream("weights"),
  );
  const judge = perceptrons(
    [{ name: "critic", inputs: seen + team + W, hidden, outputs: L, activation }],
    random.stream("weights"),
  );
  const actor = policy.parameters;
  const critic = judge.parameters;
  const targets = { actor: actor.clone(), critic: critic.clone() };
  const optimisers = {
    actor: adam(actor.flat.length, { rate: p.actorRate }),
    critic: adam(critic.flat.length, { rate: p.criticRate }),
  };
  const memory = replayBuffer({
    capacity: p.capacity,
    observationSize: team * seen,
    actionSize: team,
    rewardSize: team,
  });
  const views = meanViews(spec, running, team, p.copies);
  const encoded = new Float32Array(p.copies * team);
  let hand = random.stream("actions");
  let draws = random.stream("replay");
  /** Probabilities of every seat's choices, [batch·team × choices]. */
  const chancesOf = (weights: Weights, x: np.Array) => nn.softmax(policy.apply(weights, 0, identified(x, team)), -1);
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
  const forward = networkProgram([actor], ([weights], [x]) => [policy.apply(weights, 0, identified(x, team))], [
    [p.copies, team * seen],
  ]);
  const later = networkProgram(
    [targets.actor, targets.critic],
    ([oldActor, oldCritic], [x]) => {
      const chances = chancesOf(oldActor, x.ref);
      return [np.sum(valuesOf(oldCritic, x, others(chances.ref)).mul(chances), 1)];
    },
    [joint],
  );
  const criticLoss = lossGradient(
    critic,
    (weights, [x, taken, goals]) => {
      const done = shares(taken);
      const values = np.sum(valuesOf(weights, x, others(done.ref)).mul(done), 1);
      return { loss: np.mean(np.square(values.sub(goals))), measures: {} };
    },
    [joint, [p.batch * team], [p.batch * team]],
  );
  const actorLoss = lossGradient(
    actor,
    (weights, [x, taken], [held]) => {
      const chances = chancesOf(weights, x.ref);
      const gain = np.mean(np.sum(valuesOf(held, x, others(shares(taken))).mul(chances.ref), 1));
      const entropy = np.mean(np.sum(np.log(chances.ref.add(1e-12)).mul(chances), 1)).mul(-1);
      return { loss: gain.add(entropy.ref.mul(p.entropy)).mul(-1), measures: { entropy } };
    },
    [joint, [p.batch * team]],
    [critic],
  );

  return {
    memory: views.before(memory),
    encoded,
    act(observations) {
      const [heads] = forward.run(views.look(observations));
      for (let row = 0; row < encoded.length; row++) encoded[row] = sampleCategorical(heads, row * L, L, hand);
    },
    decode(row, into, at) {
      actions.decode(encoded[row], seats[row % team], into, at);
    },
    learn(_steps, unit) {
      const batch = memory.sample(p.batch, draws);
      const [next] = later.run(batch.nextObservations);
      const goals = batch.rewards.map(
        (reward, at) => reward / unit + p.discount * batch.continues[Math.floor(at / team)] * next[at],
      );
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      optimisers.critic.step(critic.flat, criticLoss.gradient);
      const { loss: actorTotal, entropy } = actorLoss.run(batch.observations, batch.actions);
      const gradientNorm = optimisers.actor.step(actor.flat, actorLoss.gradient);
      softUpdate(targets.actor, actor, p.targetShare);
      softUpdate(targets.critic, critic, p.targetShare);
      const measures = { criticLoss: criticTotal, actorLoss: actorTotal, gradientNorm, entropy };
      const taken = optimisers.critic.state[2 * critic.flat.length];
      checkFinite(measures, taken, "smaller rates, or scaleRewards: true, keep it finite");
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      draws = stream.stream("replay");
      views.begin();
    },
    save: () => [
      ...savedParameters(actor),
      ...savedParameters(critic),
      ...savedParameters(targets.actor, "target."),
      ...savedParameters(targets.critic, "target."),
      ...Object.entries(optimisers).map(([name, { state }]) => saved(`optimiser.${name}`, state)),
    ],
    restore(tensors) {
      restoreParameters(tensors, actor);
      restoreParameters(tensors, critic);
      restoreParameters(tensors, targets.actor, "target.");
      restoreParameters(tensors, targets.critic, "target.");
      for (const [name, { state }] of Object.entries(optimisers)) restore(tensors, `optimiser.${name}`, state);
    },
    player: (place) =>
      networkPlayer(
        spec,
        policy.copyOf(0),
        (own, x) => policy.apply(own, 0, x),
        (head, action, random) => {
          const choice = p.mode ? modeCategorical(head, 0, L) : sampleCategorical(head, 0, L, random);
          actions.decode(choice, seats[place], action, 0);
        },
        watching(running, team, place),
      ),
    close() {
      for (const compiled of [forward, later, criticLoss, actorLoss]) compiled.close();
    },
  };
}
