// A reward that is a sum, learnt from term by term: every term has advantages and a gradient of its own, and a balance makes one direction of
// them (MARBLE, arXiv 2605.06507).

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { Parameters } from "../../nn/parameters.ts";
import { weighted } from "../text/group-advantage.ts";
import type { Measures } from "../training-measures.ts";
import { gramOf, nearestPoint, worstCosine, writeNearest, writeProjected } from "./gradient-balance.ts";

export const BALANCES = ["none", "sum", "equal", "min-norm", "pcgrad"] as const;

export interface BalanceOptions {
  readonly balance: (typeof BALANCES)[number];
  /** Gradient steps from one renewal of the weights to the next. */
  readonly renewed: number;
  /** Share of the former weights that a renewal keeps. */
  readonly memory: number;
  /** Whether gradients have unit norm before their nearest point is sought. */
  readonly unit: boolean;
}

/** Returns the gradient of the loss with some advantages, [rows], on the batch at hand; the next call overwrites it. */
export type Differentiate = (advantages: Float64Array) => Float32Array;

/** What a step learns from: advantages of the whole reward and of each of its terms, [rows]. */
export interface TermCredit {
  readonly whole: Float64Array;
  readonly terms: readonly Float64Array[];
}

/** Returns a direction for every gradient step. Throws a UserError where a balance is wanted of fewer than two terms. */
export function termBalance(terms: number, size: number, options: BalanceOptions) {
  const { balance, renewed, memory, unit } = options;
  const separate = balance === "none" ? 0 : terms;
  if (balance !== "none" && terms < 2) {
    const what = `balance: ${balance} is of the terms of a sum, and the reward ${terms === 1 ? "has one" : "is no sum"}`;
    const hint = "declare reward: { sum: [ … ] } with two terms or more, or balance: none";
    throw new UserError({ code: "bad-terms", what, path: ["balance"], hint });
  }
  const weights = new Parameters([{ name: "weights", shape: [Math.max(1, separate)] }]);
  weights.flat.fill(1 / Math.max(1, separate));
  const gradients = Array.from({ length: separate }, () => new Float32Array(size));
  const direction = new Float32Array(size);
  const always = balance === "pcgrad" || (balance === "min-norm" && renewed === 1);

  return {
    /** Running means of the weights, for checkpoints. */
    weights,
    /** The direction of gradient step `step`, from 0 on, and its measures. */
    direction(step: number, credit: TermCredit, differentiate: Differentiate, random: Random) {
      if (balance === "none") return { direction: differentiate(credit.whole), measures: {} };
      const measured = always || step % renewed === 0;
      if (measured) for (const [k, one] of credit.terms.entries()) gradients[k].set(differentiate(one));
      const measures: Measures = { backwardPasses: 1 };
      if (always) {
        measures.backwardPasses = terms;
        if (balance === "pcgrad") writeProjected(gradients, random, direction);
        else {
          const point = nearestPoint(gramOf(gradients), unit);
          writeNearest(gradients, point, unit, direction);
          Object.assign(measures, weightMeasures(point.weights));
        }
      } else {
        if (balance === "min-norm" && measured) {
          measures.backwardPasses = terms + 1;
          renew(weights.flat, nearestPoint(gramOf(gradients), unit).weights, memory);
          Object.assign(measures, weightMeasures(weights.flat));
        }
        direction.set(differentiate(balance === "sum" ? credit.whole : weighted(credit.terms, [...weights.flat])));
      }
      const worst = measured ? worstCosine(direction, gradients) : undefined;
      return {
        direction,
        measures: worst === undefined ? measures : { ...measures, worstCosine: worst, conflict: worst < 0 ? 1 : 0 },
      };
    },
  };
}

/** α̅ ← m·α̅ + (1 − m)·α, which keeps a sum of 1; unchanged where no gradient counts. */
export function renew(running: Float32Array, latest: Float64Array, memory: number): void {
  if (latest.every((weight) => weight === 0)) return;
  for (let k = 0; k < running.length; k++) running[k] = memory * running[k] + (1 - memory) * latest[k];
}

const weightMeasures = (weights: ArrayLike<number>): Measures => ({
  leastWeight: Math.min(...Array.from(weights)),
  largestWeight: Math.max(...Array.from(weights)),
});
