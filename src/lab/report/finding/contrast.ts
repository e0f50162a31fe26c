// Two variants on the objective, in three values: one has more, they are the same within a margin, or the seeds cannot tell.

import { isNumber } from "../../../evaluation/number-format.ts";
import { seedsNeeded } from "../../../evaluation/statistics/seeds-needed.ts";
import { effectBetween } from "../measures.ts";
import type { Compared, Effect, VariantReport } from "../report-data.ts";

/** How a variant stands to another. */
export interface Contrast {
  readonly variant: VariantReport;
  readonly other: VariantReport;
  readonly is: "more" | "less" | "same" | "cannot tell";
  /** `variant` − `other` on the seeds that both have; undefined where they share none. */
  readonly effect: Effect | undefined;
  /** Seeds that would be likely to tell; null where that cannot be judged. */
  readonly seeds: number | null;
  /** Seeds that the logs of the run have windows for; infinite where it plays none. */
  readonly room: number;
}

/** Differences below this p, once corrected, are no chance. */
const LEVEL = 0.05;

/** A variant beside another. */
export function contrast(data: Compared, variant: VariantReport, other: VariantReport): Contrast {
  const { margin } = data.objective;
  const effects = data.effects.filter(({ measure }) => measure === "objective");
  // More seeds make no longer log.
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

/** Three values of a difference; its p is corrected for all pairs that were compared. */
export function verdictOf(effect: Effect | undefined, margin: number): Contrast["is"] {
  if (effect === undefined || effect.n < 2 || !isNumber(effect.difference)) return "cannot tell";
  const { difference, low, high, effectSize, corrected } = effect;
  if (isNumber(low) && isNumber(high) && low >= -margin && high <= margin) return "same";
  // Differences that are equal on every seed have no p: the seeds do not matter to them.
  const sure = effectSize === null ? difference !== 0 : isNumber(corrected) && corrected < LEVEL;
  return sure ? (difference > 0 ? "more" : "less") : "cannot tell";
}

/** By the spread of the differences, which Cohen's d tells. */
function seedsToTell({ difference, effectSize, n }: Effect, margin: number, tests: number): number | null {
  if (!isNumber(difference) || !isNumber(effectSize) || effectSize === 0) return null;
  return seedsNeeded({ mean: difference, deviation: difference / effectSize, n }, margin, tests);
}
