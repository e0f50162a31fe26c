// Theorem 1 in the reconstruction: ascent by groups compared with their other members finds points where the gradient is small,
// at the rate that its noise allows.

import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { jointCredit, weighted } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { powerLaw } from "../../evaluation/statistics/correlation.ts";
import { atMost } from "../../study/bound.ts";
import { beside, claim, equation, is, never } from "../../study/claim.ts";
import { type Figure, sampled } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { type RowOf, table } from "../../study/table.ts";
import { binaryPicture, DECISIONS } from "./picture.ts";

export const GROUPS = [2, 4, 8, 16] as const;
/** L ≤ 2H² + H for softmax tables, H decisions and pay in [0, 1]. */
const SMOOTHNESS = 2 * DECISIONS ** 2 + DECISIONS;
/** The best of all returns: everything formatted, executed and right. */
const BEST = 1;
/** Updates between two looks at the noise of the estimate. */
const STRIDE = 20;
/** The slope is that of the last decade: at the safe step the first tenth of the updates hardly moves. */
const POINTS = 20;

interface AscentJob {
  readonly seed: number;
  /** Episodes of each picture in an update; 0: the exact gradient. */
  readonly group: number;
  readonly updates: number;
}

/** What an ascent came to. */
interface Ascent {
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
 * one in every update, also where the ascent follows an estimate.
 */
export async function ascend({ seed, group, updates }: AscentJob): Promise<Ascent> {
  const { tree, components, table: policyOf } = binaryPicture();
  const exactly = exactEpisodes(tree);
  const own = policyOf(0.5, 0);
  const pay = weighted(components, [1 / 3, 1 / 3, 1 / 3]);
  const first = exactly.value(own.policy, pay);
  const noiseNow = () => (group === 0 ? 0 : exactly.estimatorVariance(own.policy, pay, group));
  let noise = noiseNow();
  const step = Math.min(1 / SMOOTHNESS, Math.sqrt((2 * (BEST - first)) / (SMOOTHNESS * noise * updates)));
  const learner = groupAscent(tree, own, [{ scores: pay }], {
    group: Math.max(group, 2),
    credit: jointCredit([1], { baseline: "others", scale: "none" }),
    rate: step,
  });
  const random = Random.of(seed, "tool-augmented ascent", group);
  const gradient = new Float64Array(own.logits.length);
  const means = new Float64Array(updates);
  let sum = 0;
  for (let t = 1; t <= updates; t++) {
    exactly.gradient(own.policy, pay, gradient);
    for (let at = 0; at < gradient.length; at++) sum += gradient[at] * gradient[at];
    means[t - 1] = sum / t;
    if (t % STRIDE === 0) noise = Math.max(noise, noiseNow());
    if (group > 0) learner.update(random);
    else {
      // What is not permitted has no gradient, and −∞ stays.
      for (let at = 0; at < gradient.length; at++) own.logits[at] += step * gradient[at];
      own.refreshAll();
    }
  }
  return { step, first, last: exactly.value(own.policy, pay), noise, means };
}

export const ascentPart = studyJob(import.meta.url, ascend);

/** 2(J* − J₀)/(ηT) + L·η·V: what the mean of ‖∇J‖² over T updates of size η ≤ 1/L stays below in expectation. */
function stepBound({ first, step }: Ascent, noise: number, updates: number): number {
  return (2 * (BEST - first)) / (step * updates) + SMOOTHNESS * step * noise;
}

/** 2L(J* − J₀)/T + 2√(2L(J* − J₀)·V/T), the same for the best η of T updates. */
function rateBound({ first }: Ascent, noise: number, updates: number): number {
  const rise = SMOOTHNESS * (BEST - first);
  return (2 * rise) / updates + 2 * Math.sqrt((2 * rise * noise) / updates);
}

/** Exponent of the mean's fall over the last decade of updates. */
export function fallOf(means: ArrayLike<number>): number {
  const at = Array.from({ length: POINTS }, (_, k) => Math.round(means.length * 10 ** (k / (POINTS - 1) - 1)));
  const last = at.map((t) => means[t - 1]);
  return powerLaw(at, last).exponent ?? 0;
}

/** Bounds and slopes of ascents, by group size; `one` followed the exact gradient. That the gradient vanishes says nothing of J. */
export function ascentClaims(runs: ReadonlyMap<number, readonly Ascent[]>, one: Ascent): StudyResult {
  const used: number[] = [];
  let tuned = 0;
  for (const own of runs.values()) {
    const noise = Math.max(...own.map((run) => run.noise));
    for (const run of own) {
      for (const [k, mean] of run.means.entries()) used.push(mean / stepBound(run, noise, k + 1));
      const updates = run.means.length;
      tuned = Math.max(tuned, run.means[updates - 1] / rateBound(run, noise, updates));
    }
  }
  const closest = used.reduce((a, b) => Math.max(a, b), 0);
  const byGroup = <T>(of: (figure: Figure, group: string) => T, number: (run: Ascent) => number) =>
    [...runs].map(([group, own]) => of(sampled(own.map(number)), `G = ${group}`));
  const fall = (run: Ascent) => fallOf(run.means);
  return {
    claims: [
      equation("in the spirit of theorem 1: mean of ‖∇J‖² above 2(J* − J₀)/(ηT) + LηV, at every T of every run", [
        never(used.filter((share) => share > 1).length, "above"),
        beside("of", used.length),
        beside("the closest over it", closest),
      ]),
      equation(
        "mean of ‖∇J‖² over the bound with the step of the last T, 2L(J* − J₀)/T + 2√(2L(J* − J₀)V/T)",
        is(tuned, atMost(1), "largest"),
      ),
      claim("exponent of the mean of ‖∇J‖² in T, over the last decade of T", [
        ...byGroup((figure, group) => is(figure, atMost(-0.45), group), fall),
        is(fall(one), atMost(-0.45), "exact gradient"),
      ]),
    ],
    controls: [],
    tables: [
      table("J after the ascents, of at most 1", [
        ...byGroup(
          (J, group): [string, RowOf] => [group, { J }],
          ({ last }) => last,
        ),
        ["exact gradient", { J: one.last }],
      ]),
    ],
  };
}
