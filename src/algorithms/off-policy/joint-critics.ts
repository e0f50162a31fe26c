// What learners with central training have in common: the seats of a team by their columns in joint tables, and critics
// that see all seats' observations and actions, one for each seat or two. A team of one has the critics of an independent
// learner.

import type { Random } from "../../core/random.ts";
import { grad, lax, np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import { type Activation, perceptrons } from "../../nn/models/mlp.ts";
import type { Parameters, Weights } from "../../nn/parameters.ts";
import type { Beside } from "../network-player.ts";

export interface JointOptions {
  /** Seats that learn together. */
  readonly team: number;
  /** Of one seat. */
  readonly observationSize: number;
  /** Of one seat. */
  readonly actionSize: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
}

/** Critics of every seat over one set of parameters. */
export interface JointCritics {
  /** Seat by seat, the first critic's and then its twin's. */
  readonly parameters: Parameters;
  /** The tensors of the critics of the seat at `place` among those of all. */
  of(weights: Weights, place: number): Weights;
  /**
   * Values Q(s, a) of joint observations [batch × team·O] and actions [batch × team·A] for a seat, each [batch], one for
   * each of its critics. Consumes the tensors of those critics and both arrays.
   */
  judge(own: Weights, observations: np.Array, actions: np.Array): np.Array[];
  /** The first critic's values of `judge`; consumes the same. */
  first(own: Weights, observations: np.Array, actions: np.Array): np.Array;
  /**
   * Σ over seats of ½·mean over the batch of Σ over the seat's critics of (Q − goal)², of joint observations, actions and goals
   * [batch × team], with its gradient.
   */
  lossOf(batch: number): LossGradient;
}

/** Builds and initialises `each` critics for every seat. */
export function jointCritics(options: JointOptions, each: 1 | 2, random: Random): JointCritics {
  const { team, observationSize, actionSize, hidden, activation } = options;
  const inputs = team * (observationSize + actionSize);
  const critics = perceptrons(
    Array.from({ length: team * each }, (_, k) => {
      const name = seatName(each === 1 ? "critic" : `critic${(k % each) + 1}`, Math.floor(k / each), team);
      return { name, inputs, hidden, outputs: 1, activation };
    }),
    random,
  );
  // All critics are alike but for their tensors.
  const tensors = critics.parameters.shapes.length / (team * each);
  const apply = (own: Weights, twin: number, both: np.Array) =>
    critics.apply(own.slice(twin * tensors, (twin + 1) * tensors), 0, both).reshape([-1]);
  const of: JointCritics["of"] = (weights, place) =>
    weights.slice(place * each * tensors, (place + 1) * each * tensors);
  const judge: JointCritics["judge"] = (own, observations, actions) => {
    const both = np.concatenate([observations, actions], 1);
    const values = Array.from({ length: each }, (_, twin) => apply(own, twin, both.ref));
    both.dispose();
    return values;
  };
  const lossAt = (weights: Weights, [observations, actions, goals]: readonly np.Array[]): np.Array => {
    const losses = bySeat(goals, team, 1).map((column, place) => {
      const goal = column.reshape([-1]);
      const values = judge(of(weights, place), observations.ref, actions.ref);
      const squares = values.map((q) => np.square(q.sub(goal.ref)));
      goal.dispose();
      return np.mean(squares.reduce((a, b) => a.add(b))).mul(0.5);
    });
    observations.dispose();
    actions.dispose();
    return losses.reduce((a, b) => a.add(b));
  };
  return {
    parameters: critics.parameters,
    of,
    judge,
    first(own, observations, actions) {
      for (const tensor of own.slice(tensors)) tensor.dispose();
      return apply(own, 0, np.concatenate([observations, actions], 1));
    },
    lossOf(batch) {
      return lossGradient(critics.parameters, (weights, data) => ({ loss: lossAt(weights, data), measures: {} }), [
        [batch, team * observationSize],
        [batch, team * actionSize],
        [batch, team],
      ]);
    },
  };
}

/** A network's name: seats of a team are told apart. */
export function seatName(name: string, place: number, team: number): string {
  return team === 1 ? name : `${name}.${place}`;
}

/** The part of each of `team` seats in an array whose seats stand side by side along `axis`. Consumes it. */
export function bySeat(x: np.Array, team: number, axis: number): np.Array[] {
  return team === 1 ? [x] : np.split(x, team, axis);
}

/** The parts [batch × …] side by side again. Consumes them. */
export function abreast(parts: np.Array[]): np.Array {
  return parts.length === 1 ? parts[0] : np.concatenate(parts, 1);
}

/** The lowest of several values, place by place. Consumes them. */
export function lowest(values: np.Array[]): np.Array {
  return values.reduce((a, b) => np.minimum(a, b));
}

/** Tables [batch × team·width] as rows [batch·team × (width + team)], each with its seat's number. Consumes the table. */
export function identified(x: np.Array, team: number): np.Array {
  const batch = x.shape[0];
  const width = x.shape[1] / team;
  const seatCode = np.broadcastTo(np.eye(team).reshape([1, team, team]), [batch, team, team]);
  return np.concatenate([x.reshape([batch, team, width]), seatCode], 2).reshape([batch * team, width + team]);
}

/** The same for the player of the seat at `place`. */
export function identity(team: number, place: number): Beside {
  return {
    size: team,
    reset() {},
    write(_observation, into, at) {
      for (let k = 0; k < team; k++) into[at + k] = k === place ? 1 : 0;
    },
  };
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
