// Ratings, percentiles and means whose values are known, of the released code and of the benchmark's public tables.

import { root } from "../../math/root.ts";
import { equalTo, within } from "../../study/bound.ts";
import { equation, is } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { contestMeans, humanStanding } from "./contest.ts";
import { expectedPlace, ratingOfRank } from "./contest-rating.ts";

const RATINGS = [2400, 2100, 1900, 1700, 1500];
const BY_RANK = [2499.02, 2303.71, 2027.34, 1791.99, 1540.04, 500];
const ROOTS = [2303.836, 2027.476, 1792.864, 1540.237];

/** Totals of models at the IOI of 2024, whose 366 people have strictly less so many times, and their percentiles. */
const PEOPLE = 366;
const IOI = [
  { total: 167, below: 111, percentile: 30.3279 },
  { total: 160, below: 105, percentile: 28.6885 },
  { total: 134, below: 81, percentile: 22.1311 },
  { total: 122, below: 72, percentile: 19.6721 },
  { total: 112, below: 67, percentile: 18.306 },
];

/** Models of the public tables (the benchmark's site, CC BY-SA 4.0), and their macro and flat means as they are known. */
const MODELS = ["gpt-5", "gpt-oss-120b-high", "gemini-2.5-pro", "o3-mini-high"];
const MACRO = [81.56, 72.43, 71.52, 64.28];
const FLAT = [85.51, 77.29, 75.88, 70.94];
/** Contests with people of each olympiad, and the mean percentile of each model over them. */
const OLYMPIADS = {
  APIO: [2, 63.891, 30.674, 63.931, 43.518],
  BOI: [3, 66.161, 47.856, 55.049, 44.443],
  CCO: [5, 91, 96.35, 80.93, 83.13],
  CEOI: [2, 58.482, 46.577, 52.232, 39.881],
  COCI: [13, 95.782, 90.418, 93.803, 93.207],
  EGOI: [2, 88.032, 82.647, 82.696, 74.319],
  EJOI: [2, 92.314, 87.178, 74.645, 75.865],
  IATI: [2, 92.503, 88.231, 90.503, 76.127],
  IOI: [2, 44.288, 34.514, 36.772, 20.355],
  JOI: [7, 78.059, 57.868, 56.44, 50.559],
  "NOI Nordic": [3, 95.977, 93.987, 93.987, 91.141],
  OOI: [4, 95.251, 94.633, 76.472, 70.895],
  RMI: [2, 98.498, 90.623, 72.321, 72.223],
} as const satisfies Record<string, readonly [contests: number, ...percentiles: number[]]>;

/** All that is known exactly. */
export function knownResult(): StudyResult {
  const ranks = BY_RANK.map((_, k) => k + 1);
  const named = (numbers: readonly number[]) => numbers.map((rank) => `rank ${rank}`);
  const found = ranks.map((rank) => ratingOfRank(rank, RATINGS));
  const roots = ranks.slice(1, -1).map((rank) => root((x) => expectedPlace(x, RATINGS) - rank, 0, 4000));
  // People are put where they must be for the counts: just below one total, or above all.
  const people = Array.from({ length: PEOPLE }, (_, k) => {
    const above = IOI.findLast(({ below }) => k < below);
    return above === undefined ? IOI[0].total : above.total - 1;
  });
  const standings = IOI.map(({ total }) => humanStanding(total, people));
  const means = MODELS.map((_, model) =>
    contestMeans(
      Object.values(OLYMPIADS).map(([contests, ...figures]) => Array.from({ length: contests }, () => figures[model])),
    ),
  );
  return {
    claims: [
      equation("ratings by rank among people of 2400, 2100, 1900, 1700 and 1500, by the bisection of the code", [
        ...matching(named(ranks), found, BY_RANK, 0.005),
      ]),
      equation("exact roots, which the bisection's lower end misses by no more than 1", [
        ...matching(named(ranks.slice(1, -1)), roots, ROOTS, 0.0005),
        ...roots.map((x, k) => is(x - found[k + 1], within(0, 1), `root less rating, rank ${k + 2}`)),
      ]),
      equation("percentiles at the IOI of 2024, of people strictly below", [
        ...matching(
          IOI.map(({ total }) => `${total} points`),
          standings.map(({ percentile }) => percentile ?? Number.NaN),
          IOI.map(({ percentile }) => percentile),
          0.00005,
        ),
        is(standings[0].rank, equalTo(256), "rank of 167 points"),
      ]),
      equation("mean percentiles of the public tables: over olympiads, and over contests", [
        ...matching(
          MODELS.map((name) => `${name}, macro`),
          means.map(({ macro }) => macro),
          MACRO,
          0.01,
        ),
        ...matching(
          MODELS.map((name) => `${name}, flat`),
          means.map(({ flat }) => flat),
          FLAT,
          0.01,
        ),
        is(means[0].contests, equalTo(49), "contests with people"),
      ]),
    ],
    controls: [],
    tables: [
      table(
        "Mean percentile among people, public tables",
        MODELS.map((name, k) => [name, { "over 13 olympiads": means[k].macro, "over 49 contests": means[k].flat }]),
      ),
    ],
  };
}
