// Variants compared pair by pair, on the seeds that both have.

import { grouped } from "../core/grouped.ts";
import { holm } from "../evaluation/statistics/holm.ts";
import { cut, type Range, type Replicates } from "../evaluation/statistics/interval.ts";
import { mean } from "../evaluation/statistics/moments.ts";
import { pairedEffect } from "../evaluation/statistics/paired.ts";
import type { Effect } from "./report-data.ts";
import type { Ranges } from "./widest-ranges.ts";

/** One value a seed, by measure: pay, objective, welfare, inequality, steps, terminated, then channels. */
export type MeasureSamples = ReadonlyMap<string, BySeed>;

/**
 * Paired differences between all variants, for the headline measures and every channel that both report. Values with a range have
 * differences with one, which their intervals keep. Seeds of some variants may be replicates.
 */
export function effectsBetween(
  samples: ReadonlyMap<string, MeasureSamples>,
  ranges: Ranges = new Map(),
  replicates: ReadonlyMap<string, Replicates> = new Map(),
  pairs: readonly (readonly [a: string, b: string])[] = pairsOf(samples),
): Effect[] {
  const effects = pairs.flatMap(([a, b]) => {
    const [one, other] = [replicates.get(a), replicates.get(b)];
    // Of the shorter log, where they are of two.
    const drawn = one !== undefined && other !== undefined && other.worth < one.worth ? other : (one ?? other);
    return [...(samples.get(a) ?? [])].flatMap(([measure, left]) => {
      const right = samples.get(b)?.get(measure);
      return right === undefined ? [] : [effectOf(a, b, measure, [left, right], ranges.get(measure), drawn)];
    });
  });
  return corrected(effects);
}

/** Variants beyond which every pair is too much to read: then all are compared with the first, and with the best. */
const MANY = 12;

function pairsOf(samples: ReadonlyMap<string, MeasureSamples>): (readonly [string, string])[] {
  const names = [...samples.keys()];
  const means = names.map((name) => mean([...(samples.get(name)?.get("objective")?.values() ?? [])]));
  const known = means.filter((value) => !Number.isNaN(value));
  const best = names[means.indexOf(Math.max(...known))];
  const compared = (a: string) => names.length <= MANY || a === names[0] || a === best;
  return names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => (compared(a) || compared(b) ? [[a, b] as const] : [])),
  );
}

type BySeed = ReadonlyMap<number, number>;

/** b − a on the seeds that both have. */
function effectOf(
  a: string,
  b: string,
  measure: string,
  [left, right]: readonly [BySeed, BySeed],
  [least, largest]: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  replicates?: Replicates,
): Omit<Effect, "corrected"> {
  const pairs = [...left].flatMap(([seed, value]) => {
    const other = right.get(seed);
    return other === undefined ? [] : [[value, other] as const];
  });
  const [ours, others] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
  const paired = cut(pairedEffect(ours, others, 1, replicates), [least - largest, largest - least]);
  const { mean: difference, low, high, effectSize, p, n } = paired;
  return { a, b, measure, difference, low, high, effectSize, p, n };
}

/** With p values that are corrected for all pairs that were compared on a measure. */
export function corrected(effects: readonly Omit<Effect, "corrected">[]): Effect[] {
  return [...grouped(effects, ({ measure }) => measure).values()].flatMap((group) => {
    const values = holm(group.map(({ p }) => p));
    return group.map((effect, k) => ({ ...effect, corrected: values[k] }));
  });
}
