// What mean-field actor-critic learns with: one actor and one critic for all seats, each told whose turn it is. The actor
// sees a running mean of the others' last actions, the critic the mean of their present ones; the other seats enter in no
// other way, so that nothing grows with their number.

import type { NumericSpec } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import { modeCategorical, sampleCategorical } from "../nn/distributions/categorical.ts";
import { orthogonal } from "../nn/initialisers.ts";
import { jit, nn, np, valueAndGrad } from "../nn/jax.ts";
import { adam } from "../nn/optimiser.ts";
import type { Weights } from "../nn/parameters.ts";
import { perceptrons } from "../nn/perceptrons.ts";
import { actionChoices } from "./action-choices.ts";
import { glide, table } from "./joint-critics.ts";
import { meanAction, meanViews, watching } from "./mean-action.ts";
import type { MeanFieldOptions } from "./mean-field.ts";
import { networkPlayer } from "./network-player.ts";
import type { OffPolicyLearner } from "./off-policy.ts";
import { replayBuffer } from "./replay-buffer.ts";
import { identified } from "./seat-identity.ts";
import { restore, restoreParameters, saved, savedParameters } from "./training-checkpoint.ts";
import { checkFinite, number } from "./training-measures.ts";

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
  const gradients = { actor: new Float32Array(actor.flat.length), critic: new Float32Array(critic.flat.length) };
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
  const forward = jit((weights: Weights, x: np.Array) => policy.apply(weights, 0, identified(x, team)));
  const later = jit((oldActor: Weights, oldCritic: Weights, x: np.Array) => {
    const chances = chancesOf(oldActor, x.ref);
    return np.sum(valuesOf(oldCritic, x, others(chances.ref)).mul(chances), 1);
  });
  const criticLoss = jit(
    valueAndGrad((weights: Weights, x: np.Array, taken: np.Array, goals: np.Array) => {
      const done = shares(taken);
      return np.mean(np.square(np.sum(valuesOf(weights, x, others(done.ref)).mul(done), 1).sub(goals)));
    }),
  );
  const actorLoss = jit(
    valueAndGrad(
      (weights: Weights, held: Weights, x: np.Array, taken: np.Array): [np.Array, np.Array] => {
        const chances = chancesOf(weights, x.ref);
        const gain = np.mean(np.sum(valuesOf(held, x, others(shares(taken))).mul(chances.ref), 1));
        const entropy = np.mean(np.sum(np.log(chances.ref.add(1e-12)).mul(chances), 1)).mul(-1);
        return [gain.add(entropy.ref.mul(p.entropy)).mul(-1), entropy];
      },
      { hasAux: true },
    ),
  );

  return {
    memory: views.before(memory),
    encoded,
    act(observations) {
      const heads = forward(actor.weights(), table(views.look(observations).slice(), team * seen)).dataSync();
      for (let row = 0; row < encoded.length; row++) encoded[row] = sampleCategorical(heads, row * L, L, hand);
    },
    decode(row, into, at) {
      actions.decode(encoded[row], seats[row % team], into, at);
    },
    learn(_steps, unit) {
      const batch = memory.sample(p.batch, draws);
      const next = later(
        targets.actor.weights(),
        targets.critic.weights(),
        table(batch.nextObservations, team * seen),
      ).dataSync();
      const goals = batch.rewards.map(
        (reward, at) => reward / unit + p.discount * batch.continues[Math.floor(at / team)] * next[at],
      );
      const [criticTotal, criticGradients] = criticLoss(
        critic.weights(),
        table(batch.observations.slice(), team * seen),
        np.array(batch.actions.slice()),
        np.array(goals),
      );
      critic.collect(criticGradients, gradients.critic);
      optimisers.critic.step(critic.flat, gradients.critic);
      const [[actorTotal, entropy], actorGradients] = actorLoss(
        actor.weights(),
        critic.weights(),
        table(batch.observations, team * seen),
        np.array(batch.actions),
      );
      actor.collect(actorGradients, gradients.actor);
      const gradientNorm = optimisers.actor.step(actor.flat, gradients.actor);
      glide(targets.actor, actor, p.targetShare);
      glide(targets.critic, critic, p.targetShare);
      const measures = {
        criticLoss: number(criticTotal),
        actorLoss: number(actorTotal),
        gradientNorm,
        entropy: number(entropy),
      };
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
      for (const compiled of [forward, later, criticLoss, actorLoss]) compiled.dispose();
    },
  };
}
