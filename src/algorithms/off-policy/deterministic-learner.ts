// What deterministic policy gradients learn with (Lillicrap et al., arXiv 1509.02971), for one seat (ddpg.ts, td3.ts) or for
// several whose critics see everybody's observations and actions (maddpg.ts, matd3.ts, m3ddpg.ts): an actor for each seat,
// one critic or two, target networks that glide, and normal exploration whose noise falls.

import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { perceptrons } from "../../nn/models/perceptrons.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import type { Weights } from "../../nn/parameters.ts";
import { boxAction } from "../box-action.ts";
import { networkPlayer } from "../network-player.ts";
import { restore, restoreParameters, saved, savedParameters } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import type { DeterministicOptions } from "./deterministic-options.ts";
import { abreast, bySeat, jointCritics, lowest, seatName, softUpdate } from "./joint-critics.ts";
import type { OffPolicyLearner } from "./off-policy.ts";
import { replayBuffer } from "./replay-buffer.ts";
import { worstCase } from "./worst-case.ts";

/**
 * A learner for `seats` together. Seat i's critics learn r_i + γ·min Q'_i(s', μ'(s') + ε), ε clipped normal noise, and its
 * actor climbs Q_i(s, a) with a_i = μ_i(o_i) and the others' actions as remembered (Lowe et al., arXiv 1706.02275, eqs. 5–6).
 */
export function deterministicLearner(
  spec: NumericSpec,
  seats: readonly number[],
  p: DeterministicOptions,
  random: Random,
): OffPolicyLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const A = spec.actionSize;
  const { hidden, activation } = p;
  const actors = perceptrons(
    seats.map((_, place) => {
      const name = seatName("actor", place, team);
      return { name, inputs: O, hidden, outputs: A, activation, outputInitialiser: orthogonal(0.01) };
    }),
    random.stream("weights"),
  );
  const judges = jointCritics(
    { team, observationSize: O, actionSize: A, hidden, activation },
    p.twin === undefined ? 1 : 2,
    random.stream("weights"),
  );
  const actor = actors.parameters;
  const critics = judges.parameters;
  const targets = { actor: actor.clone(), critics: critics.clone() };
  const optimisers = {
    actor: adam(actor.flat.length, { rate: p.actorRate }),
    critics: adam(critics.flat.length, { rate: p.criticRate }),
  };
  const memory = replayBuffer({
    capacity: p.capacity,
    observationSize: team * O,
    actionSize: team * A,
    rewardSize: team,
  });
  const noise = linearSchedule(p.noise, p.noiseEnd, p.noiseShare * p.steps);
  const encoded = new Float32Array(p.copies * team * A);
  let hand = random.stream("actions");
  let draws = random.stream("replay");
  const { worst, restraint = 0 } = p;
  const { delay, smoothing, smoothingClip } = p.twin ?? { delay: 1, smoothing: 0, smoothingClip: 0 };
  /** Everybody's actions as seat `place` must expect them. */
  const expected = (place: number, critic: Weights, x: np.Array, actions: np.Array) =>
    worst === undefined ? actions : worstCase(judges, worst, team, place, critic, x, actions);
  const act = (own: Weights, x: np.Array) => np.tanh(actors.apply(own, 0, x));
  const everybody = (weights: Weights, x: np.Array) =>
    abreast(
      bySeat(x, team, 1).map((own, place) => act(actors.of(weights, place), own)),
      1,
    );
  const joint = [
    [p.batch, team * O],
    [p.batch, team * A],
  ];
  const forward = networkProgram([actor], ([weights], [x]) => [everybody(weights, x)], [[p.copies, team * O]]);
  // Values of the next state, [batch × team].
  const later = networkProgram(
    [targets.actor, targets.critics],
    ([old, oldCritics], [x, shift]) => {
      const actions = np.clip(everybody(old, x.ref).add(shift), -1, 1);
      const values = seats.map((_, place) => {
        const critic = judges.of(oldCritics, place);
        const all = expected(place, critic, x.ref, actions.ref);
        return lowest(judges.judge(critic, x.ref, all));
      });
      x.dispose();
      actions.dispose();
      return [np.stack(values, 1)];
    },
    joint,
  );
  const shift = later.data[1];
  const criticLoss = lossGradient(
    critics,
    (weights, [x, actions, goals]) => ({ loss: judges.loss(weights, x, actions, goals), measures: {} }),
    [...joint, [p.batch, team]],
  );
  const actorLoss = lossGradient(
    actor,
    (weights, [x, actions], [held]) => {
      const seen = bySeat(x.ref, team, 1);
      const done = bySeat(actions, team, 1);
      const losses = seats.map((_, place) => {
        const raw = actors.apply(actors.of(weights, place), 0, seen[place]);
        const own = np.tanh(raw.ref);
        const excess = np.mean(np.square(raw)).mul(restraint);
        const all = abreast(
          done.map((other, j) => (j === place ? own.ref : other.ref)),
          1,
        );
        own.dispose();
        const critic = judges.of(held, place);
        const worse = expected(place, critic, x.ref, all);
        return excess.sub(np.mean(judges.first(critic, x.ref, worse)));
      });
      x.dispose();
      for (const other of done) other.dispose();
      return { loss: losses.reduce((a, b) => a.add(b)), measures: {} };
    },
    joint,
    [critics],
  );

  return {
    memory,
    encoded,
    act(observations, steps) {
      if (steps < p.warmup) {
        for (let k = 0; k < encoded.length; k++) encoded[k] = hand.uniform(-1, 1);
        return;
      }
      const deviation = noise(steps);
      const [middle] = forward.run(observations);
      for (let k = 0; k < encoded.length; k++) encoded[k] = clipped(middle[k] + deviation * hand.normal(), 1);
    },
    decode(row, into, at) {
      boxAction(spec, seats[row % team], encoded, row * A, into, at);
    },
    learn(_steps, unit) {
      const batch = memory.sample(p.batch, draws);
      if (smoothing > 0)
        for (let k = 0; k < shift.length; k++) shift[k] = clipped(smoothing * draws.normal(), smoothingClip);
      const [next] = later.run(batch.nextObservations);
      const goals = batch.rewards.map(
        (reward, at) => reward / unit + p.discount * batch.continues[Math.floor(at / team)] * next[at],
      );
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      optimisers.critics.step(critics.flat, criticLoss.gradient);
      const taken = optimisers.critics.state[2 * critics.flat.length];
      const measures: Record<string, number> = { criticLoss: criticTotal / team };
      if (taken % delay === 0) {
        const { loss: actorTotal } = actorLoss.run(batch.observations, batch.actions);
        measures.gradientNorm = optimisers.actor.step(actor.flat, actorLoss.gradient);
        measures.actorLoss = actorTotal / team;
        softUpdate(targets.actor, actor, p.targetShare);
        softUpdate(targets.critics, critics, p.targetShare);
      }
      checkFinite(measures, taken, "smaller rates, or scaleRewards: true, keep it finite");
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      draws = stream.stream("replay");
    },
    save: () => [
      ...savedParameters(actor),
      ...savedParameters(critics),
      ...savedParameters(targets.actor, "target."),
      ...savedParameters(targets.critics, "target."),
      ...Object.entries(optimisers).map(([name, { state }]) => saved(`optimiser.${name}`, state)),
    ],
    restore(tensors) {
      restoreParameters(tensors, actor);
      restoreParameters(tensors, critics);
      restoreParameters(tensors, targets.actor, "target.");
      restoreParameters(tensors, targets.critics, "target.");
      for (const [name, { state }] of Object.entries(optimisers)) restore(tensors, `optimiser.${name}`, state);
    },
    player: (place) =>
      networkPlayer(spec, actors.copyOf(place), act, (middle, action) =>
        boxAction(spec, seats[place], middle, 0, action, 0),
      ),
    close() {
      for (const compiled of [forward, later, criticLoss, actorLoss]) compiled.close();
    },
  };
}

function clipped(x: number, most: number): number {
  return x < -most ? -most : x > most ? most : x;
}
