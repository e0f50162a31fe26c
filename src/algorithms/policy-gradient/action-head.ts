// From a network's output to actions: a choice among a few, or numbers in a box, normal or beta-distributed. Numbers are
// encoded on [−1, 1]; the world's own units come last.

import type { Chance } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { beta, betaChance, modeBeta, sampleBeta } from "../../nn/distributions/beta.ts";
import {
  categorical,
  categoricalChance,
  logProbability,
  sampleCategorical,
} from "../../nn/distributions/categorical.ts";
import { gaussian, gaussianChance, sampleGaussian } from "../../nn/distributions/gaussian.ts";
import { np } from "../../nn/jax.ts";
import type { TensorShape } from "../../nn/parameters.ts";
import { boxAction, boxPlace } from "../box-action.ts";

/** How numbers in a box are drawn: normal, normal about a mean that stays in the box, or beta. */
export const DISTRIBUTIONS = ["gaussian", "tanh-gaussian", "beta"] as const;

export interface ActionHeadOptions {
  readonly distribution: (typeof DISTRIBUTIONS)[number];
  /** First log standard deviation of normal numbers. */
  readonly logDeviation: number;
}

/** A distribution over actions. `spread` is the parameter that it has beside the network's output, if any. */
export interface ActionHead {
  /** Heads of one form judge alike. */
  readonly form: string;
  /** Numbers that the network gives. */
  readonly outputs: number;
  /** Numbers that encode an action in a batch: 1 for a choice, else one for each number. */
  readonly encoding: number;
  /** The tensor beside the network's, and its first value. */
  readonly spread: { readonly shape: TensorShape; readonly first: number } | undefined;
  /** Log-probabilities and entropies [batch] of outputs [batch × outputs] and actions [batch × encoding]; consumes all. */
  judge(
    outputs: np.Array,
    spread: np.Array | undefined,
    actions: np.Array,
  ): { logProbability: np.Array; entropy: np.Array };
  /** Draws the action of outputs from `from` on into `into`, and returns its log-probability. */
  sample(
    outputs: Float32Array,
    from: number,
    spread: Float32Array | undefined,
    random: Random,
    into: Float32Array,
    at: number,
  ): number;
  /** The chance of an encoded action under one row of outputs. */
  chance(outputs: Float32Array, spread: Float32Array | undefined, encoded: Float32Array): Chance;
  /** Writes the most probable action. */
  mode(outputs: Float32Array, into: Float32Array): void;
}

/** The head that fits a world's actions. */
export function actionHead({ choices, actionSize }: NumericSpec, options: ActionHeadOptions): ActionHead {
  if (choices !== undefined) return choice(choices);
  switch (options.distribution) {
    case "gaussian":
      return normal(actionSize, options.logDeviation);
    case "tanh-gaussian":
      return tanhMean(normal(actionSize, options.logDeviation));
    case "beta":
      return boxed(actionSize);
    default:
      return options.distribution satisfies never;
  }
}

function choice(n: number): ActionHead {
  return {
    form: "choice",
    outputs: n,
    encoding: 1,
    spread: undefined,
    judge: (outputs, _spread, actions) => categorical(outputs, actions.reshape([-1]).astype(np.int32)),
    sample(outputs, from, _spread, random, into, at) {
      const chosen = sampleCategorical(outputs, from, n, random);
      into[at] = chosen;
      return logProbability(outputs, from, n, chosen);
    },
    chance: (outputs, _spread, [chosen]) => categoricalChance(outputs, 0, n, chosen),
    mode(outputs, into) {
      into[0] = largestAt(outputs, 0, n);
    },
  };
}

/** A mean from the network, and one deviation for each number that is the same everywhere. */
function normal(n: number, first: number): ActionHead {
  const without = () => new Error("normal actions need their deviations");
  return {
    form: "normal",
    outputs: n,
    encoding: n,
    spread: { shape: { name: "actor.logDeviation", shape: [n] }, first },
    judge(outputs, spread, actions) {
      if (spread === undefined) throw without();
      return gaussian(outputs, spread, actions);
    },
    sample(outputs, from, spread, random, into, at) {
      if (spread === undefined) throw without();
      return sampleGaussian(outputs, from, spread, 0, n, random, into, at);
    },
    chance(outputs, spread, encoded) {
      if (spread === undefined) throw without();
      return gaussianChance(outputs, spread, encoded);
    },
    mode(outputs, into) {
      for (let k = 0; k < n; k++) into[k] = outputs[k];
    },
  };
}

/** The same about the hyperbolic tangent of the network's output, which the box cannot cut off. */
function tanhMean(head: ActionHead): ActionHead {
  const means = new Float32Array(head.outputs);
  const bring = (outputs: Float32Array, from: number) => {
    for (let k = 0; k < means.length; k++) means[k] = Math.tanh(outputs[from + k]);
    return means;
  };
  return {
    ...head,
    form: `${head.form} about a tanh`,
    judge: (outputs, spread, actions) => head.judge(np.tanh(outputs), spread, actions),
    sample: (outputs, from, spread, random, into, at) => head.sample(bring(outputs, from), 0, spread, random, into, at),
    chance: (outputs, spread, encoded) => head.chance(bring(outputs, 0), spread, encoded),
    mode: (outputs, into) => head.mode(bring(outputs, 0), into),
  };
}

function boxed(n: number): ActionHead {
  return {
    form: "beta",
    outputs: 2 * n,
    encoding: n,
    spread: undefined,
    judge: (outputs, _spread, actions) => beta(outputs, actions),
    sample: (outputs, from, _spread, random, into, at) => sampleBeta(outputs, from, n, random, into, at),
    chance: (outputs, _spread, encoded) => betaChance(outputs, encoded),
    mode: (outputs, into) => modeBeta(outputs, 0, n, into),
  };
}

/** An encoded action of a seat in the world's own units: a choice as it is; a number, clipped to [−1, 1], as its place in the box. */
export function decodeAction(
  spec: NumericSpec,
  seat: number,
  encoded: ArrayLike<number>,
  at: number,
  into: Float64Array,
  intoAt: number,
): void {
  if (spec.choices !== undefined) {
    into[intoAt] = encoded[at];
    return;
  }
  boxAction(spec, seat, encoded, at, into, intoAt);
}

/** The encoding of a seat's action in the world's own units; a number that was cut off stands at the end of its box. */
export function encodeAction(
  spec: NumericSpec,
  seat: number,
  action: ArrayLike<number>,
  into: Float32Array,
): Float32Array {
  for (let k = 0; k < into.length; k++)
    into[k] = spec.choices === undefined ? boxPlace(spec, seat, k, action[k]) : action[k];
  return into;
}
