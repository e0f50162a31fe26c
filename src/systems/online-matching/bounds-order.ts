// Benchmarks against each other on drawn problems, which are small enough to have all their lists gone through.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { adaptiveOptimum } from "../../mechanisms/matching/exact-values.ts";
import { drawnImpressions } from "../../mechanisms/matching/impressions.ts";
import {
  CERTAIN,
  configurationBound,
  type ListValue,
  matchingBound,
  STOCHASTIC,
} from "../../mechanisms/matching/linear-bounds.ts";
import { beside, control, equation, identity, never } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { configurationByColumns } from "./column-generation.ts";

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
