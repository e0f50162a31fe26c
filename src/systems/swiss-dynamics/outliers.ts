// A model that fails a third of all tests for a reason that is none of its skill: how many places that costs, by ways to rank.

import { Random } from "../../core/random.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { swissDynamics, winTable } from "../../evaluation/tournaments/swiss-dynamics.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";

const MODELS = 24;
const TESTS = 24;
/** Standard deviation of a score about the skill, of which that is 1. */
const NOISE = 0.5;
/** Places by skill of those that fail tests, from 0. */
const [FROM, TO] = [3, 12];
const ZEROED = TESTS / 3;

/** Ways to make one ranking of many tests. */
export const WAYS = ["contest", "contest, floating pairs", "mean score", "mean share of models beaten"] as const;
export type Way = (typeof WAYS)[number];

/** What came of one drawn table. */
export interface OutlierFigures {
  /** Places lost, a mean over models, by way. */
  readonly drops: Readonly<Record<Way, number>>;
  /** Spearman's ρ of a contest's points with skill; the same where each test's models are exchanged. */
  readonly withSkill: number;
  readonly shuffled: number;
  /** Rounds of a model without an opponent, in a contest without elimination. */
  readonly byes: number;
}

export interface OutlierJob {
  readonly seed: number;
  readonly runs: number;
}

/** Scores of 0 to 100, [models][tests]: skill and noise, each test on a scale of its own. Models stand in the order of their skill. */
function drawn(random: Random): number[][] {
  const skills = Array.from({ length: MODELS }, () => random.normal()).sort((a, b) => b - a);
  const scores = skills.map(() => new Array<number>(TESTS).fill(0));
  for (let test = 0; test < TESTS; test++) {
    const raw = skills.map((skill) => skill + NOISE * random.normal());
    const [least, most] = [Math.min(...raw), Math.max(...raw)];
    const power = 2 ** random.uniform(-1.5, 1.5);
    for (const [model, x] of raw.entries()) scores[model][test] = 100 * ((x - least) / (most - least)) ** power;
  }
  return scores;
}

/** Draws a table, and ranks it as it is and with each of nine models at 0 in a third of the tests. */
export async function failingTests({ seed, runs }: OutlierJob): Promise<OutlierFigures> {
  const random = Random.of(seed, "outliers");
  const scores = drawn(random.stream("table"));
  const contests = (
    table: readonly (readonly number[])[],
    pairing: "strict" | "floating",
    ...names: (string | number)[]
  ) => swissDynamics(winTable(table), runs, random.stream(pairing, ...names), { pairing });
  const ranked = (table: readonly (readonly number[])[], name: string | number): Record<Way, ArrayLike<number>> => ({
    contest: contests(table, "strict", name).scores,
    "contest, floating pairs": contests(table, "floating", name).scores,
    "mean score": table.map(mean),
    "mean share of models beaten": sharesBeaten(table),
  });
  const before = ranked(scores, "whole");
  const lost: Record<Way, number[]> = {
    contest: [],
    "contest, floating pairs": [],
    "mean score": [],
    "mean share of models beaten": [],
  };
  for (let model = FROM; model < TO; model++) {
    const tests = Array.from({ length: TESTS }, (_, k) => k);
    shuffle(tests, random.stream("zeroed", model));
    const failed = new Set(tests.slice(0, ZEROED));
    const after = ranked(
      scores.map((row, k) => (k === model ? row.map((x, test) => (failed.has(test) ? 0 : x)) : row)),
      model,
    );
    for (const way of WAYS) lost[way].push(placeOf(after[way], model) - placeOf(before[way], model));
  }
  const order = scores.map((_, k) => -k);
  const exchange = random.stream("shuffled");
  const columns = Array.from({ length: TESTS }, (_, test) => {
    const column = scores.map((row) => row[test]);
    shuffle(column, exchange);
    return column;
  });
  const mixed = scores.map((row, model) => row.map((_, test) => columns[test][model]));
  const whole = contests(scores, "strict", "whole");
  return {
    drops: {
      contest: mean(lost.contest),
      "contest, floating pairs": mean(lost["contest, floating pairs"]),
      "mean score": mean(lost["mean score"]),
      "mean share of models beaten": mean(lost["mean share of models beaten"]),
    },
    withSkill: spearman(whole.scores, order) ?? 0,
    shuffled: spearman(contests(mixed, "strict", "shuffled").scores, order) ?? 0,
    byes: mean(whole.byes),
  };
}

export const failing = studyJob(import.meta.url, failingTests);

/** 1 for the largest; equals share the mean of their places. */
function placeOf(values: ArrayLike<number>, k: number): number {
  let place = 0.5;
  for (let other = 0; other < values.length; other++)
    place += values[other] > values[k] ? 1 : values[other] === values[k] ? 0.5 : 0;
  return place;
}

/** Of each model the share of others that it beats, a mean over tests. */
const sharesBeaten = (table: readonly (readonly number[])[]): number[] =>
  table.map((row) =>
    mean(
      row.map(
        (x, test) =>
          table.reduce((sum, other) => sum + (x > other[test] ? 1 : x === other[test] ? 0.5 : 0), -0.5) /
          (table.length - 1),
      ),
    ),
  );
