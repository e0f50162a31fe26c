// Tables whose expected points are known, and random contests beside them.

import { Random } from "../../core/random.ts";
import { ranks } from "../../evaluation/statistics/correlation.ts";
import { swissDynamics, winTable } from "../../evaluation/tournaments/swiss-dynamics.ts";
import { expectedScores } from "../../evaluation/tournaments/swiss-dynamics-exact.ts";
import { atMost, equalTo } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";

const rows = (text: string): number[][] => text.split("|").map((row) => row.trim().split(" ").map(Number));

/** Points at eight olympiads of 2024 (COCI 1, EGOI, JOI, EJOI, NOI, BOI, CEOI, IOI), from the site of LiveOIBench, CC BY-SA 4.0. */
const OLYMPIADS =
  rows(`260 600 273 505 161 375 251 160 | 340 436 207 419 149 375 224 167 | 260 364 297 426 154 390 194 134
  | 260 336 223 382 139 282 293 67 | 260 191 237 353 137 229 219 112 | 260 171 107 171 17 113 30 120
  | 260 39 67 189 125 84 100 42 | 54 56 8 82 4 21 20 39`);
/** Their models, and mean percentiles of these among people. */
const MODELS = `gpt-5 gpt-oss-120b-high gemini-2.5-pro o3-mini-high gemini-2.5-flash deepseek-reasoner gpt-4.1 llama-3.3-70b`;
const PERCENTILES = [76.2, 72.21, 69.81, 65.98, 59.08, 35.41, 34.41, 11.7];

/** Scores, [models][tests]; and how many leave after each round, with the expected points of that. */
const KNOWN: Readonly<Record<string, readonly [scores: number[][], points: Readonly<Record<string, string>>]>> = {
  "six models in four tests": [
    rows("9 2 7 4 | 8 6 3 5 | 7 8 5 1 | 5 9 1 8 | 3 4 9 7 | 1 5 8 9"),
    {
      "0": "1.744033 1.67572 1.298765 1.580247 1.68642 1.014815",
      "1": "1.720988 1.57284 1.298765 1.274074 0.511111 0.622222",
      "1 1 0": "1.790123 1.881481 1.298765 1.792593 0.525926 0.711111",
      "2 1 0": "2.177778 1.333333 0.955556 0.933333 0.6 0",
    },
  ],
  "eight models in eight olympiads": [
    OLYMPIADS,
    {
      "0": "3.442857 2.114286 3.097884 2.224868 1.862963 1.109524 0.57619 0.142857",
      "1": "2.919048 1.714286 2.271429 1.740212 1.374074 0.909524 0.5 0",
    },
  ],
};

/** The exact engine at known tables, and random contests within four standard errors of it. */
export function exactEquations(seed: number, runs: number): Claim[] {
  return Object.entries(KNOWN).map(([name, [scores, points]]) => {
    const wins = winTable(scores);
    const found = Object.entries(points).map(([leaving, known]) => {
      const [eliminate] = rows(leaving);
      const exact = expectedScores(wins, { eliminate });
      const { scores: means, errors } = swissDynamics(wins, runs, Random.of(seed, name, leaving), { eliminate });
      // Where nothing is drawn for a model there is no error, and none may be made.
      const inErrors = means.map((mean, k) => Math.abs(mean - exact[k]) / Math.max(errors[k], 1e-9));
      return { gap: largestGap(exact, rows(known)[0]), away: Math.max(...inErrors) };
    });
    return equation(`expected points of ${name}, with and without elimination`, [
      is(Math.max(...found.map(({ gap }) => gap)), atMost(1e-6), "largest difference from known points"),
      is(Math.max(...found.map(({ away }) => away)), atMost(4), `${runs} random contests, largest in standard errors`),
    ]);
  });
}

/** The olympiads: points of contests beside mean percentiles. */
export function olympiadResult(): StudyResult {
  const points = expectedScores(winTable(OLYMPIADS));
  const rankIn = (values: ArrayLike<number>, k: number) => ranks(Array.from(values, (x) => -x))[k];
  const models = MODELS.split(" ").map(
    (name, k) =>
      [
        name,
        {
          "mean percentile among people": PERCENTILES[k],
          "expected points": points[k],
          "rank by points": rankIn(points, k),
        },
      ] as const,
  );
  return {
    claims: [
      equation("on the olympiads gpt-oss-120b-high is second by mean percentile, and fourth by points", [
        is(rankIn(points, 1), equalTo(4), "rank by points"),
        beside("by mean percentile", rankIn(PERCENTILES, 1)),
      ]),
    ],
    controls: [],
    tables: [table("Eight models at eight olympiads", models)],
  };
}
