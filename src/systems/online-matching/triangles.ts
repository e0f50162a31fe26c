// The triangle: whoever is offered many impressions early has few chances later, and a rule cannot know who. What rules earn of the
// best adaptive policy, and of programs that no policy reaches.

import { Random } from "../../core/random.ts";
import { ratio } from "../../evaluation/statistics/interval.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { adaptiveOptimum, valueWithoutLoads } from "../../mechanisms/matching/exact-values.ts";
import { type Impressions, ofTypes, spreadChances, triangleChances } from "../../mechanisms/matching/impressions.ts";
import { matchingBound, stochasticBound } from "../../mechanisms/matching/linear-bounds.ts";
import { greedyByIndex, ruleOf } from "../../mechanisms/matching/rules.ts";
import { type Check, type Control, holds, type StudyJob } from "../../study/legacy.ts";
import { ARMS, type Arm, type Measured, measured, share } from "./arms.ts";
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
  readonly arms: Readonly<Record<Arm, Measured>>;
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

export function triangleChecks(found: readonly TriangleFound[]): {
  checks: Check[];
  controls: Control[];
  measured: string;
} {
  const family = found.filter(({ job }) => job.chances === "equal" && job.copies === 20);
  const twelve = family[family.length - 1];
  const each = (of: (one: TriangleFound) => string) => found.map((one) => `${named(one)}: ${of(one)}`).join("; ");
  const atLeast = ({ mean, error }: Measured, whole: number, bound: number) =>
    mean / whole >= bound - (3 * error) / whole;
  const falling = family.map(({ arms, optimum }) => arms.balance.mean / optimum);
  const behind = (twelve.arms.balance.mean - twelve.greedy) / twelve.optimum;
  const greedyShare = twelve.greedy / twelve.matching;
  const others = (one: TriangleFound) =>
    ARMS.slice(1)
      .map((arm) => `${arm} ${share(one.arms[arm], one.optimum)}`)
      .join(", ");
  const { random } = twelve;
  const drawn = found.filter(({ job }) => job.chances === "drawn");
  return {
    measured: `triangle of 12, p = 1/20: Balance ${share(twelve.arms.balance, twelve.optimum)} of the adaptive optimum (of the stochastic program ${share(twelve.arms.balance, twelve.stochastic)}, of the matching program ${share(twelve.arms.balance, twelve.matching)}), ${others(twelve)}; random neighbour over Balance ${random.mean?.toFixed(3)} [${random.low?.toFixed(3)}, ${random.high?.toFixed(3)}]; ${drawn.map((one) => `${named(one)}: balance ${share(one.arms.balance, one.optimum)}, ${others(one)}`).join("; ")}`,
    checks: [
      holds(
        "Balance, share of the adaptive optimum (in brackets: of the stochastic program above it), by advertisers",
        "≥ 0.611 − 3 standard errors, everywhere",
        each(
          ({ arms, optimum, stochastic }) =>
            `${share(arms.balance, optimum)} (${(arms.balance.mean / stochastic).toFixed(3)})`,
        ),
        found.every(({ arms, optimum }) => atLeast(arms.balance, optimum, 0.611)),
      ),
      holds(
        "Balance, share of the matching program",
        "≥ 0.576 − 3 standard errors; 0.572 where chances are not equal",
        each(({ arms, matching }) => share(arms.balance, matching)),
        found.every(({ job, arms, matching }) =>
          atLeast(arms.balance, matching, job.chances === "equal" ? 0.576 : 0.572),
        ),
      ),
      holds(
        "Balance, share of the adaptive optimum as advertisers become more, p = 1/20",
        "falls",
        falling.map((x) => x.toFixed(3)).join(", "),
        falling.every((x, k) => k === 0 || x < falling[k - 1]),
      ),
      holds(
        "Balance above greedy by the largest index, of the optimum, 12 advertisers, p = 1/20",
        "≥ 0.1",
        `${behind.toFixed(3)} (greedy ${(twelve.greedy / twelve.optimum).toFixed(3)})`,
        behind >= 0.1,
      ),
      holds(
        "greedy by the largest index, share of the matching program, 12 advertisers, p = 1/20",
        "< 0.54",
        greedyShare.toFixed(3),
        greedyShare < 0.54,
      ),
    ],
    controls: [
      {
        name: "greedy by the largest index in Balance's place: ≥ 0.576 of the matching program everywhere",
        failed: found.some(({ job, greedy, matching }) => job.chances === "equal" && greedy / matching < 0.576),
        measured: each(({ greedy, matching }) => (greedy / matching).toFixed(3)),
      },
    ],
  };
}
