// What deterministic policy gradients learn with (Lillicrap et al., arXiv 1509.02971), for one seat (ddpg.ts, td3.ts) or for
// several whose critics see all seats' observations and actions (maddpg.ts, matd3.ts, m3ddpg.ts): an actor for each seat,
// one critic or two, target networks that glide, and normal exploration whose noise falls.

import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { grad, lax, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { perceptrons } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { linearSchedule } from "../../nn/optimiser.ts";
import type { Weights } from "../../nn/parameters.ts";
import { boxAction } from "../box-action.ts";
import { networkPlayer } from "../network-player.ts";
import { boxEncoding } from "./action-choices.ts";
import type { DeterministicOptions } from "./deterministic.ts";
import { abreast, bySeat, type JointCritics, jointCritics, lowest, seatName } from "./joint-critics.ts";
import { targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { bootstrapped, jointReplayBuffer } from "./replay-buffer.ts";

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
  const actor = targetedNetwork(actors.parameters, { rate: p.actorRate }, "actor");
  const critics = targetedNetwork(judges.parameters, { rate: p.criticRate }, "critics");
  const memory = jointReplayBuffer(team, { capacity: p.capacity, observationSize: O, actionSize: A });
  const noise = linearSchedule(p.noise, p.noiseEnd, p.noiseShare * p.steps);
  const { worst, restraint = 0 } = p;
  const { delay, smoothing, smoothingClip } = p.twin ?? { delay: 1, smoothing: 0, smoothingClip: 0 };
  /** All seats' actions as seat `place` must expect them. */
  const expected = (place: number, critic: Weights, x: np.Array, actions: np.Array) =>
    worst === undefined ? actions : worstCase(judges, worst, team, place, critic, x, actions);
  const act = (own: Weights, x: np.Array) => np.tanh(actors.apply(own, 0, x));
  const actAll = (weights: Weights, x: np.Array) =>
    abreast(bySeat(x, team, 1).map((own, place) => act(actors.of(weights, place), own)));
  const joint = [
    [p.batch, team * O],
    [p.batch, team * A],
  ];
  const forward = networkProgram([actor.parameters], ([weights], [x]) => [actAll(weights, x)], [[p.copies, team * O]]);
  // Values of the next state, [batch × team].
  const later = networkProgram(
    [actor.target, critics.target],
    ([old, oldCritics], [x, shift]) => {
      const actions = np.clip(actAll(old, x.ref).add(shift), -1, 1);
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
  const criticLoss = judges.lossOf(p.batch);
  const actorLoss = lossGradient(
    actor.parameters,
    (weights, [x, actions], [held]) => {
      const seen = bySeat(x.ref, team, 1);
      const done = bySeat(actions, team, 1);
      const losses = seats.map((_, place) => {
        const raw = actors.apply(actors.of(weights, place), 0, seen[place]);
        const own = np.tanh(raw.ref);
        const excess = np.mean(np.square(raw)).mul(restraint);
        const all = abreast(done.map((other, j) => (j === place ? own.ref : other.ref)));
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
    [critics.parameters],
  );

  return {
    encoding: boxEncoding(spec),
    memory,
    networks: [actor, critics],
    programs: [forward, later, criticLoss, actorLoss],
    remedy: "smaller rates, or scaleRewards: true, keep it finite",
    act(observations, steps, encoded, { actions }) {
      if (steps < p.warmup) {
        for (let k = 0; k < encoded.length; k++) encoded[k] = actions.uniform(-1, 1);
        return;
      }
      const deviation = noise(steps);
      const [middle] = forward.run(observations);
      for (let k = 0; k < encoded.length; k++) encoded[k] = clipped(middle[k] + deviation * actions.normal(), 1);
    },
    learn(_steps, unit, { replay }) {
      const batch = memory.sample(p.batch, replay);
      if (smoothing > 0)
        for (let k = 0; k < shift.length; k++) shift[k] = clipped(smoothing * replay.normal(), smoothingClip);
      const [next] = later.run(batch.nextObservations);
      const goals = bootstrapped(batch, unit, p.discount, (at) => next[at]);
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      critics.descend(criticLoss.gradient);
      const measures: Record<string, number> = { criticLoss: criticTotal / team };
      if (critics.steps() % delay === 0) {
        const { loss: actorTotal } = actorLoss.run(batch.observations, batch.actions);
        measures.gradientNorm = actor.descend(actorLoss.gradient);
        measures.actorLoss = actorTotal / team;
        actor.follow(p.targetShare);
        critics.follow(p.targetShare);
      }
      return measures;
    },
    player: (place) =>
      networkPlayer(spec, actors.copyOf(place), act, (middle, action) =>
        boxAction(spec, seats[place], middle, 0, action, 0),
      ),
  };
}

function clipped(x: number, most: number): number {
  return x < -most ? -most : x > most ? most : x;
}

/** How far others' actions are moved. */
export interface WorstCase {
  /** α in a_j − α·∇_{a_j} Q_i, on a box of [−1, 1]. */
  readonly step: number;
  /** Divide each seat's gradient by its length: a step of length α for values of any size. */
  readonly normalise: boolean;
}

/**
 * All seats' actions [batch × team·A]: a_i as it is, and a_j − α·∇_{a_j} Q_i(s, a) for the others j, kept within the box. The
 * moves are constants for a gradient through the result. Uses the first critic; to be called while a function is compiled.
 * Consumes observations and actions, and leaves the tensors `own` of the seat's critics.
 */
export function worstCase(
  critics: JointCritics,
  { step, normalise }: WorstCase,
  team: number,
  place: number,
  own: Weights,
  observations: np.Array,
  actions: np.Array,
): np.Array {
  const value = (a: np.Array, weights: Weights, x: np.Array) => np.sum(critics.first(weights, x, a));
  const kept = own.map((tensor) => tensor.ref);
  const slopes = bySeat(grad(value)(lax.stopGradient(actions.ref), kept, observations), team, 1);
  return abreast(
    bySeat(actions, team, 1).map((action, j) => {
      if (j === place) return action;
      return np.clip(action.sub(move(slopes[j], step, normalise)), -1, 1);
    }),
  );
}

/** α·∇, or α·∇/|∇| by rows. Consumes the gradient. */
function move(slope: np.Array, step: number, normalise: boolean): np.Array {
  if (!normalise) return slope.mul(step);
  const length = np.sqrt(np.sum(np.square(slope.ref), 1, { keepdims: true }).add(1e-12));
  return slope.div(length).mul(step);
}
