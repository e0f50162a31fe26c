// What needs no claim of the paper's: one advertiser, on whom all rules agree; programs against each other on small problems; and what
// vanishing probabilities come to, where an advertiser is taken when its load passes a threshold. Controls break Balance in two ways.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { adaptiveOptimum, valueByOutcomes } from "../../mechanisms/matching/exact-values.ts";
import { drawnImpressions, type Impressions, triangle } from "../../mechanisms/matching/impressions.ts";
import {
  CERTAIN,
  configurationBound,
  type ListValue,
  matchingBound,
  STOCHASTIC,
  stochasticBound,
} from "../../mechanisms/matching/linear-bounds.ts";
import { balance, ruleOf } from "../../mechanisms/matching/rules.ts";
import { atMost, near, nearly } from "../../study/bound.ts";
import { beside, control, equation, identity, is, never } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { configurationByColumns } from "./column-generation.ts";
import { ARMS, meanOfRuns, simulate } from "./serve.ts";

type Fault = "load counts successes" | "the taken are free";

/** Mean successes of runs in the fluid form (thresholds of load), or by coins. */
function faultyMean(
  { advertisers, count, starts, neighbours, chances }: Impressions,
  fault: Fault,
  rng: "coins" | "fluid",
  runs: number,
  random: Random,
): number {
  let sum = 0;
  for (let run = 0; run < runs; run++) {
    const taken = new Set<number>();
    const loads = new Float64Array(advertisers);
    const thresholds = loads.map(() => -Math.log1p(-random.uniform()));
    for (let t = 0; t < count; t++) {
      let best = -1;
      for (let e = starts[t]; e < starts[t + 1]; e++) {
        if (fault !== "the taken are free" && taken.has(neighbours[e])) continue;
        if (best < 0 || loads[neighbours[e]] < loads[neighbours[best]]) best = e;
      }
      if (best < 0) continue;
      const u = neighbours[best];
      if (fault !== "load counts successes") loads[u] += chances[best];
      const success = rng === "coins" ? random.uniform() < chances[best] : loads[u] > thresholds[u];
      if (!success) continue;
      sum += 1;
      taken.add(u);
      if (fault === "load counts successes") loads[u] += chances[best];
    }
  }
  return sum / runs;
}

const COUNTS = [1, 4, 10];
const CHANCES = [0.05, 0.1, 0.25, 0.7];
/** Rules that draw nothing for a run have a value by outcomes. */
const FIXED = ARMS.filter((arm) => arm !== "ranking");

export function loneEquations(solver: LinearPrograms, firstSeed: number): StudyResult {
  let [apart, linear, certain] = [0, 0, 0];
  for (const k of COUNTS) {
    for (const p of CHANCES) {
      const problem = triangle(1, k, p);
      const closed = 1 - (1 - p) ** k;
      const values = [adaptiveOptimum(problem), ...FIXED.map((arm) => valueByOutcomes(problem, ruleOf(arm, 1)))];
      for (const value of values) apart = Math.max(apart, Math.abs(value - closed));
      for (const bound of [configurationBound(solver, problem, STOCHASTIC), stochasticBound(solver, problem)])
        linear = Math.max(linear, Math.abs(bound - closed));
      for (const bound of [configurationBound(solver, problem, CERTAIN), matchingBound(solver, problem)])
        certain = Math.max(certain, Math.abs(bound - Math.min(1, k * p)));
    }
  }
  const ten = triangle(1, 10, 0.1);
  const fine = triangle(1, 1000, 0.001);
  const again = faultyMean(ten, "the taken are free", "coins", 20_000, Random.of(firstSeed, "again"));
  const cases = COUNTS.length * CHANCES.length;
  return {
    claims: [
      equation(
        "one advertiser, 10 impressions of p = 0.1: optimum",
        is(adaptiveOptimum(ten), nearly(0.6513215599, 1e-9)),
      ),
      identity(`one advertiser, ${cases} cases: optimum and ${FIXED.length} rules against 1 − (1 − p)^k`, apart, 1e-12),
      identity("one advertiser: stochastic programs, with lists and without, against 1 − (1 − p)^k", linear, 1e-7),
      identity("one advertiser: matching and configuration programs against min(1, kp)", certain, 1e-7),
      equation(
        "p = 0.001, kp = 1: optimum over the matching program, 1 − 1/e in the limit",
        is(adaptiveOptimum(fine) / matchingBound(solver, fine), nearly(1 - 1 / Math.E, 5e-4)),
      ),
    ],
    controls: [
      control("Balance that offers more to those already taken: mean successes", is(again, near(0.6513, 0.02))),
    ],
  };
}

/** The stochastic value without its idea: a list uses all its impressions, also those that it no longer wants. */
const ALWAYS_USED: ListValue = { value: STOCHASTIC.value, use: () => 1 };

export function orderEquations(solver: LinearPrograms, firstSeed: number, count: number): StudyResult {
  let [above, over, unordered, exceeded, instances] = [0, 0, 0, 0, 0];
  let [least, generated] = [1, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = Random.of(seed, "bounds");
    const [advertisers, impressions] = [1 + random.integer(3), 1 + random.integer(6)];
    const problem = drawnImpressions(advertisers, impressions, 0.7, [0.1, 0.9], random);
    if (problem.chances.length === 0) continue;
    instances += 1;
    const optimum = adaptiveOptimum(problem);
    const stochastic = configurationBound(solver, problem, STOCHASTIC);
    const certain = configurationBound(solver, problem, CERTAIN);
    if (optimum > stochastic + 1e-7) above += 1;
    if (certain > matchingBound(solver, problem) + 1e-7) over += 1;
    generated = Math.max(generated, Math.abs(certain - configurationByColumns(solver, problem).value));
    if (stochastic > certain + 1e-7) unordered += 1;
    if (optimum > configurationBound(solver, problem, ALWAYS_USED) + 1e-7) exceeded += 1;
    least = Math.min(least, optimum / stochastic);
  }
  return {
    claims: [
      equation(`optimum above the stochastic configuration program by 1e-7, ${instances} problems`, [
        never(above),
        beside("smallest ratio", least),
        beside("cases of that program above the older configuration program, of which no order is claimed", unordered),
      ]),
      equation("configuration program above the matching program by 1e-7", never(over)),
      identity("the configuration program by all lists and by generated ones", generated, 1e-6),
    ],
    controls: [
      control(
        `the program in which a list uses impressions that it no longer wants bounds the optimum too, ${instances} problems`,
        never(exceeded, "exceeded"),
      ),
    ],
  };
}

const SIZES = [1, 4, 8];
const COPIES = 100;

export function fluidEquations(firstSeed: number, runs: number): StudyResult {
  const rows = SIZES.map((advertisers) => {
    const problem = triangle(advertisers, COPIES, 1 / COPIES);
    const random = Random.of(firstSeed, "fluid", advertisers);
    const [coins, fluid] = (["coins", "fluid"] as const).map((decision) =>
      meanOfRuns(simulate(problem, balance, decision, random.stream(decision), runs)),
    );
    const error = Math.hypot(coins.error, fluid.error);
    const fault = faultyMean(problem, "load counts successes", "fluid", 200, random.stream("faulty"));
    return { advertisers, coins, fluid, error, fault };
  });
  const agreeing = (thresholds: number, { coins, error }: (typeof rows)[number]) => [
    is(Math.abs(coins.value - thresholds) / error, atMost(3), "standard errors apart"),
    beside("thresholds", thresholds),
    beside("coins", coins.value),
  ];
  return {
    claims: [
      equation(
        `Balance by thresholds of load against coins of p = 1/${COPIES}, ${SIZES.join(", ")} advertisers, ${runs} runs each`,
        rows.flatMap((row) => [...agreeing(row.fluid.value, row), beside("error", row.error)]),
      ),
    ],
    controls: [
      control(
        "loads that count successes only: thresholds and coins agree for one size",
        rows.flatMap((row) => agreeing(row.fault, row)),
        { needs: "any" },
      ),
    ],
  };
}
