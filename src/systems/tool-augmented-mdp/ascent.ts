// Theorem 1 in the reconstruction: ascent by groups compared with their other members finds points where the gradient is small,
// at the rate that its noise allows.

import { jointCredit, weighted } from "../../algorithms/component-credit.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { Random } from "../../core/random.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { powerLaw } from "../../evaluation/statistics/power-law.ts";
import { type Check, holds, type StudyJob } from "../../study/legacy.ts";
import { binaryPicture, DECISIONS } from "./binary-picture.ts";

export const GROUPS = [2, 4, 8, 16] as const;
/** L ≤ 2H² + H for softmax tables, H decisions and pay in [0, 1]. */
const SMOOTHNESS = 2 * DECISIONS ** 2 + DECISIONS;
/** The best of all returns: everything formatted, executed and right. */
const BEST = 1;
/** Updates between two looks at the noise of the estimate. */
const STRIDE = 20;
/** The slope is that of the last decade: at the safe step the first tenth of the updates hardly moves. */
const POINTS = 20;

export interface AscentJob {
  readonly seed: number;
  /** Episodes of each picture in an update; 0: the exact gradient. */
  readonly group: number;
  readonly updates: number;
}

/** What an ascent came to. */
export interface Ascent {
  readonly step: number;
  /** J at the start and at the end. */
  readonly first: number;
  readonly last: number;
  /** Largest E‖ĝ − ∇J‖² on the way. */
  readonly noise: number;
  /** (1/t)Σ‖∇J‖² by t = 1 … updates. */
  readonly means: Float64Array;
}

/**
 * Ascends from the uniform policy with η = min(1/L, √(2(J* − J₀)/(L·V·T))), V that of the start. The gradient's norm is the exact
 * one in every update, whatever the ascent follows.
 */
export async function ascend({ seed, group, updates }: AscentJob): Promise<Ascent> {
  const picture = binaryPicture();
  const { tree, components } = picture;
  const exact = exactEpisodes(tree);
  const table = picture.table(0.5, 0);
  const pay = weighted(components, [1 / 3, 1 / 3, 1 / 3]);
  const first = exact.value(table.policy, pay);
  const noiseNow = () => (group === 0 ? 0 : exact.estimatorVariance(table.policy, pay, group));
  let noise = noiseNow();
  const step = Math.min(1 / SMOOTHNESS, Math.sqrt((2 * (BEST - first)) / (SMOOTHNESS * noise * updates)));
  const learner = groupAscent(tree, table, [{ scores: pay }], {
    group: Math.max(group, 2),
    credit: jointCredit([1], { baseline: "others", scale: "none" }),
    rate: step,
  });
  const random = Random.of(seed, "tool-augmented ascent", group);
  const gradient = new Float64Array(table.logits.length);
  const means = new Float64Array(updates);
  let sum = 0;
  for (let t = 1; t <= updates; t++) {
    exact.gradient(table.policy, pay, gradient);
    for (let at = 0; at < gradient.length; at++) sum += gradient[at] * gradient[at];
    means[t - 1] = sum / t;
    if (t % STRIDE === 0) noise = Math.max(noise, noiseNow());
    if (group > 0) learner.update(random);
    else {
      // What is not permitted has no gradient, and −∞ stays.
      for (let at = 0; at < gradient.length; at++) table.logits[at] += step * gradient[at];
      table.refreshAll();
    }
  }
  return { step, first, last: exact.value(table.policy, pay), noise, means };
}

export const ascentPart: StudyJob<AscentJob, Ascent> = { module: import.meta.url, name: "ascend", compute: ascend };

/** 2(J* − J₀)/(ηT) + L·η·V: what the mean of ‖∇J‖² over T updates of size η ≤ 1/L stays below in expectation. */
function stepBound({ first, step, noise }: Ascent, updates: number): number {
  return (2 * (BEST - first)) / (step * updates) + SMOOTHNESS * step * noise;
}

/** 2L(J* − J₀)/T + 2√(2L(J* − J₀)·V/T), the same for the best η of T updates. */
function rateBound({ first, noise }: Ascent, updates: number): number {
  const rise = SMOOTHNESS * (BEST - first);
  return (2 * rise) / updates + 2 * Math.sqrt((2 * rise * noise) / updates);
}

/** Exponent of the mean's fall over the last decade of updates. */
export function fallOf(means: ArrayLike<number>): number {
  const at = Array.from({ length: POINTS }, (_, k) => Math.round(means.length * 10 ** (k / (POINTS - 1) - 1)));
  return (
    powerLaw(
      at,
      at.map((t) => means[t - 1]),
    ).exponent ?? 0
  );
}

/** Bounds and slopes of ascents, by group size; `exact` followed the exact gradient. */
export function ascentChecks(runs: ReadonlyMap<number, readonly Ascent[]>, exact: Ascent): Check[] {
  let [violations, closest, tuned, points] = [0, 0, 0, 0];
  for (const own of runs.values()) {
    const noise = Math.max(...own.map((run) => run.noise));
    for (const run of own) {
      for (let t = 1; t <= run.means.length; t++) {
        const used = run.means[t - 1] / stepBound({ ...run, noise }, t);
        closest = Math.max(closest, used);
        if (used > 1) violations += 1;
        points += 1;
      }
      tuned = Math.max(tuned, run.means[run.means.length - 1] / rateBound({ ...run, noise }, run.means.length));
    }
  }
  const falls = [...runs].map(([group, own]) => ({ group, fall: estimate(own.map(({ means }) => fallOf(means))) }));
  const exactFall = fallOf(exact.means);
  return [
    holds(
      "in the spirit of theorem 1: mean of ‖∇J‖² above 2(J* − J₀)/(ηT) + LηV, at every T of every run",
      "never",
      `${violations} of ${points}; the closest reaches ${closest.toFixed(3)} of it`,
      violations === 0,
    ),
    holds(
      "the same with the step of the last T: 2L(J* − J₀)/T + 2√(2L(J* − J₀)V/T)",
      "never above",
      `reaches ${tuned.toFixed(4)} of it`,
      tuned <= 1,
    ),
    holds(
      "exponent of the mean of ‖∇J‖² in T, over the last decade of T",
      "≤ −0.45 for every group size and for the exact gradient",
      `${falls.map(({ group, fall }) => `G = ${group}: ${figure(fall)}`).join("; ")}; exact ${exactFall.toFixed(3)}`,
      exactFall <= -0.45 && falls.every(({ fall }) => (fall.mean ?? 0) <= -0.45),
    ),
  ];
}

/** Where the ascents ended: that the gradient vanishes says nothing of the return. */
export function ascentSummary(runs: ReadonlyMap<number, readonly Ascent[]>, exact: Ascent): string {
  const ends = [...runs].map(([group, own]) => `G = ${group} ${figure(estimate(own.map((run) => run.last)))}`);
  return `J after the ascents, of at most 1: ${ends.join(", ")}, exact gradient ${exact.last.toFixed(3)}`;
}

function figure({ mean, low, high }: ReturnType<typeof estimate>): string {
  const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));
  return `${digits(mean)} (${digits(low)} … ${digits(high)})`;
}
