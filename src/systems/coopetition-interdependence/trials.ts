// TR-1's validation many times over: the case with its parameters shaken, and cases drawn blindly, which show how many
// of the rubric's points come for nothing.
// Source: Pant & Yu, arXiv 2510.18802 (TR-1), validation suite of vikpant/strategic-coopetition.

import type { Random } from "../../core/random.ts";
import { type PairedEffect, pairedEffect } from "../../evaluation/statistics/paired.ts";
import { scoreRubric } from "../../evaluation/statistics/rubric.ts";
import { mt19937 } from "../../math/mt19937.ts";
import { type CaseRelation, caseOf, type Specification } from "./cases.ts";
import { historicallyAligned, interdependenceRubric, outcomeOf } from "./rubric.ts";

/** Points of both specifications, trial by trial on the same parameters. */
export interface Trials {
  readonly power: Float64Array;
  readonly logarithmic: Float64Array;
  /** Trials in which cooperation rose by what the venture's history suggests. */
  readonly aligned: Readonly<Record<Specification, number>>;
  /** Logarithmic minus power, d over the population deviation as TR-1 takes it. */
  readonly effect: PairedEffect;
  /** Trials in which the logarithmic specification had more points. */
  readonly logarithmicWins: number;
  /** Trials in which both had the same. */
  readonly ties: number;
}

/**
 * Shakes every parameter: z_k = 1 + U(−spread, spread) for k = 0 … 3, then e·z_0, α·(z_1, z_2) made to add up to 1
 * again, and D_01·z_2, D_10·z_3 clipped to [0, 1]. Draws are NumPy's legacy stream of `seed`, as in the release.
 */
export function shakenTrials(relation: CaseRelation, spread: number, trials: number, seed: number): Trials {
  const stream = mt19937(seed);
  const factor = () => 1 + stream.uniform(-spread, spread);
  return runTrials(trials, () => {
    const [z0, z1, z2, z3] = [factor(), factor(), factor(), factor()];
    const first = relation.share[0] * z1;
    const second = relation.share[1] * z2;
    return {
      endowment: [relation.endowment[0] * z0, relation.endowment[1] * z0],
      share: [first / (first + second), second / (first + second)],
      firstOnSecond: Math.min(1, Math.max(0, relation.firstOnSecond * z2)),
      secondOnFirst: Math.min(1, Math.max(0, relation.secondOnFirst * z3)),
    };
  });
}

/** Cases about which nothing is known: D uniform in [0, 1]², α_0 uniform in [0.3, 0.7]. */
export function blindTrials(trials: number, random: Random): Trials {
  return runTrials(trials, () => {
    const firstShare = random.uniform(0.3, 0.7);
    return {
      endowment: [100, 100],
      share: [firstShare, 1 - firstShare],
      firstOnSecond: random.uniform(),
      secondOnFirst: random.uniform(),
    };
  });
}

function runTrials(trials: number, draw: () => CaseRelation): Trials {
  const power = new Float64Array(trials);
  const logarithmic = new Float64Array(trials);
  const aligned = { power: 0, logarithmic: 0 };
  let logarithmicWins = 0;
  let ties = 0;
  for (let k = 0; k < trials; k++) {
    const relation = draw();
    power[k] = points(relation, "power");
    logarithmic[k] = points(relation, "logarithmic");
    if (logarithmic[k] > power[k]) logarithmicWins++;
    if (logarithmic[k] === power[k]) ties++;
  }
  return { power, logarithmic, aligned, effect: pairedEffect(power, logarithmic, 0), logarithmicWins, ties };

  function points(relation: CaseRelation, name: Specification): number {
    const outcome = outcomeOf(caseOf(relation, name));
    if (historicallyAligned(outcome)) aligned[name]++;
    return scoreRubric(interdependenceRubric, outcome).points;
  }
}
