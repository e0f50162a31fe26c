// What needs no statistics: one advertiser, on whom all rules agree.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { adaptiveOptimum, valueByOutcomes } from "../../mechanisms/matching/exact-values.ts";
import { triangle } from "../../mechanisms/matching/impressions.ts";
import {
  CERTAIN,
  configurationBound,
  matchingBound,
  STOCHASTIC,
  stochasticBound,
} from "../../mechanisms/matching/linear-bounds.ts";
import { ruleOf } from "../../mechanisms/matching/rules.ts";
import { near, nearly } from "../../study/bound.ts";
import { control, equation, identity, is } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { faultyMean } from "./faulty.ts";
import { ARMS } from "./simulate.ts";

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
      identity(
        "the same: stochastic configuration program, with lists and without, against 1 − (1 − p)^k",
        linear,
        1e-7,
      ),
      identity("the same: matching and configuration programs against min(1, kp)", certain, 1e-7),
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
