// What soft actor-critic learns with, for one seat (sac.ts) or for several whose critics see everybody's observations and
// actions (masac.ts): squashed normal actions, two critics of which the lower counts, target critics that glide, and a
// temperature for each seat.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { lax, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import type { Weights } from "../../nn/parameters.ts";
import { boxAction } from "../box-action.ts";
import { restore, restoreParameters, saved, savedParameters } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import { abreast, bySeat, jointCritics, lowest, softUpdate } from "./joint-critics.ts";
import { type OffPolicyLearner, offPolicyFields } from "./off-policy.ts";
import { replayBuffer } from "./replay-buffer.ts";
import { softActors, softPlayer } from "./soft-actors.ts";

/** Parameters of every soft actor-critic. */
export const softFields = {
  ...offPolicyFields,
  copies: z.int().min(1).max(4096).default(1).describe("copies of the world that are played side by side"),
  batch: z.int().min(1).max(65_536).default(128).describe("transitions of a gradient step"),
  rate: z.number().gt(0).max(10).default(1e-3).describe("learning rate of actor, critics and temperature"),
  targetShare: z.number().gt(0).max(1).default(0.005).describe("how far a gradient step moves the target critics"),
  temperature: z.number().gt(0).default(1).describe("weight of the entropy, at the start where it is tuned"),
  tune: z.boolean().default(true).describe("move the temperature until the entropy is as wanted"),
  entropy: z
    .number()
    .optional()
    .describe("wanted entropy in nats, of actions on a box of [−1, 1]; default minus the numbers of an action"),
  mode: z.boolean().default(true).describe("trained players play the middle of their distribution; false: they draw"),
};

const shared = z.strictObject(softFields);

/** The parameters above; `maxNorm` is the longest gradient of actors and of critics, default any. */
export interface SoftOptions extends z.output<typeof shared> {
  readonly maxNorm?: number;
}

/**
 * A learner for `seats` together. Seat i's critics learn r_i + γ·(min Q_i(s', a') − α_i·log π_i(a'_i|o'_i)) with everybody's
 * a' drawn from the actors, and its actor descends α_i·log π_i − min Q_i(s, a) where the others' draws are held fast.
 */
export function softLearner(
  spec: NumericSpec,
  seats: readonly number[],
  p: SoftOptions,
  random: Random,
): OffPolicyLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const A = spec.actionSize;
  const wanted = p.entropy ?? -A;
  const options = { ...p, team, observationSize: O, actionSize: A };
  const actors = softActors(options, random.stream("weights"));
  const judges = jointCritics(options, 2, random.stream("weights"));
  const actor = actors.parameters;
  const critics = judges.parameters;
  const target = critics.clone();
  const temperature = new Float32Array(team).fill(Math.log(p.temperature));
  const cooling = new Float32Array(team);
  const clip = p.maxNorm === undefined ? {} : { clip: p.maxNorm };
  const optimisers = {
    actor: adam(actor.flat.length, { rate: p.rate, ...clip }),
    critics: adam(critics.flat.length, { rate: p.rate, ...clip }),
    temperature: adam(team, { rate: p.rate }),
  };
  const memory = replayBuffer({
    capacity: p.capacity,
    observationSize: team * O,
    actionSize: team * A,
    rewardSize: team,
  });
  const encoded = new Float32Array(p.copies * team * A);
  let hand = random.stream("actions");
  let draws = random.stream("replay");
  /** Everybody's draws, seat by seat. */
  const drawn = (weights: Weights, x: np.Array, noise: np.Array) => {
    const noises = bySeat(noise, team, 1);
    return bySeat(x, team, 1).map((own, k) => actors.draw(actors.of(weights, k), own, noises[k]));
  };
  const forward = networkProgram(
    [actor],
    ([weights], [x, noise]) => {
      const actions = drawn(weights, x, noise).map((own) => {
        own.logProbability.dispose();
        return own.actions;
      });
      return [abreast(actions, 1)];
    },
    [
      [p.copies, team * O],
      [p.copies, team * A],
    ],
  );
  // Value of the next state, without the discount: min Q(s', a') − α·log π(a'|s'). Two columns a seat, so that one copy brings all.
  const later = networkProgram(
    [actor, target],
    ([weights, old], [x, noise]) => {
      const next = drawn(weights, x.ref, noise);
      const actions = abreast(
        next.map((own) => own.actions),
        1,
      );
      const columns = next.flatMap(({ logProbability }, k) => [
        lowest(judges.judge(judges.of(old, k), x.ref, actions.ref)),
        logProbability,
      ]);
      x.dispose();
      actions.dispose();
      return [np.stack(columns, 1)];
    },
    [
      [p.batch, team * O],
      [p.batch, team * A],
    ],
  );
  const criticLoss = lossGradient(
    critics,
    (weights, [x, actions, goals]) => ({ loss: judges.loss(weights, x, actions, goals), measures: {} }),
    [
      [p.batch, team * O],
      [p.batch, team * A],
      [p.batch, team],
    ],
  );
  const actorLoss = lossGradient(
    actor,
    (weights, [x, noise, alpha], [held]) => {
      const all = drawn(weights, x.ref, noise);
      const alphas = bySeat(alpha, team, 0);
      const losses = all.map(({ logProbability }, k) => {
        const actions = abreast(
          all.map((own, j) => (j === k ? own.actions.ref : lax.stopGradient(own.actions.ref))),
          1,
        );
        const value = lowest(judges.judge(judges.of(held, k), x.ref, actions));
        return np.mean(logProbability.ref.mul(alphas[k]).sub(value));
      });
      x.dispose();
      for (const { actions } of all) actions.dispose();
      const logProbabilities = np.stack(all.map(({ logProbability }) => np.mean(logProbability)));
      return { loss: losses.reduce((a, b) => a.add(b)), measures: {}, each: logProbabilities };
    },
    [[p.batch, team * O], [p.batch, team * A], [team]],
    [critics],
  );
  /** Standard normal numbers for everybody's draws. */
  const normals = (into: Float32Array, from: Random): Float32Array => {
    for (let k = 0; k < into.length; k++) into[k] = from.normal();
    return into;
  };

  return {
    memory,
    encoded,
    act(observations, steps) {
      if (steps < p.warmup) for (let k = 0; k < encoded.length; k++) encoded[k] = hand.uniform(-1, 1);
      else {
        encoded.set(forward.run(observations, normals(forward.data[1], hand))[0]);
      }
    },
    decode(row, into, at) {
      boxAction(spec, seats[row % team], encoded, row * A, into, at);
    },
    learn(_steps, unit) {
      const alphas = Float64Array.from(temperature, Math.exp);
      const batch = memory.sample(p.batch, draws);
      const [next] = later.run(batch.nextObservations, normals(later.data[1], draws));
      const goals = batch.rewards.map((reward, at) => {
        const value = next[2 * at] - alphas[at % team] * next[2 * at + 1];
        return reward / unit + p.discount * batch.continues[Math.floor(at / team)] * value;
      });
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      optimisers.critics.step(critics.flat, criticLoss.gradient);
      const { loss: actorTotal } = actorLoss.run(batch.observations, normals(actorLoss.data[1], draws), alphas);
      const gradientNorm = optimisers.actor.step(actor.flat, actorLoss.gradient);
      const entropies = Float64Array.from(actorLoss.each(), (x) => -x);
      if (p.tune) {
        // Gradient of log α·(entropy − wanted), in log α as in the authors' code.
        for (let k = 0; k < team; k++) cooling[k] = entropies[k] - wanted;
        optimisers.temperature.step(temperature, cooling);
      }
      softUpdate(target, critics, p.targetShare);
      const measures = {
        criticLoss: criticTotal / team,
        actorLoss: actorTotal / team,
        gradientNorm,
        entropy: mean(entropies),
        temperature: mean(alphas),
      };
      const { state } = optimisers.critics;
      checkFinite(measures, state[state.length - 1], "a smaller rate, or scaleRewards: true, keeps it finite");
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      draws = stream.stream("replay");
    },
    save: () => [
      ...savedParameters(actor),
      ...savedParameters(critics),
      ...savedParameters(target, "target."),
      saved("temperature", temperature),
      ...Object.entries(optimisers).map(([name, { state }]) => saved(`optimiser.${name}`, state)),
    ],
    restore(tensors) {
      restoreParameters(tensors, actor);
      restoreParameters(tensors, critics);
      restoreParameters(tensors, target, "target.");
      restore(tensors, "temperature", temperature);
      for (const [name, { state }] of Object.entries(optimisers)) restore(tensors, `optimiser.${name}`, state);
    },
    player: (place) => softPlayer(spec, actors, place, seats[place], p.mode),
    close() {
      for (const compiled of [forward, later, criticLoss, actorLoss]) compiled.close();
    },
  };
}

const mean = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce((sum, x) => sum + x, 0) / numbers.length;
