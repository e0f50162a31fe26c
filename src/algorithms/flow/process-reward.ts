// Rewards of what is not finished: how good a noisy state is, and where it would be better. They guide the stochastic sampler and grade its
// steps. This file has the two that learn nothing: the exact value of a finite mixture, and the pay of the action that a state foresees.

import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { exactFlow } from "./exact-flow.ts";

/** What actions [rows × actionSize] would be paid, each for the observation of its row: writes [rows]. */
export type PayTrial = (actions: Float32Array, into: Float64Array) => void;

/** States of a batch at one time. */
export interface NoisyStates {
  readonly x: Float32Array;
  /** Velocities of the policy there. */
  readonly v: ArrayLike<number>;
  readonly t: number;
  /** Scaled observations, [rows × observationSize]. */
  readonly conditions: Float32Array;
  readonly rows: number;
  readonly tried: PayTrial;
  readonly random: Random;
}

/** Writes the values of states, [rows], and where `gradient` is given its gradient in them, [rows × actionSize]; returns the judgements it took. */
export type ProcessReward = (states: NoisyStates, values: Float64Array, gradient?: Float32Array) => number;

/**
 * ln of the chance that a state ends right under the world's mixture, ln Σ_right w_s(x, t), with its gradient ((1 − t)/t²)·(E_right[s] − E[s]). A
 * judgement a row. Throws a UserError where right actions are not finitely many.
 */
export function exactProcess(spec: NumericSpec): ProcessReward {
  const { mixture } = spec;
  if (mixture === undefined) {
    const what =
      "the exact value is of worlds whose right actions are finitely many, and this world does not declare them";
    throw new UserError({ code: "no-mixture", what, path: ["guidance", "by"], hint: "learnt and pay fit every world" });
  }
  const { tokens, size, count, templates, deviation } = mixture;
  const scale = observationScale(spec);
  const length = spec.observationSize;
  const seen = new Float32Array(length);
  const weights = new Float64Array(count);
  const part = new Float32Array(tokens * size);
  /** For each part of the observation in `seen`: its closed forms, and 0 for right templates, −∞ for others. */
  const formsOf = () =>
    Array.from({ length: tokens }, (_, token) => {
      mixture.weights(seen, token, weights);
      const worth = Float64Array.from(weights, (_, id) =>
        mixture.fits(seen, token, id) ? 0 : Number.NEGATIVE_INFINITY,
      );
      const isOpen = weights.some((weight, id) => weight > 0 && worth[id] < 0);
      return { isOpen, worth, flow: exactFlow({ templates, size, weights: weights.slice(), deviation }) };
    });
  return ({ x, t, conditions, rows }, values, gradient) => {
    const into = gradient ?? part;
    let forms: ReturnType<typeof formsOf> = [];
    for (let row = 0; row < rows; row++) {
      let isSame = row > 0;
      for (let k = 0; k < length; k++) {
        const word = conditions[row * length + k] / scale.factor[k] + scale.shift[k];
        isSame &&= word === seen[k];
        seen[k] = word;
      }
      if (!isSame) forms = formsOf();
      values[row] = 0;
      for (const [token, { isOpen, flow, worth }] of forms.entries()) {
        const at = (row * tokens + token) * size;
        if (!isOpen) gradient?.fill(0, at, at + size);
        else if (gradient !== undefined) values[row] += flow.value(x, at, t, worth, into);
        else values[row] += flow.value(x.subarray(at, at + size), 0, t, worth, part);
      }
    }
    return rows;
  };
}

/**
 * The pay of the action that a state foresees, x − t·v, as of a black box; its gradient by finite differences along one random direction u of a
 * row (SPSA, Spall 1992): (r(x + s·u) − r(x − s·u))/(2s)·u with signs ±1 in u. One judgement a row, and two more with a gradient.
 */
export function payProcess(span: number): ProcessReward {
  return ({ x, v, t, rows, tried, random }, values, gradient) => {
    const size = x.length / rows;
    const foreseen = new Float32Array(x.length);
    for (let k = 0; k < x.length; k++) foreseen[k] = x[k] - t * v[k];
    tried(foreseen, values);
    if (gradient === undefined) return rows;
    const [above, below] = [new Float64Array(rows), new Float64Array(rows)];
    for (let k = 0; k < x.length; k++) gradient[k] = random.integer(2) === 0 ? -1 : 1;
    const moved = new Float32Array(x.length);
    for (const [sign, pays] of [
      [span, above],
      [-span, below],
    ] as const) {
      for (let k = 0; k < x.length; k++) moved[k] = foreseen[k] + sign * gradient[k];
      tried(moved, pays);
    }
    for (let k = 0; k < x.length; k++) {
      const row = Math.floor(k / size);
      gradient[k] *= (above[row] - below[row]) / (2 * span);
    }
    return 3 * rows;
  };
}
