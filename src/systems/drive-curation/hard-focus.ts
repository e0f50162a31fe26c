// Which problems are practised by their pass rates, and what a group of answers can teach (arXiv 2511.06307).

import type { PassRate } from "../../evaluation/statistics/pass-rates.ts";

/** Which prompts are practised: those that are solved least often but have been solved (the paper's Pre-GRPO filter). */
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
 * S(p, G) = 1 − p^G − (1 − p)^G: the chance that `group` independent answers, each right with chance `rate`, are neither all
 * right nor all wrong.
 */
export function groupSignal(rate: number, group: number): number {
  return 1 - rate ** group - (1 - rate) ** group;
}

/**
 * S(p, G)/G: groups that teach, for each answer that is written. For rare successes it falls with G: large groups buy
 * steadiness on few prompts, and no efficiency.
 */
export function signalPerRollout(rate: number, group: number): number {
  return groupSignal(rate, group) / group;
}

/**
 * The fewest answers of which one is right with at least `chance`: ⌈ln(1 − chance)/ln(1 − p)⌉, about ln(1/(1 − chance))/p
 * where p is small. Infinite for a prompt that is never answered rightly.
 */
export function groupSizeFor(rate: number, chance: number): number {
  if (rate <= 0) return Number.POSITIVE_INFINITY;
  if (rate >= 1) return 1;
  return Math.max(1, Math.ceil(Math.log1p(-chance) / Math.log1p(-rate)));
}
