// Tables whose expected points are known, and random contests beside them.

import { Random } from "../../core/random.ts";
import { swissDynamics, winTable } from "../../evaluation/tournaments/swiss-dynamics.ts";
import { expectedScores } from "../../evaluation/tournaments/swiss-dynamics-exact.ts";
import { atMost, equalTo } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import { type RowOf, type Table, table } from "../../study/table.ts";

/** Scores, [models][tests], and expected points by how many leave after each round, [models]. */
interface KnownTable {
  readonly name: string;
  readonly scores: readonly (readonly number[])[];
  readonly points: readonly (readonly [eliminate: readonly number[], expected: readonly number[]])[];
}

/** Points of models at eight olympiads of 2024 (COCI 1, EGOI, JOI, EJOI, NOI, BOI, CEOI, IOI), from the site of LiveOIBench, CC BY-SA 4.0. */
const OLYMPIADS = {
  "gpt-5": [260, 600, 273, 505, 161, 375, 251, 160],
  "gpt-oss-120b-high": [340, 436, 207, 419, 149, 375, 224, 167],
  "gemini-2.5-pro": [260, 364, 297, 426, 154, 390, 194, 134],
  "o3-mini-high": [260, 336, 223, 382, 139, 282, 293, 67],
  "gemini-2.5-flash": [260, 191, 237, 353, 137, 229, 219, 112],
  "deepseek-reasoner": [260, 171, 107, 171, 17, 113, 30, 120],
  "gpt-4.1": [260, 39, 67, 189, 125, 84, 100, 42],
  "llama-3.3-70b": [54, 56, 8, 82, 4, 21, 20, 39],
} as const;
/** Mean percentile among the human contestants, in the same order. */
const PERCENTILES = [76.2, 72.21, 69.81, 65.98, 59.08, 35.41, 34.41, 11.7];

export const KNOWN: readonly KnownTable[] = [
  {
    name: "four models, three tests",
    scores: [
      [90, 60, 80],
      [70, 75, 70],
      [60, 90, 50],
      [40, 50, 95],
    ],
    points: [
      [[0], [2, 5 / 3, 4 / 3, 0]],
      [
        [1, 0, 0],
        [1, 4 / 3, 2 / 3, 0],
      ],
      [[1], [1, 4 / 3, 2 / 3, 0]],
      [
        [2, 1, 0],
        [1, 4 / 3, 2 / 3, 0],
      ],
    ],
  },
  {
    name: "six models, four tests",
    scores: [
      [9, 2, 7, 4],
      [8, 6, 3, 5],
      [7, 8, 5, 1],
      [5, 9, 1, 8],
      [3, 4, 9, 7],
      [1, 5, 8, 9],
    ],
    points: [
      [[0], [1.744033, 1.67572, 1.298765, 1.580247, 1.68642, 1.014815]],
      [[1], [1.720988, 1.57284, 1.298765, 1.274074, 0.511111, 0.622222]],
      [
        [1, 1, 0],
        [1.790123, 1.881481, 1.298765, 1.792593, 0.525926, 0.711111],
      ],
      [
        [2, 1, 0],
        [2.177778, 1.333333, 0.955556, 0.933333, 0.6, 0],
      ],
    ],
  },
  {
    name: "eight models, eight olympiads",
    scores: Object.values(OLYMPIADS),
    points: [
      [[0], [3.442857, 2.114286, 3.097884, 2.224868, 1.862963, 1.109524, 0.57619, 0.142857]],
      [[1], [2.919048, 1.714286, 2.271429, 1.740212, 1.374074, 0.909524, 0.5, 0]],
    ],
  },
];

/** The exact engine at known tables, and random contests within four standard errors of it. */
export function exactEquations(seed: number, runs: number): Claim[] {
  return KNOWN.map(({ name, scores, points }) => {
    const wins = winTable(scores);
    const found = points.map(([eliminate, known]) => {
      const exact = expectedScores(wins, { eliminate });
      const { scores: means, errors } = swissDynamics(wins, runs, Random.of(seed, name, ...eliminate), { eliminate });
      const away = Array.from(means, (mean, k) => Math.abs(mean - exact[k]));
      // Where nothing is drawn for a model there is no error, and none may be made.
      const inErrors = away.map((gap, k) =>
        errors[k] === 0 ? (gap < 1e-9 ? 0 : Number.POSITIVE_INFINITY) : gap / errors[k],
      );
      return { gap: largestGap(exact, known), away: Math.max(...inErrors) };
    });
    return equation(`expected points of ${name}, with and without elimination`, [
      is(Math.max(...found.map(({ gap }) => gap)), atMost(1e-6), "largest difference from known points"),
      is(
        Math.max(...found.map(({ away }) => away)),
        atMost(4),
        `${runs} random contests, largest difference in standard errors`,
      ),
    ]);
  });
}

/** The olympiads: points of contests beside mean percentiles. */
export function olympiadRows(): { readonly claims: readonly Claim[]; readonly tables: readonly Table[] } {
  const wins = winTable(Object.values(OLYMPIADS));
  const [none, one] = [[0], [1]].map((eliminate) => expectedScores(wins, { eliminate }));
  const rankIn = (values: ArrayLike<number>, k: number) => 1 + Array.from(values).filter((x) => x > values[k]).length;
  const [, oss] = Object.keys(OLYMPIADS).keys();
  const row = (_: string, k: number): RowOf => ({
    "mean percentile among people": PERCENTILES[k],
    rank: rankIn(PERCENTILES, k),
    "expected points": none[k],
    "rank by points": rankIn(none, k),
    "points where one leaves after each round": one[k],
  });
  return {
    claims: [
      equation("on the olympiads gpt-oss-120b-high is second by mean percentile, and fourth by points", [
        is(rankIn(none, oss), equalTo(4), "rank by points"),
        beside("by mean percentile", rankIn(PERCENTILES, oss)),
      ]),
    ],
    tables: [
      table(
        "Eight models at eight olympiads",
        Object.keys(OLYMPIADS).map((name, k) => [name, row(name, k)] as const),
      ),
    ],
  };
}
