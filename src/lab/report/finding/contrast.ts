// Comparison of two variants on the objective, with three results: one has more, both are equal within the margin, or the seeds cannot
// tell.

import { isNumber } from "../../../evaluation/number-format.ts";
import { seedsNeeded } from "../../../evaluation/statistics/seeds-needed.ts";
import { effectBetween } from "../measures.ts";
import type { Compared, Effect, VariantReport } from "../report-data.ts";

/** Comparison of a variant with another. */
export interface Contrast {
  readonly variant: VariantReport;
  readonly other: VariantReport;
  readonly is: "more" | "less" | "same" | "cannot tell";
  /** `variant` − `other` on their common seeds; undefined where they share none. */
  readonly effect: Effect | undefined;
  /** Number of seeds that would probably decide it; null where that cannot be estimated. */
  readonly seeds: number | null;
  /** Number of seeds for which the run's logs have windows; infinite where no log is played. */
  readonly room: number;
}

/** Significance level for corrected p values. */
const LEVEL = 0.05;

export function contrast(data: Compared, variant: VariantReport, other: VariantReport): Contrast {
  const { margin } = data.objective;
  const effects = data.effects.filter(({ measure }) => measure === "objective");
  // More seeds cannot give more than the log contains.
  const resampled = data.logs.some(({ windows }) => windows.taken === "blocks");
  const effect = effectBetween({ effects }, "objective", other.name, variant.name);
  const seeds = effect === undefined || resampled ? null : seedsToTell(effect, margin, effects.length);
  return { variant, other, is: verdictOf(effect, margin), effect, seeds, room: roomOf(data) };
}

function roomOf({ logs, variants }: Compared): number {
  const eachSeed = Math.max(...variants.map(({ cells, episodes }) => episodes / Math.max(1, cells)), 1);
  const sideBySide = logs.filter(({ windows }) => windows.taken === "disjoint");
  return Math.min(...sideBySide.map(({ windows }) => Math.floor(windows.independent / eachSeed)));
}

/** Returns whether a difference is certain by its p, which is corrected for all pairs that were compared. */
export function isSure({ difference, effectSize, corrected, n }: Effect): boolean {
  if (n < 2 || !isNumber(difference)) return false;
  // Differences that are equal on every seed have no p, and are certain.
  return effectSize === null ? difference !== 0 : isNumber(corrected) && corrected < LEVEL;
}

/** Classifies a difference: one within the margin is none, also where it is certain. */
export function verdictOf(effect: Effect | undefined, margin: number): Contrast["is"] {
  if (effect === undefined || effect.n < 2 || !isNumber(effect.difference)) return "cannot tell";
  const { difference, low, high } = effect;
  if (isNumber(low) && isNumber(high) && low >= -margin && high <= margin) return "same";
  return isSure(effect) ? (difference > 0 ? "more" : "less") : "cannot tell";
}

/** Estimates the number of seeds from the standard deviation of the differences, which follows from Cohen's d. */
function seedsToTell({ difference, effectSize, n }: Effect, margin: number, tests: number): number | null {
  if (!isNumber(difference) || !isNumber(effectSize) || effectSize === 0) return null;
  return seedsNeeded({ mean: difference, deviation: difference / effectSize, n }, margin, tests);
}
