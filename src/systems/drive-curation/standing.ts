// What a writer of programs is worth on problems that were not practised, by their number of operators.

import type { Completions } from "../../algorithms/text/completions.ts";
import { writtenTries } from "../../algorithms/text/written-tries.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { meanPassAtK, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { byChannel, type Writer } from "../../study/testbeds/text.ts";
import { HARD_FROM, LEVELS, type PracticeProblem, startsOf } from "./problems.ts";

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
