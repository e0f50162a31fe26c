// A curriculum from a log: which prompts are practised in which stage, and how many answers are written to each. The recipe is
// that of arXiv 2511.06307: first many prompts of every difficulty with few answers each, then ever fewer of the hardest with
// many. Nothing here trains; the plan is for a training elsewhere.

import { UserError } from "../core/errors.ts";
import { type PassRate, passRates, type Tries } from "./statistics/pass-rates.ts";

export interface CurriculumOptions extends Omit<HardFocusOptions, "count" | "practised"> {
  /** Answers that the whole training may write. */
  readonly rollouts: number;
  /** Share of them that the first stage is given; default a half. */
  readonly spreadShare?: number;
  /** Prompts of the first stage, and answers to each question. Default all, and 8. */
  readonly spreadPrompts?: number;
  readonly spreadGroup?: number;
  /** Prompts of each hard phase, and answers to each question. Default 72, 50 and 25, and 64. */
  readonly hardPrompts?: readonly number[];
  readonly hardGroup?: number;
}

/** A stage of a curriculum. */
export interface CurriculumStage {
  /** Places in the log of what is asked, each as often. */
  readonly prompts: readonly number[];
  /** Answers to each question, which are compared. */
  readonly group: number;
  /** Questions that are asked, and answers in all: questions × group. */
  readonly questions: number;
  readonly rollouts: number;
  /** Share of groups that are expected to teach something, by the measured rates: the mean of S(p, group). */
  readonly live: number;
}

/**
 * The stages, by the rates of one log. Hard phases beyond the first are a forecast: rates change while a model learns, and are
 * to be measured again before each (`hardFocus`). Each hard phase takes an equal share of what the first stage leaves. A phase
 * that no prompt is left for is dropped, and its share goes to the others; without any hard prompt the first stage has all.
 *
 * Throws a UserError where a prompt has no tries, or the budget does not pay for a group of each stage.
 */
export function planCurriculum(
  matrix: readonly Tries[],
  {
    rollouts,
    spreadShare = 0.5,
    spreadPrompts = matrix.length,
    spreadGroup = 8,
    hardPrompts = [72, 50, 25],
    hardGroup = 64,
    ...focus
  }: CurriculumOptions,
): CurriculumStage[] {
  const rates = passRates(matrix);
  const untried = rates.findIndex(({ tries }) => tries === 0);
  if (untried >= 0 || rates.length === 0) {
    const what = rates.length === 0 ? "the log has no prompts" : `prompt ${untried} of the log has no tries`;
    const hint = "a pass rate needs tries: 64 for each prompt show rates down to about 0.05";
    throw new UserError({ code: "no-tries", what, path: [], hint });
  }
  const phases = forecast(rates, hardPrompts, focus);
  const first = phases.length === 0 ? rollouts : rollouts * spreadShare;
  return [
    ...(first > 0 ? [stage(evenlySpread(rates, spreadPrompts), spreadGroup, first)] : []),
    ...phases.map((chosen) => stage(chosen, hardGroup, (rollouts - first) / phases.length)),
  ];
}

/** The prompts of each hard phase, as long as there are any. */
function forecast(
  rates: readonly PassRate[],
  sizes: readonly number[],
  focus: Omit<HardFocusOptions, "count" | "practised">,
): PassRate[][] {
  const practised = new Map<number, number>();
  const phases: PassRate[][] = [];
  for (const count of sizes) {
    const chosen = hardFocus(rates, { ...focus, count, practised });
    for (const { prompt } of chosen) practised.set(prompt, (practised.get(prompt) ?? 0) + 1);
    if (chosen.length > 0) phases.push(chosen);
  }
  return phases;
}

function stage(chosen: readonly PassRate[], group: number, share: number): CurriculumStage {
  const questions = Math.floor(share / group);
  if (questions < 1) {
    const what = `${Math.floor(share)} rollouts do not pay for one group of ${group} answers`;
    const hint = "allow more rollouts, or fewer phases";
    throw new UserError({ code: "small-budget", what, path: ["rollouts"], hint });
  }
  return {
    prompts: chosen.map(({ prompt }) => prompt),
    group,
    questions,
    rollouts: questions * group,
    live: chosen.reduce((sum, { rate }) => sum + groupSignal(rate, group), 0) / chosen.length,
  };
}

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
 * `count` prompts spread evenly over difficulty: sorted by rate, those at equal distances, the easiest and the hardest among them.
 * Prompts of all rates are taken, since the first stage is to keep the model's range.
 */
export function evenlySpread(rates: readonly PassRate[], count: number): PassRate[] {
  const sorted = [...rates].sort((a, b) => b.rate - a.rate || a.prompt - b.prompt);
  if (count >= sorted.length) return sorted;
  if (count === 1) return [sorted[Math.floor(sorted.length / 2)]];
  return Array.from({ length: count }, (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]);
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
