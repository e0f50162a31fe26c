// Problems to practise and problems to be judged by: starts of the world of tiny programs, by their number of operators, no formula of
// which is in both lists; and what a writer of programs is worth on those that were not practised.

import type { Completions } from "../../algorithms/text/completions.ts";
import { writtenTries } from "../../algorithms/text/written-tries.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { startOf } from "../../environments/starts.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { meanPassAtK, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { byChannel, type Writer } from "../../study/testbeds/text.ts";

/** Formulas have 1 … 5 operators. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
/** From so many operators on a problem is called hard. */
export const HARD_FROM = 4;

/** Problems of each level that are held out. */
const HELD_OUT = 30;
/** There are 57 formulas of one operator: so many are practised at most, some more often than others. */
const SHORTEST = 24;
/** Further hard problems, that are in neither list. */
const FURTHER = 500;

/** Seeds have starts of their own: so many. */
const STARTS = 100_000;

/** A start, and how many operators its formula has. */
export interface PracticeProblem {
  readonly start: number;
  readonly operators: number;
}

export interface Problems {
  readonly training: readonly PracticeProblem[];
  readonly heldOut: readonly PracticeProblem[];
  /** Many more hard ones than are ever practised, to tell whether a list is too short to learn from. */
  readonly further: readonly PracticeProblem[];
}

/** All lists of a seed, the first two level after level, with `trained` problems each. `world` must draw every number of operators. */
export function drawProblems(world: NumericEnvironment, seed: number, trained: number): Problems {
  const outcomes = new Float64Array(world.spec.channels.length);
  const taken = new Set<string>();
  const found = LEVELS.map(() => ({ heldOut: [] as PracticeProblem[], training: [] as PracticeProblem[] }));
  const further: PracticeProblem[] = [];
  const wanted = (operators: number) => (operators === 1 ? Math.min(trained, SHORTEST) : trained);
  const full = () =>
    further.length === FURTHER &&
    found.every(({ heldOut, training }, k) => heldOut.length + training.length === HELD_OUT + wanted(LEVELS[k]));
  for (let start = STARTS * seed; !full(); start++) {
    world.reset(startOf(start), outcomes);
    const formula = world.texts?.text() ?? "";
    const operators = formula.replace(/[^-+*]/g, "").length;
    const { heldOut, training } = found[operators - 1];
    const next = [heldOut, training, further][
      Number(heldOut.length === HELD_OUT) + Number(training.length === wanted(operators))
    ];
    if (taken.has(formula) || (next === further && (operators < HARD_FROM || further.length === FURTHER))) continue;
    taken.add(formula);
    next.push({ start, operators });
  }
  return {
    training: found.flatMap(({ training }) => Array.from({ length: trained }, (_, k) => training[k % training.length])),
    heldOut: found.flatMap(({ heldOut }) => heldOut),
    further,
  };
}

/** The starts of problems. */
export function startsOf(problems: readonly PracticeProblem[]): number[] {
  return problems.map(({ start }) => start);
}

/** Answers to each problem. */
const ANSWERS = 16;

export interface ProgramStanding {
  /** By operators, 1 … 5. */
  readonly passAt1: readonly number[];
  readonly passAt10: readonly number[];
  /** Share of answers that do not end. */
  readonly truncated: number;
  /** Mean entropy of what the characters were drawn from, in nats a character. */
  readonly entropy: number;
  /** Share of answers that pass the first test case and fail another. */
  readonly hacked: number;
}

/** Asks every problem for 16 answers; the luck is the same for all writers. */
export function standingOf(
  context: TrainingContext,
  { model, parameters }: Writer,
  problems: readonly PracticeProblem[],
): ProgramStanding {
  const [ended, hacked]: [number[], number[]] = [[], []];
  let [characters, entropy] = [0, 0];
  const asked = {
    starts: startsOf(problems),
    answers: ANSWERS,
    watch({ outcomes, written, entropies, group, context: room }: Completions, starts: readonly number[]) {
      const rows = starts.length * group;
      const { finished, firstPassed, correct } = byChannel(context.spec, { rows, outcomes });
      ended.push(...finished);
      hacked.push(...firstPassed.map((first, row) => (first > correct[row] ? 1 : 0)));
      for (let place = 0; place < rows * room; place++) {
        characters += written[place];
        entropy += entropies[place];
      }
    },
  };
  const matrix = writtenTries(context, model, parameters, asked, Random.of(0, "held out"));
  const levels = LEVELS.map((level) => passRates(matrix.filter((_, k) => problems[k].operators === level)));
  const passed = levels.map((rates) => rates.map((one) => one.passed));
  return {
    passAt1: levels.map((rates) => mean(rates.map(({ rate }) => rate))),
    passAt10: passed.map((counts) => meanPassAtK(counts, ANSWERS, 10)),
    truncated: 1 - mean(ended),
    entropy: entropy / characters,
    hacked: mean(hacked),
  };
}

/** Mean pass@1 over hard problems, over the others, and over all. */
export const hard = ({ passAt1 }: ProgramStanding): number => mean(passAt1.slice(HARD_FROM - 1));
export const easy = ({ passAt1 }: ProgramStanding): number => mean(passAt1.slice(0, HARD_FROM - 1));
export const overall = ({ passAt1 }: ProgramStanding): number => mean(passAt1);
