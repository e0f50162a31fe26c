// The over-optimisation bench: compares the objective that a learnt or judged pay predicts with the objective that is reached, under rising
// optimisation pressure. Pressure is first the best of n tries of the untrained players, without bias, and then the training. Statistics are
// over seeds.

import { estimate } from "../statistics/interval.ts";
import { mean } from "../statistics/moments.ts";
import { calibrated, type JudgedAnswers, proxyUnit } from "./judged-answers.ts";
import { partingOf } from "./parting.ts";
import type { GoldBesideProxy, PressedCurve } from "./pressed-curve.ts";
import { bestOfNCurve } from "./pressure-curve.ts";

/** Tries and training of one seed. */
export interface PressedSeed {
  /** Pay and objective of the tries before training, grouped by the start of the episode. */
  readonly tries: readonly JudgedAnswers[];
  /** Mean pay and objective per episode of each part of a training, in order; empty without training. */
  readonly training: readonly { readonly steps: number; readonly pay: number; readonly objective: number }[];
  /** Mean pay and objective per episode after the training; undefined without training. */
  readonly trained?: { readonly pay: number; readonly objective: number };
}

/** Values of n for best-of-n, as far as every seed has a start with so many tries. */
export const DRAWS: readonly number[] = [1, 2, 4, 8, 16, 32];

/** Computes the comparison. Undefined where pay is constant among the tries of every seed. */
export function goldBesideProxy(seeds: readonly PressedSeed[]): GoldBesideProxy | undefined {
  const known = seeds.flatMap((seed) => {
    const scored = judgedTries(seed.tries);
    return scored === undefined ? [] : [{ ...seed, ...scored }];
  });
  if (known.length === 0) return undefined;
  const reached = known.map(({ judged }) => bestOfNCurve(judged, DRAWS));
  const draws = Math.min(...reached.map((points) => points.length));
  const curves = reached.map((points) => points.slice(0, draws));
  const selection = pressed(
    DRAWS.slice(0, draws),
    curves.map((points) => points.map(({ proxy, gold }) => ({ proxy, gold }))),
  );
  const { divergence, parted } = partingOf(curves);
  return {
    unit: estimate(known.map(({ unit }) => unit)),
    selection,
    parting: { divergence, parted, curves: curves.length },
    training: trainingCurve(known),
    end: endOf(known),
  };
}

type Known = PressedSeed & { readonly unit: number; readonly pay: number; readonly objective: number };

/** The tries with pay scaled to the objective's unit, and the resulting curve; undefined where pay is constant. */
function judgedTries(tries: readonly JudgedAnswers[]) {
  const unit = tries.length === 0 ? undefined : proxyUnit(tries);
  if (unit === undefined) return undefined;
  const over = (key: "proxy" | "gold") => mean(tries.flatMap((one) => Array.from(one[key])));
  return { judged: calibrated(tries), unit, pay: over("proxy"), objective: over("gold") };
}

/** Gains since the first part of the training, for the parts that every seed has. */
function trainingCurve(known: readonly Known[]): PressedCurve | null {
  const length = Math.min(...known.map(({ training }) => training.length));
  if (length < 2) return null;
  const curves = known.map(({ training, unit }) =>
    training.slice(0, length).map(({ pay, objective }) => ({
      proxy: unit * (pay - training[0].pay),
      gold: objective - training[0].objective,
    })),
  );
  return pressed(
    known[0].training.slice(0, length).map(({ steps }) => steps),
    curves,
  );
}

function endOf(known: readonly Known[]): GoldBesideProxy["end"] {
  const ends = known.flatMap(({ trained, unit, pay, objective }) =>
    trained === undefined ? [] : [{ proxy: unit * (trained.pay - pay), gold: trained.objective - objective }],
  );
  if (ends.length === 0) return null;
  return {
    proxy: estimate(ends.map(({ proxy }) => proxy)),
    gold: estimate(ends.map(({ gold }) => gold)),
    gap: estimate(ends.map(({ proxy, gold }) => proxy - gold)),
  };
}

function pressed(
  pressure: readonly number[],
  curves: readonly (readonly { readonly proxy: number; readonly gold: number }[])[],
): PressedCurve {
  const over = (of: (point: { proxy: number; gold: number }) => number) =>
    pressure.map((_, k) => estimate(curves.map((points) => of(points[k]))));
  const gaps = over(({ proxy, gold }) => proxy - gold);
  const together = gaps.findLastIndex(({ low }) => low === null || low <= 0);
  return {
    pressure,
    proxy: over(({ proxy }) => proxy),
    gold: over(({ gold }) => gold),
    apart: together + 1 < pressure.length - 1 ? pressure[together + 1] : null,
  };
}
