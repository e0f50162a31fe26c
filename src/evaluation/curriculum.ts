// A curriculum from a log: which prompts are practised in which stage, and how many answers are written to each. The recipe is
// that of arXiv 2511.06307: first many prompts of every difficulty with few answers each, then ever fewer of the hardest with
// many. Nothing here trains; the plan is for whoever does.

import { UserError } from "../core/errors.ts";
import { groupSignal } from "./group-signal.ts";
import { evenlySpread, type HardFocusOptions, hardFocus } from "./hard-focus.ts";
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
