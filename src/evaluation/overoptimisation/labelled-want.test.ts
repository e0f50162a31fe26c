// Labels of a part correct a judge of all: coverage on logs whose truth is known, narrower than by labels alone, and unbiased also by a judge
// that is wrong.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { type Estimate, groupJackknife } from "../statistics/interval.ts";
import { LABEL_SUMS, LabelCorrection, labelFigures, totalOf } from "./labelled-want.ts";
import { PROMPT_GROUPS, PromptSums } from "./prompt-sums.ts";
import { PayFigures } from "./weighed-pay.ts";

const PROMPTS = 120;
const ANSWERS = 8;
const SHARE = 0.2;
/** Chances that an answer is paid and that the judge finds it right, by whether it is wanted. */
const [PAID, FOUND] = matrix("0.2 0.7 | 0.3 0.85");
const WANTED = 0.4;
/** Cov(pay, want) of an answer. */
const TRUE_SLOPE = WANTED * (1 - WANTED) * (PAID[1] - PAID[0]);

/** The first step and figures of labels of a drawn log, by labels and judge, and by labels alone. `isOdd`: the judge says the contrary. */
function drawn(seed: number, isOdd = false) {
  const random = Random.of(seed, "labels");
  const groups = Array.from({ length: PROMPT_GROUPS }, () => new Float64Array(LABEL_SUMS.size));
  const prompts = Array.from({ length: PROMPTS }, (_, prompt) => {
    const sums = groups[prompt % PROMPT_GROUPS];
    return Array.from({ length: ANSWERS }, () => {
      const isWanted = random.uniform(0, 1) < WANTED ? 1 : 0;
      const pay = random.uniform(0, 1) < PAID[isWanted] ? 1 : 0;
      const found = random.uniform(0, 1) < FOUND[isWanted] ? 1 : 0;
      const judge = isOdd ? 1 - found : found;
      const want = random.uniform(0, 1) < SHARE ? isWanted : Number.NaN;
      sums[LABEL_SUMS.answers] += 1;
      sums[LABEL_SUMS.judged] += judge;
      if (!Number.isNaN(want)) {
        sums[LABEL_SUMS.labels] += 1;
        sums[LABEL_SUMS.want] += want;
        sums[LABEL_SUMS.judge] += judge;
        sums[LABEL_SUMS.squares] += judge * judge;
        sums[LABEL_SUMS.products] += want * judge;
        if (want === judge) sums[want === 1 ? LABEL_SUMS.bothRight : LABEL_SUMS.bothWrong] += 1;
      }
      return { pay, judge, want };
    });
  });
  const correction = new LabelCorrection(totalOf(groups));
  type Row = (typeof prompts)[number][number];
  const slope = (wantOf: (row: Row) => number, isRead: (row: Row) => boolean): Estimate => {
    const sums = new PromptSums(0.5);
    for (const [prompt, answers] of prompts.entries()) {
      const rows = answers.filter(isRead);
      if (rows.length < 2) continue;
      const columns = [rows.map(() => 1), rows.map(wantOf), rows.map(({ pay }) => pay)].map((one) =>
        Float64Array.from(one),
      );
      sums.add(prompt % PROMPT_GROUPS, { size: rows.length, mass: columns[0], want: columns[1] }, columns[2]);
    }
    return new PayFigures(sums).weighed().slope.plain;
  };
  return {
    both: slope(
      ({ want, judge }) => correction.of(want, judge),
      () => true,
    ),
    alone: slope(
      ({ want }) => want,
      ({ want }) => !Number.isNaN(want),
    ),
    figures: labelFigures(groups, true),
  };
}

const SEEDS = 300;
const logs = Array.from({ length: SEEDS }, (_, seed) => drawn(seed));
const covered = (truth: number, of: (log: (typeof logs)[number]) => Estimate): number =>
  logs.filter((log) => (of(log).low ?? 1) <= truth && truth <= (of(log).high ?? 0)).length / SEEDS;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const width = (of: (log: (typeof logs)[number]) => Estimate): number =>
  mean(logs.map((log) => (of(log).high ?? Number.NaN) - (of(log).low ?? Number.NaN)));
/** Bounds of a share of 95 % over the seeds, at three standard errors. */
const [LEAST, MOST] = [-3, 3].map((z) => 0.95 + z * Math.sqrt((0.95 * 0.05) / SEEDS));

test("intervals of the first step and of the rate hold the truth as often as they say", () => {
  for (const share of [
    covered(TRUE_SLOPE, ({ both }) => both),
    covered(WANTED, ({ figures }) => figures.corrected),
    covered(WANTED, ({ figures }) => figures.verdicts?.rate ?? figures.judged),
    covered(0, ({ figures }) => figures.drift),
  ]) {
    expect(share).toBeGreaterThan(LEAST);
    expect(share).toBeLessThanOrEqual(Math.min(1, MOST));
  }
  // The judge alone is wrong about the rate.
  expect(covered(WANTED, ({ figures }) => figures.judged)).toBeLessThan(0.05);
});

test("they are narrower than by labels alone", () => {
  expect(width(({ both }) => both)).toBeLessThan(0.75 * width(({ alone }) => alone));
  expect(width(({ figures }) => figures.corrected)).toBeLessThan(0.95 * width(({ figures }) => figures.labelled));
});

test("a judge that says the contrary costs nothing: what it says is turned", () => {
  const { both, figures } = drawn(1, true);
  expect(both.mean).toBeCloseTo(logs[1].both.mean ?? 0, 10);
  expect(figures.corrected.mean).toBeCloseTo(logs[1].figures.corrected.mean ?? 0, 10);
  expect(figures.verdicts?.rate.mean).toBeCloseTo(logs[1].figures.verdicts?.rate.mean ?? 0, 10);
});

test("where all answers have labels, the want is the label", () => {
  const sums = Float64Array.from([10, 4, 10, 5, 4, 4, 3, 3, 4]);
  const correction = new LabelCorrection(sums);
  expect([correction.of(1, 0), correction.of(0, 1)].map((want) => Number(want.toFixed(12)))).toEqual([1, 0]);
  expect(groupJackknife(1, [1, 1], [1, 1]).mean).toBe(1);
});
