// The triangle: whoever is offered many impressions early has few chances later, and a rule cannot know who. What rules earn of the
// best adaptive policy, and of programs that no policy reaches.

import { Random } from "../../core/random.ts";
import { ratio } from "../../evaluation/statistics/interval.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { adaptiveOptimum, valueWithoutLoads } from "../../mechanisms/matching/exact-values.ts";
import { type Impressions, ofTypes, spreadChances, triangleChances } from "../../mechanisms/matching/impressions.ts";
import { matchingBound, stochasticBound } from "../../mechanisms/matching/linear-bounds.ts";
import { greedyByIndex, ruleOf } from "../../mechanisms/matching/rules.ts";
import { atLeast, below, worded } from "../../study/bound.ts";
import { beside, claim, control, is, type Test } from "../../study/claim.ts";
import { exact, type Figure, ofEstimate } from "../../study/figure.ts";
import type { StudyJob, StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARMS, type Arm, type MeasuredArm, measured } from "./arms.ts";
import { simulate } from "./simulate.ts";

export interface TriangleJob {
  readonly seed: number;
  readonly advertisers: number;
  /** Of each type; chances are 1/copies, or uniform within 60 % of that for each advertiser and type. */
  readonly copies: number;
  readonly chances: "equal" | "drawn";
  readonly runs: number;
}

/** Successes by each rule, and what could have been had. */
export interface TriangleFound {
  readonly job: TriangleJob;
  readonly arms: Readonly<Record<Arm, MeasuredArm>>;
  /** The best policy in the order of impressions; programs above it. */
  readonly optimum: number;
  readonly stochastic: number;
  readonly matching: number;
  /** Greedy by index, exactly. */
  readonly greedy: number;
  /** Random neighbour over Balance, on shared thresholds. */
  readonly random: { readonly mean: number | null; readonly low: number | null; readonly high: number | null };
}

function problemOf({ seed, advertisers, copies, chances }: TriangleJob): Impressions {
  const equal = triangleChances(advertisers, 1 / copies);
  return ofTypes(
    advertisers,
    chances === "equal" ? equal : spreadChances(equal, 0.6, Random.of(seed, "chances")),
    copies,
  );
}

export async function matchTriangle(job: TriangleJob): Promise<TriangleFound> {
  const solver = await linearPrograms();
  const problem = problemOf(job);
  const random = Random.of(job.seed, "triangle", job.advertisers, job.copies, job.chances);
  const successes = new Map(ARMS.map((arm) => [arm, new Int32Array(job.runs)]));
  for (const [arm, runs] of successes) simulate(problem, ruleOf(arm, job.advertisers), "thresholds", random, runs);
  const of = (arm: Arm) => successes.get(arm) ?? new Int32Array(0);
  const { mean, low, high } = ratio(of("random-neighbour"), of("balance"));
  return {
    job,
    arms: {
      balance: measured(of("balance")),
      "weighted-exponential": measured(of("weighted-exponential")),
      "weighted-survival": measured(of("weighted-survival")),
      ranking: measured(of("ranking")),
      "random-neighbour": measured(of("random-neighbour")),
      "most-likely": measured(of("most-likely")),
      "largest-index": measured(of("largest-index")),
    },
    optimum: adaptiveOptimum(problem),
    stochastic: stochasticBound(solver, problem),
    matching: matchingBound(solver, problem),
    greedy: valueWithoutLoads(problem, greedyByIndex("largest")),
    random: { mean, low, high },
  };
}

export const matchingTriangles: StudyJob<TriangleJob, TriangleFound> = {
  module: import.meta.url,
  name: "matchTriangle",
  compute: matchTriangle,
};

/** The family at p = 1/20 and 14 advertisers at p = 1/10; the same at p/2; and chances that are not equal. */
export function triangleJobs(seed: number, runs: number): TriangleJob[] {
  const sizes = [1, 2, 4, 8, 12];
  const job = (advertisers: number, copies: number, chances: TriangleJob["chances"] = "equal") => ({
    seed,
    advertisers,
    copies,
    chances,
    runs,
  });
  return [
    ...sizes.map((n) => job(n, 20)),
    job(14, 10),
    ...sizes.map((n) => job(n, 40)),
    job(8, 20, "drawn"),
    job(12, 20, "drawn"),
  ];
}

const named = ({ job }: TriangleFound) =>
  `${job.advertisers} (p ${job.chances === "equal" ? `= 1/${job.copies}` : `about 1/${job.copies}`})`;

/** A share of `whole`, with an interval of three standard errors to either side. */
function shareOf({ value, error }: MeasuredArm, whole: number): Figure {
  return { value: value / whole, low: (value - 3 * error) / whole, high: (value + 3 * error) / whole };
}

/** The claims allow three standard errors: a share is judged by the upper end of its interval. */
function allowing(figure: Figure, bound: number, label: string): readonly Test[] {
  const words = `≥ ${bound} − 3 standard errors`;
  return [is(figure.high ?? Number.NaN, worded(atLeast(bound), words), `${label}: upper end`), beside("share", figure)];
}

export function triangleClaims(found: readonly TriangleFound[]): StudyResult {
  const family = found.filter(({ job }) => job.chances === "equal" && job.copies === 20);
  const twelve = family[family.length - 1];
  const falling = family.map(({ arms, optimum }) => arms.balance.value / optimum);
  const equal = found.filter(({ job }) => job.chances === "equal");
  return {
    claims: [
      claim(
        "Balance, share of the adaptive optimum, by advertisers",
        found.flatMap((one) => [
          ...allowing(shareOf(one.arms.balance, one.optimum), 0.611, named(one)),
          beside("of the stochastic program", one.arms.balance.value / one.stochastic),
        ]),
      ),
      claim(
        "Balance, share of the matching program, 0.572 where chances are not equal",
        found.flatMap((one) =>
          allowing(shareOf(one.arms.balance, one.matching), one.job.chances === "equal" ? 0.576 : 0.572, named(one)),
        ),
      ),
      claim(
        "Balance, share of the adaptive optimum, falls with each step to more advertisers, p = 1/20",
        falling.slice(1).map((share, k) => is(share - falling[k], below(0), `to ${family[k + 1].job.advertisers}:`)),
      ),
      claim("Balance above greedy by the largest index, of the optimum, 12 advertisers, p = 1/20", [
        is((twelve.arms.balance.value - twelve.greedy) / twelve.optimum, atLeast(0.1)),
        beside("greedy", twelve.greedy / twelve.optimum),
      ]),
      claim(
        "greedy by the largest index, share of the matching program, 12 advertisers, p = 1/20",
        is(twelve.greedy / twelve.matching, below(0.54)),
      ),
    ],
    controls: [
      control(
        "greedy by the largest index in Balance's place: share of the matching program",
        equal.map((one) => is(one.greedy / one.matching, atLeast(0.576), `${named(one)}:`)),
      ),
    ],
    tables: [
      table(
        "shares of the adaptive optimum, within three standard errors",
        Object.fromEntries(
          found.map((one) => [
            named(one),
            {
              ...Object.fromEntries(ARMS.map((arm) => [arm, shareOf(one.arms[arm], one.optimum)])),
              "random neighbour over Balance": ofEstimate({ ...one.random, n: one.job.runs }),
              "stochastic program over the optimum": exact(one.stochastic / one.optimum),
              "matching program over the optimum": exact(one.matching / one.optimum),
              "greedy over the matching program": exact(one.greedy / one.matching),
            },
          ]),
        ),
      ),
    ],
  };
}
