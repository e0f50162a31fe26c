// Losses of an oblivious adversary: they are fixed before the first round, independent of the play.

import { maybeWhole, oneOf, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";

/** Kinds of losses, defined in `drawLosses`. */
export const LOSS_KINDS = ["iid", "equal", "walk", "drifting", "periodic"] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** Parameters of an environment with fixed losses. */
export const lossParameters = {
  losses: oneOf(LOSS_KINDS, "iid").describe(
    "iid: 0 or 1, less often 1 for one hidden arm; equal: the same for all arms; walk: one random walk for all arms, and one hidden arm below it; drifting: the arm that is best changes; periodic: one arm is best in the first round of every period and worst in the others",
  ),
  gap: within(0, 0.5, 0.1).describe("how much lower the mean loss of the best arm is"),
  period: maybeWhole(1, 10_000_000).describe("rounds of a period or a drift; default all of them"),
};

export interface Losses {
  readonly losses: LossKind;
  readonly arms: number;
  readonly rounds: number;
  readonly gap: number;
  /** Period in rounds; default all rounds. */
  readonly period?: number | undefined;
}

/**
 * Writes losses in [0, 1], [rounds × arms]. With a uniformly drawn hidden best arm b: iid: Bernoulli(1/2), for b Bernoulli(1/2 − gap);
 * equal: one Bernoulli(1/2) for all arms; walk: W_t + 1/2 − gap·[k = b], clipped, where W_t = W_{t − 2^j} + σ·N(0, 1), 2^j the largest
 * power of 2 that divides t ≥ 1, W_0 = 0 and σ = 1/(9·log₂ T): a multi-scale walk whose dependencies have small depth and width (Dekel,
 * Ding, Koren & Peres 2014, arXiv 1310.2997); drifting: Bernoulli(1/2 − (gap/2)·(1 + cos 2π(t/period − k/K + φ))), φ uniform; periodic: arm
 * 0 loses 0 where t is a multiple of the period and 1 elsewhere, all others the opposite, without randomness.
 */
export function drawLosses(plan: Losses, random: Random, out: Float64Array): void {
  const { losses, arms, rounds, gap, period = rounds } = plan;
  switch (losses) {
    case "iid": {
      const best = random.integer(arms);
      for (let t = 0, at = 0; t < rounds; t++)
        for (let k = 0; k < arms; k++, at++) out[at] = random.uniform() < (k === best ? 0.5 - gap : 0.5) ? 1 : 0;
      return;
    }
    case "equal":
      for (let t = 0; t < rounds; t++) out.fill(random.uniform() < 0.5 ? 1 : 0, t * arms, (t + 1) * arms);
      return;
    case "walk":
      drawWalk(plan, random, out);
      return;
    case "drifting": {
      const phase = random.uniform();
      for (let t = 0, at = 0; t < rounds; t++)
        for (let k = 0; k < arms; k++, at++) {
          const mean = 0.5 - (gap / 2) * (1 + Math.cos(2 * Math.PI * (t / period - k / arms + phase)));
          out[at] = random.uniform() < mean ? 1 : 0;
        }
      return;
    }
    case "periodic":
      for (let t = 0, at = 0; t < rounds; t++) {
        const lure = t % period === 0 ? 0 : 1;
        for (let k = 0; k < arms; k++, at++) out[at] = k === 0 ? lure : 1 - lure;
      }
      return;
    default:
      losses satisfies never;
  }
}

function drawWalk({ arms, rounds, gap }: Losses, random: Random, out: Float64Array): void {
  const sigma = 1 / (9 * Math.max(1, Math.log2(rounds)));
  const best = random.integer(arms);
  // Value of the walk at the last time that 2^j divides, the parent of t + 2^j; log₂ T numbers suffice.
  const standing = new Float64Array(Math.ceil(Math.log2(rounds)) + 1);
  for (let t = 1, at = 0; t <= rounds; t++) {
    const zeros = 31 - Math.clz32(t & -t);
    const parent = t - (t & -t);
    const walk = (parent === 0 ? 0 : standing[31 - Math.clz32(parent & -parent)]) + sigma * random.normal();
    standing[zeros] = walk;
    for (let k = 0; k < arms; k++, at++) {
      const loss = walk + 0.5 - (k === best ? gap : 0);
      out[at] = loss < 0 ? 0 : loss > 1 ? 1 : loss;
    }
  }
}

/** The arm with the smallest total loss, the first of equals, and that total. */
export function bestArm(losses: Float64Array, arms: number): { readonly arm: number; readonly loss: number } {
  const sums = new Float64Array(arms);
  for (let at = 0; at < losses.length; ) for (let k = 0; k < arms; k++, at++) sums[k] += losses[at];
  const loss = sums.reduce((a, b) => (b < a ? b : a));
  return { arm: sums.indexOf(loss), loss };
}
