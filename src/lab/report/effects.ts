// Pairwise comparison of variants, on their common seeds.

import { grouped } from "../../core/grouped.ts";
import { holm, holmLevels } from "../../evaluation/statistics/holm.ts";
import { cut, type Range, type Replicates } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import type { Ranges } from "../experiment/channel-range.ts";
import type { Effect, VariantReport } from "./report-data.ts";

/** One value per seed, by measure: pay, objective, welfare, inequality, steps, terminated, then channels. */
export type MeasureSamples = ReadonlyMap<string, BySeed>;

/**
 * Returns paired differences between all variants, for the headline measures and for every channel that both report. Where values have a
 * range, intervals of differences are clipped to the range of differences. Seeds of some variants may be replicates.
 */
export function effectsBetween(
  samples: ReadonlyMap<string, MeasureSamples>,
  ranges: Ranges = new Map(),
  replicates: ReadonlyMap<string, Replicates> = new Map(),
  pairs: readonly (readonly [a: string, b: string])[] = pairsOf(samples),
): Effect[] {
  const compared = pairs.flatMap(([a, b]) => {
    const drawn = sharedReplicates(replicates, a, b);
    return [...(samples.get(a) ?? [])].flatMap(([measure, left]): Pair[] => {
      const right = samples.get(b)?.get(measure);
      if (right === undefined) return [];
      return [{ a, b, measure, ...shared(left, right), range: ranges.get(measure), replicates: drawn }];
    });
  });
  return [...grouped(compared, ({ measure }) => measure).values()].flatMap(together);
}

/** Number of variants above which not all pairs are compared, but all variants with the baseline and with the best. */
const MANY = 12;

/** Returns the pairs of variants that are compared. The baseline is the first variant by default. */
export function pairsOf(
  samples: ReadonlyMap<string, MeasureSamples>,
  baseline?: string,
): (readonly [string, string])[] {
  const names = [...samples.keys()];
  const means = names.map((name) => mean([...(samples.get(name)?.get("objective")?.values() ?? [])]));
  const known = means.filter((value) => !Number.isNaN(value));
  const best = names[means.indexOf(Math.max(...known))];
  const compared = (a: string) => names.length <= MANY || a === (baseline ?? names[0]) || a === best;
  return names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => (compared(a) || compared(b) ? [[a, b] as const] : [])),
  );
}

export type BySeed = ReadonlyMap<number, number>;

/** Returns what the pairs are replicates of, where the seeds of either variant are replicates; of two logs, the shorter one. */
export function sharedReplicates(replicates: ReadonlyMap<string, Replicates>, a: string, b: string) {
  const [one, other] = [replicates.get(a), replicates.get(b)];
  return one !== undefined && other !== undefined && other.worth < one.worth ? other : (one ?? other);
}

/** Two variants on one measure: their values on common seeds, in the same order. */
interface Pair {
  readonly a: string;
  readonly b: string;
  readonly measure: string;
  readonly ours: readonly number[];
  readonly others: readonly number[];
  readonly range: Range | undefined;
  readonly replicates: Replicates | undefined;
}

/** Returns the values of both on their common seeds. */
export function shared(left: BySeed, right: BySeed): Pick<Pair, "ours" | "others"> {
  const seeds = [...left.keys()].filter((seed) => right.has(seed));
  return {
    ours: seeds.map((seed) => left.get(seed) ?? Number.NaN),
    others: seeds.map((seed) => right.get(seed) ?? Number.NaN),
  };
}

/**
 * Tests all pairs on one measure together. p values are corrected for the number of pairs, and each interval has the level at which its
 * pair was tested: it excludes zero exactly where the corrected p is below 0.05.
 */
function together(pairs: readonly Pair[]): Effect[] {
  const values = pairs.map((pair) => effectOf(pair, 0.95).p);
  const [corrected, levels] = [holm(values), holmLevels(values)];
  return pairs.map((pair, k) => ({
    ...{ a: pair.a, b: pair.b, measure: pair.measure },
    ...effectOf(pair, 1 - levels[k]),
    ...{ corrected: corrected[k], confidence: 1 - levels[k] },
  }));
}

/** The effect is b − a. */
function effectOf({ ours, others, range, replicates }: Pair, confidence: number) {
  const [least, largest] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const paired = cut(pairedEffect(ours, others, { replicates, confidence }), [least - largest, largest - least]);
  const { mean: difference, low, high, effectSize, p, n } = paired;
  return { difference, low, high, effectSize, p, n };
}

/**
 * Returns the margin in the objective's unit. It is given as a number, or as a share of the objective's spread from the lowest seed of any
 * variant to the highest. It is never below the rounding error of sums.
 */
export function marginOf(declared: number | string, variants: readonly Pick<VariantReport, "points">[]): number {
  const values = variants.flatMap(({ points }) => points.map(({ objective }) => objective));
  if (values.length === 0) return 0;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rounding = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
  return Math.max(
    rounding,
    typeof declared === "number" ? declared : (Number.parseFloat(declared) / 100) * (high - low),
  );
}
