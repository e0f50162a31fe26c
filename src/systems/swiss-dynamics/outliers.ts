// A model that fails a third of all tests for a reason that is none of its skill: how many places that costs, by ways to rank.

import { Random } from "../../core/random.ts";
import { ranks, spearman } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { againstAll, swissDynamics, winTable } from "../../evaluation/tournaments/swiss-dynamics.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";

const [MODELS, TESTS] = [24, 24];
const NOISE = 0.5;
/** Places by skill of those that fail tests, from 0. */
const [FROM, TO] = [3, 12];
const FAILED = TESTS / 3;

/** Ways to make one ranking of many tests. */
export const WAYS = ["contest", "contest, floating pairs", "mean score", "mean share of models beaten"] as const;
export type Way = (typeof WAYS)[number];

/** What came of one drawn table. */
export interface OutlierFigures {
  /** Places lost, a mean over models, [ways]. */
  readonly drops: readonly number[];
  /** Spearman's ρ of a contest's points with skill; the same where each test's models are exchanged. */
  readonly withSkill: number;
  readonly exchanged: number;
  /** Rounds of a model without an opponent, in a contest without elimination. */
  readonly byes: number;
}

/** A table to draw, and contests to play on it. */
export interface TableJob {
  readonly seed: number;
  readonly runs: number;
}

/** Scores of 0 to 100, [models][tests], the most skilled model first: skill of deviation 1, and noise, each test on its own scale. */
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

type Scores = readonly (readonly number[])[];

/** Draws a table, and ranks it as it is and with each of nine models at 0 in a third of the tests. */
export async function failingTests({ seed, runs }: TableJob): Promise<OutlierFigures> {
  const random = Random.of(seed, "outliers");
  const scores = drawn(random.stream("table"));
  const contests = (table: Scores, name: string, pairing: "strict" | "floating" = "strict") =>
    swissDynamics(winTable(table), runs, random.stream(pairing, name), { pairing });
  const ranked = (way: Way, table: Scores, name: string): ArrayLike<number> => {
    if (way === "mean score") return table.map(mean);
    if (way === "mean share of models beaten") return againstAll(winTable(table));
    return contests(table, name, way === "contest" ? "strict" : "floating").scores;
  };
  const failed = Array.from({ length: TO - FROM }, (_, k) => {
    const tests = randomOrder(TESTS, random.stream("failed", k)).slice(0, FAILED);
    return scores.map((row, model) =>
      model === FROM + k ? row.map((x, test) => (tests.includes(test) ? 0 : x)) : row,
    );
  });
  const drop = (way: Way): number => {
    const before = ranks(ranked(way, scores, "whole"));
    return mean(failed.map((table, k) => before[FROM + k] - ranks(ranked(way, table, `failed ${k}`))[FROM + k]));
  };
  const orders = scores[0].map((_, test) => randomOrder(MODELS, random.stream("exchanged", test)));
  const exchanged = scores.map((row, model) => row.map((_, test) => scores[orders[test][model]][test]));
  const whole = contests(scores, "whole");
  const bySkill = scores.map((_, k) => -k);
  return {
    drops: WAYS.map(drop),
    withSkill: spearman(whole.scores, bySkill) ?? 0,
    exchanged: spearman(contests(exchanged, "exchanged").scores, bySkill) ?? 0,
    byes: mean(whole.byes),
  };
}

export const failing = studyJob(import.meta.url, failingTests);
