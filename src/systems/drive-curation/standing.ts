// What a writer of programs is worth on problems that nobody practised, by their number of operators.

import { writtenTries } from "../../algorithms/text/written-tries.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { meanPassAtK } from "../../evaluation/statistics/pass-at-k.ts";
import { passRates } from "../../evaluation/statistics/pass-rates.ts";
import type { Writer } from "../../study/testbeds/text.ts";
import { HARD_FROM, LEVELS, type Problem, startsOf } from "./problems.ts";

/** Answers to each problem. */
const ANSWERS = 16;

export interface Standing {
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
  problems: readonly Problem[],
): Standing {
  const { channels } = context.spec;
  const at = (name: string) => channels.findIndex((channel) => channel.name === name);
  const [finished, first, correct] = [at("finished"), at("firstPassed"), at("correct")];
  let [rows, ended, hacked, characters, entropy] = [0, 0, 0, 0, 0];
  const matrix = writtenTries(
    context,
    model,
    parameters,
    {
      starts: startsOf(problems),
      answers: ANSWERS,
      watch({ outcomes, written, entropies, group, context: room }, starts) {
        rows += starts.length * group;
        for (let row = 0; row < starts.length * group; row++) {
          const own = outcomes.subarray(row * channels.length, (row + 1) * channels.length);
          ended += own[finished];
          hacked += own[first] > own[correct] ? 1 : 0;
        }
        for (let place = 0; place < starts.length * group * room; place++) {
          characters += written[place];
          entropy += entropies[place];
        }
      },
    },
    Random.of(0, "held out"),
  );
  const levels = LEVELS.map((level) => passRates(matrix.filter((_, k) => problems[k].operators === level)));
  return {
    passAt1: levels.map((rates) => mean(rates.map(({ rate }) => rate))),
    passAt10: levels.map((rates) =>
      meanPassAtK(
        rates.map(({ passed }) => passed),
        ANSWERS,
        10,
      ),
    ),
    truncated: 1 - ended / rows,
    entropy: entropy / characters,
    hacked: hacked / rows,
  };
}

/** Mean pass@1 over hard problems, over the others, and over all. */
export const hard = ({ passAt1 }: Standing): number => mean(passAt1.slice(HARD_FROM - 1));
export const easy = ({ passAt1 }: Standing): number => mean(passAt1.slice(0, HARD_FROM - 1));
export const overall = ({ passAt1 }: Standing): number => mean(passAt1);
