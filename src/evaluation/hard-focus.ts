// Which prompts are practised: those that are solved least often but have been solved, measured under the model that is to
// practise them (the Pre-GRPO filter of arXiv 2511.06307), or others to compare with.

import type { PassRate } from "./statistics/pass-rates.ts";

export interface HardFocusOptions {
  /** How many prompts are kept, at most. */
  readonly count: number;
  /** Rates above this are taken for solved and left out. Default below 1: anything that failed once. */
  readonly solvedAbove?: number;
  /**
   * In how many phases before this one each prompt was practised, by its place in the matrix; and after how many it goes, however
   * low its rate: a prompt that practice does not help may have wrong tests. Default: none goes.
   */
  readonly practised?: ReadonlyMap<number, number>;
  readonly retention?: number;
}

/**
 * The prompts with the lowest rates above 0, hardest first; ties in the order of the prompts. Prompts without a pass teach nothing
 * to a group, and may have no solution; those without a failure teach nothing either.
 */
export function hardFocus(
  rates: readonly PassRate[],
  { count, solvedAbove = 1, practised, retention = Number.POSITIVE_INFINITY }: HardFocusOptions,
): PassRate[] {
  return rates
    .filter(({ passed, tries, rate }) => passed > 0 && passed < tries && rate <= solvedAbove)
    .filter(({ prompt }) => (practised?.get(prompt) ?? 0) < retention)
    .sort((a, b) => a.rate - b.rate || a.prompt - b.prompt)
    .slice(0, count);
}

/** The prompts with the highest rates below 1: what a curriculum of hard prompts is compared with. */
export function easyFocus(rates: readonly PassRate[], count: number): PassRate[] {
  return rates
    .filter(({ passed, tries }) => passed > 0 && passed < tries)
    .sort((a, b) => b.rate - a.rate || a.prompt - b.prompt)
    .slice(0, count);
}

/**
 * `count` prompts spread evenly over difficulty: sorted by rate, those at equal distances, the easiest and the hardest among them.
 * Prompts of all rates are taken, since the first stage is to keep the model's range.
 */
export function evenlySpread(rates: readonly PassRate[], count: number): PassRate[] {
  const sorted = [...rates].sort((a, b) => b.rate - a.rate || a.prompt - b.prompt);
  if (count >= sorted.length) return sorted;
  if (count === 1) return [sorted[Math.floor(sorted.length / 2)]];
  return Array.from({ length: count }, (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]);
}
