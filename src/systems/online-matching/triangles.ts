// The triangle: an advertiser that is offered many impressions early has few chances later, and a rule cannot know which ones are
// those. What rules earn of the best adaptive policy, and of programs that no policy reaches.

import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { adaptiveOptimum, valueWithoutLoads } from "../../mechanisms/matching/exact-values.ts";
import { type Impressions, ofTypes, spreadChances, triangleChances } from "../../mechanisms/matching/impressions.ts";
import { matchingBound, stochasticBound } from "../../mechanisms/matching/linear-bounds.ts";
import { greedyByIndex, ruleOf } from "../../mechanisms/matching/rules.ts";
import { atLeast, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { type Figure, ratioOf } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARMS, meanOfRuns, shareOf, simulate } from "./serve.ts";

interface TriangleJob {
  readonly seed: number;
  readonly advertisers: number;
  /** Of each type; chances are 1/copies, or uniform within 60 % of that for each advertiser and type. */
  readonly copies: number;
  readonly chances: "equal" | "drawn";
  readonly runs: number;
}

type TriangleFound = Awaited<ReturnType<typeof matchTriangle>>;

function problemOf({ seed, advertisers, copies, chances }: TriangleJob): Impressions {
  const equal = triangleChances(advertisers, 1 / copies);
  const drawn = () => spreadChances(equal, 0.6, Random.of(seed, "chances"));
  return ofTypes(advertisers, chances === "equal" ? equal : drawn(), copies);
}

/** Successes by each rule, and what could have been had. */
export async function matchTriangle(job: TriangleJob) {
  const solver = await linearPrograms();
  const problem = problemOf(job);
  const random = Random.of(job.seed, "triangle", job.advertisers, job.copies, job.chances);
  const successes = Object.fromEntries(
    ARMS.map((arm) => [arm, simulate(problem, ruleOf(arm, job.advertisers), "thresholds", random, job.runs)]),
  );
  return {
    job,
    arms: Object.fromEntries(ARMS.map((arm) => [arm, meanOfRuns(successes[arm])])),
    /** The best policy in the order of impressions; programs above it. */
    optimum: adaptiveOptimum(problem),
    stochastic: stochasticBound(solver, problem),
    matching: matchingBound(solver, problem),
    /** Greedy by index, exactly: no chance is in it. */
    greedy: valueWithoutLoads(problem, greedyByIndex("largest")),
    /** Random neighbour over Balance, on shared thresholds. */
    random: ratioOf(successes["random-neighbour"], successes.balance),
  };
}

export const matchingTriangles = studyJob(import.meta.url, matchTriangle);

/** The family at p = 1/20 and 14 advertisers at p = 1/10; the same at p/2; and chances that are not equal. */
export function triangleJobs(seed: number, runs: number): TriangleJob[] {
  const sizes = [1, 2, 4, 8, 12];
  const equal = (advertisers: number, copies: number) => ({ advertisers, copies, chances: "equal" as const });
  const drawn = [8, 12].map((advertisers) => ({ advertisers, copies: 20, chances: "drawn" as const }));
  const triangles = [...sizes.map((n) => equal(n, 20)), equal(14, 10), ...sizes.map((n) => equal(n, 40)), ...drawn];
  return triangles.map((triangle) => ({ seed, ...triangle, runs }));
}

const named = ({ job }: TriangleFound) =>
  `${job.advertisers} (p ${job.chances === "equal" ? "=" : "about"} 1/${job.copies})`;

/** What Balance's share of the adaptive optimum is more than in another problem. */
function beyond(one: TriangleFound, other: TriangleFound): Figure {
  const [to, from] = [one, other].map(({ arms: { balance }, optimum }) =>
    [balance.value, balance.error].map((x) => x / optimum),
  );
  return shareOf({ value: to[0] - from[0], error: Math.hypot(to[1], from[1]) });
}

export function triangleClaims(found: readonly TriangleFound[]): StudyResult {
  const equal = found.filter(({ job }) => job.chances === "equal");
  const family = equal.filter(({ job }) => job.copies === 20);
  const twelve = family[family.length - 1];
  const { balance } = twelve.arms;
  return {
    claims: [
      claim(
        "Balance, share of the adaptive optimum, by advertisers, within three standard errors",
        found.flatMap((one) => [
          is(shareOf(one.arms.balance, one.optimum), atLeast(0.611), named(one)),
          beside("of the stochastic program", one.arms.balance.value / one.stochastic),
        ]),
      ),
      claim(
        "Balance, share of the matching program, 0.572 where chances are not equal",
        found.map((one) =>
          is(shareOf(one.arms.balance, one.matching), atLeast(one.job.chances === "equal" ? 0.576 : 0.572), named(one)),
        ),
      ),
      claim(
        "Balance, share of the adaptive optimum, falls with each step to more advertisers, p = 1/20",
        family.slice(1).map((one, k) => is(beyond(one, family[k]), below(0), `to ${one.job.advertisers}:`)),
      ),
      claim("Balance above greedy by the largest index, of the optimum, 12 advertisers, p = 1/20", [
        is(shareOf({ ...balance, value: balance.value - twelve.greedy }, twelve.optimum), atLeast(0.1)),
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
        found.map((one) => [
          named(one),
          {
            ...Object.fromEntries(ARMS.map((arm) => [arm, shareOf(one.arms[arm], one.optimum)])),
            "random neighbour over Balance": one.random,
            "stochastic program over the optimum": one.stochastic / one.optimum,
            "matching program over the optimum": one.matching / one.optimum,
            "greedy over the matching program": one.greedy / one.matching,
          },
        ]),
      ),
    ],
  };
}
