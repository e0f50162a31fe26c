// Soft actor-critic for worlds whose actions are numbers in a box: independent for each learning seat (SAC, Haarnoja et al.,
// arXiv 1801.01290; automatic temperature: arXiv 1812.05905), or with critics that see all seats while they learn (MASAC). Squashed
// normal actions, two critics of which the lower counts, target critics that glide, and a temperature for each seat.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { flag, positive } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { squashedGaussian } from "../../nn/distributions/gaussian.ts";
import { lax, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { perceptrons } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { boxAction } from "../box-action.ts";
import { mode } from "../trained-play.ts";
import { boxEncoding } from "./action-choices.ts";
import { abreast, bySeat, type JointOptions, jointCritics, lowest, seatName } from "./joint-critics.ts";
import { learningNetwork, targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { aloneInBoxes, togetherInBoxes } from "./off-policy.ts";
import { batch, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import { bootstrapped, jointReplayBuffer } from "./replay-buffer.ts";

/** Parameters of every soft actor-critic. */
const softFields = {
  ...offPolicyFields,
  batch: batch.default(128),
  rate: positive(10, 1e-3).describe("learning rate of actor, critics and temperature"),
  targetShare: targetShare.describe("how far a gradient step moves the target critics"),
  temperature: z.number().gt(0).default(1).describe("weight of the entropy, at the start where it is tuned"),
  tune: flag(true).describe("move the temperature until the entropy is as wanted"),
  entropy: z
    .number()
    .optional()
    .describe("wanted entropy in nats, of actions on a box of [−1, 1]; default minus the numbers of an action"),
  mode: mode.describe("trained players play the middle of their distribution; false: they draw, as in training"),
};

const shared = z.strictObject(softFields);

/** The parameters above; `maxNorm` is the longest gradient of actors and of critics, default any. */
interface SoftOptions extends z.output<typeof shared> {
  readonly maxNorm?: number;
}

/**
 * A learner for `seats` together. Seat i's critics learn r_i + γ·(min Q_i(s', a') − α_i·log π_i(a'_i|o'_i)) with all seats'
 * a' drawn from the actors, and its actor descends α_i·log π_i − min Q_i(s, a) where the others' draws are held fast.
 */
function softLearner(spec: NumericSpec, seats: readonly number[], p: SoftOptions, random: Random): OffPolicyLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const A = spec.actionSize;
  const wanted = p.entropy ?? -A;
  const options = { ...p, team, observationSize: O, actionSize: A };
  const actors = softActors(options, random.stream("weights"));
  const judges = jointCritics(options, 2, random.stream("weights"));
  const clip = p.maxNorm === undefined ? {} : { clip: p.maxNorm };
  const actor = learningNetwork(actors.parameters, { rate: p.rate, ...clip }, "actor");
  const critics = targetedNetwork(judges.parameters, { rate: p.rate, ...clip }, "critics");
  const logTemperatures = new Parameters([{ name: "temperature", shape: [team] }]);
  const temperature = learningNetwork(logTemperatures, { rate: p.rate }, "temperature");
  logTemperatures.flat.fill(Math.log(p.temperature));
  const cooling = new Float32Array(team);
  const memory = jointReplayBuffer(team, { capacity: p.capacity, observationSize: O, actionSize: A });
  /** The actors' draws, seat by seat. */
  const drawn = (weights: Weights, x: np.Array, noise: np.Array) => {
    const noises = bySeat(noise, team, 1);
    return bySeat(x, team, 1).map((own, k) => actors.draw(actors.of(weights, k), own, noises[k]));
  };
  const forward = networkProgram(
    [actor.parameters],
    ([weights], [x, noise]) => {
      const actions = drawn(weights, x, noise).map((own) => {
        own.logProbability.dispose();
        return own.actions;
      });
      return [abreast(actions)];
    },
    [
      [p.copies, team * O],
      [p.copies, team * A],
    ],
  );
  // Value of the next state, without the discount: min Q(s', a') − α·log π(a'|s'). Two columns a seat, so that one copy brings all.
  const later = networkProgram(
    [actor.parameters, critics.target],
    ([weights, old], [x, noise]) => {
      const next = drawn(weights, x.ref, noise);
      const actions = abreast(next.map((own) => own.actions));
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
  const criticLoss = judges.lossOf(p.batch);
  const actorLoss = lossGradient(
    actor.parameters,
    (weights, [x, noise, alpha], [held]) => {
      const all = drawn(weights, x.ref, noise);
      const alphas = bySeat(alpha, team, 0);
      const losses = all.map(({ logProbability }, k) => {
        const actions = abreast(all.map((own, j) => (j === k ? own.actions.ref : lax.stopGradient(own.actions.ref))));
        const value = lowest(judges.judge(judges.of(held, k), x.ref, actions));
        return np.mean(logProbability.ref.mul(alphas[k]).sub(value));
      });
      x.dispose();
      for (const { actions } of all) actions.dispose();
      const logProbabilities = np.stack(all.map(({ logProbability }) => np.mean(logProbability)));
      return { loss: losses.reduce((a, b) => a.add(b)), measures: {}, each: logProbabilities };
    },
    [[p.batch, team * O], [p.batch, team * A], [team]],
    [critics.parameters],
  );
  /** Standard normal numbers for all actors' draws. */
  const normals = (into: Float32Array, from: Random): Float32Array => {
    for (let k = 0; k < into.length; k++) into[k] = from.normal();
    return into;
  };

  return {
    encoding: boxEncoding(spec),
    memory,
    networks: [actor, critics, temperature],
    programs: [forward, later, criticLoss, actorLoss],
    remedy: "a smaller rate, or scaleRewards: true, keeps it finite",
    act(observations, steps, encoded, { actions }) {
      if (steps < p.warmup) for (let k = 0; k < encoded.length; k++) encoded[k] = actions.uniform(-1, 1);
      else encoded.set(forward.run(observations, normals(forward.data[1], actions))[0]);
    },
    learn(_steps, unit, { replay }) {
      const alphas = Float64Array.from(logTemperatures.flat, Math.exp);
      const batch = memory.sample(p.batch, replay);
      const [next] = later.run(batch.nextObservations, normals(later.data[1], replay));
      const value = (at: number) => next[2 * at] - alphas[at % team] * next[2 * at + 1];
      const goals = bootstrapped(batch, unit, p.discount, value);
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      critics.descend(criticLoss.gradient);
      const { loss: actorTotal } = actorLoss.run(batch.observations, normals(actorLoss.data[1], replay), alphas);
      const gradientNorm = actor.descend(actorLoss.gradient);
      const entropies = Float64Array.from(actorLoss.each(), (x) => -x);
      if (p.tune) {
        // Gradient of log α·(entropy − wanted), in log α as in the authors' code.
        for (let k = 0; k < team; k++) cooling[k] = entropies[k] - wanted;
        temperature.descend(cooling);
      }
      critics.follow(p.targetShare);
      return {
        criticLoss: criticTotal / team,
        actorLoss: actorTotal / team,
        gradientNorm,
        entropy: mean(entropies),
        temperature: mean(alphas),
      };
    },
    player: (place) => softPlayer(spec, actors, place, seats[place], p.mode),
  };
}

const mean = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce((sum, x) => sum + x, 0) / numbers.length;

export const sac = bind({
  id: "sac",
  summary: "soft actor-critic with twin critics and a temperature that tunes itself",
  source: "Haarnoja et al., arXiv 1801.01290 and 1812.05905",
  parameters: shared,
  make: (p) => aloneInBoxes("sac", p, (spec, seats, random) => softLearner(spec, seats, p, random)),
});

/**
 * Every seat has its own actor and two critics that see all seats' observations and actions while it learns (the scheme of Lowe et
 * al., with soft values). Others' actions come from their present actors, as in Iqbal & Sha, arXiv 1810.02912, without that paper's
 * attention.
 */
export const masac = bind({
  id: "masac",
  summary: "soft actor-critic with twin critics that see all seats while training",
  source: "Lowe et al., arXiv 1706.02275; Haarnoja et al., arXiv 1812.05905",
  parameters: z.strictObject({
    ...softFields,
    capacity: softFields.capacity.default(100_000),
    batch: softFields.batch.default(256),
    rate: softFields.rate.default(3e-4),
    scaleRewards: softFields.scaleRewards.default(true),
    maxNorm: z.number().gt(0).default(1).describe("longest gradient of all actors, and of all critics"),
  }),
  make: (p) => togetherInBoxes("masac", p, (spec, seats, random) => softLearner(spec, seats, p, random)),
});

/** Log standard deviations that an actor can say, before squashing. */
const [LEAST, MOST] = [-5, 2];

/** Actors of every seat over one set of parameters. */
type SoftActors = ReturnType<typeof softActors>;

function softActors(options: JointOptions, random: Random) {
  const { team, observationSize: inputs, actionSize, hidden, activation } = options;
  const outputs = 2 * actionSize;
  const actors = perceptrons(
    Array.from({ length: team }, (_, place) => ({
      name: seatName("actor", place, team),
      inputs,
      hidden,
      outputs,
      activation,
    })),
    random,
  );
  return {
    parameters: actors.parameters,
    /** The tensors of the actor at `place` among those of all. */
    of: actors.of,
    /** A copy of the parameters of the actor at `place` as they are now. */
    copyOf: actors.copyOf,
    /**
     * Actions on [−1, 1] of one seat's observations [batch × O] and standard normal noise [batch × A], with their
     * log-densities [batch]. Consumes the tensors of that seat's actor and both arrays.
     */
    draw(own: Weights, observations: np.Array, noise: np.Array): { actions: np.Array; logProbability: np.Array } {
      const [mean, raw] = np.split(actors.apply(own, 0, observations), 2, 1);
      const logDeviation = np
        .tanh(raw)
        .add(1)
        .mul((MOST - LEAST) / 2)
        .add(LEAST);
      return squashedGaussian(mean, logDeviation, noise);
    },
  };
}

/** The player that the actor at `place` is now in its seat: its middle, tanh μ, with `mode`, else draws. */
function softPlayer(spec: NumericSpec, actors: SoftActors, place: number, seat: number, mode: boolean): Agent {
  const scale = observationScale(spec);
  const { data, run, close } = networkProgram(
    [actors.copyOf(place)],
    ([own], [x, noise]) => {
      const { actions, logProbability } = actors.draw(own, x, noise);
      logProbability.dispose();
      return [actions];
    },
    [
      [1, spec.observationSize],
      [1, spec.actionSize],
    ],
  );
  const [seen, noise] = data;
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      for (let k = 0; k < seen.length; k++) seen[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
      if (!mode) for (let k = 0; k < noise.length; k++) noise[k] = hand.normal();
      boxAction(spec, seat, run()[0], 0, action, 0);
    },
    close,
  };
}
