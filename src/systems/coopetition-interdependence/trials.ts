// TR-1's validation many times over: the case with its parameters shaken, and cases drawn blindly, which score nearly as well: the
// points tell a plausible solution from a broken one, hardly a right case from a wrong one.
// Sources: Pant & Yu, arXiv 2510.18802 (TR-1), abstract and released suite; an independent re-run of that suite's draws.

import { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { scoreRubric } from "../../evaluation/statistics/rubric.ts";
import { mt19937 } from "../../math/mt19937.ts";
import { above, atLeast, below, equalTo, near, nearly, worded } from "../../study/bound.ts";
import { type Claim, claim, control, equation, is } from "../../study/claim.ts";
import { percent, share } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { type CaseRelation, relation, type Specification, slcd, slcdSwapped, specificationNames } from "./cases.ts";
import { historicallyAligned, interdependenceRubric, outcomeOf, scoreCase } from "./rubric.ts";

/** Trials of each shaken run, and the seed of the release. */
const [TRIALS, SEED] = [500, 42];

/** Figures of the Monte Carlo runs are given to six digits. */
const sixDigits = (known: number) => nearly(known, 1e-5);

type Trials = ReturnType<typeof runTrials>;

/**
 * Shakes every parameter: z_k = 1 + U(−spread, spread) for k = 0 … 3, then e·z_0, α·(z_1, z_2) made to add up to 1
 * again, and D_01·z_2, D_10·z_3 clipped to [0, 1]. Draws are NumPy's legacy stream of `seed`, as in the release.
 */
export function shakenTrials(shaken: CaseRelation, spread: number, trials: number, seed: number): Trials {
  const stream = mt19937(seed);
  const factor = () => 1 + stream.uniform(-spread, spread);
  return runTrials(trials, () => {
    const [z0, z1, z2, z3] = [factor(), factor(), factor(), factor()];
    const [first, second] = [shaken.share[0] * z1, shaken.share[1] * z2];
    return {
      endowment: [shaken.endowment[0] * z0, shaken.endowment[1] * z0],
      share: [first / (first + second), second / (first + second)],
      firstOnSecond: Math.min(1, Math.max(0, shaken.firstOnSecond * z2)),
      secondOnFirst: Math.min(1, Math.max(0, shaken.secondOnFirst * z3)),
    };
  });
}

/** Cases about which nothing is known: D uniform in [0, 1]², α_0 uniform in [0.3, 0.7]. */
export function blindTrials(trials: number, random: Random): Trials {
  return runTrials(trials, () => {
    const firstShare = random.uniform(0.3, 0.7);
    return relation([firstShare, 1 - firstShare], random.uniform(), random.uniform());
  });
}

/** Points of both specifications, trial by trial on the same parameters. */
function runTrials(trials: number, draw: () => CaseRelation) {
  const power = new Float64Array(trials);
  const logarithmic = new Float64Array(trials);
  const aligned = { power: 0, logarithmic: 0 };
  let logarithmicWins = 0;
  let ties = 0;
  for (let k = 0; k < trials; k++) {
    const drawn = draw();
    power[k] = points(drawn, "power");
    logarithmic[k] = points(drawn, "logarithmic");
    if (logarithmic[k] > power[k]) logarithmicWins++;
    if (logarithmic[k] === power[k]) ties++;
  }
  return {
    power,
    logarithmic,
    /** Trials in which cooperation rose by what the venture's history suggests. */
    aligned,
    /** Logarithmic minus power, d over the population deviation as TR-1 takes it. */
    effect: pairedEffect(power, logarithmic, { lost: 0 }),
    /** Trials in which the logarithmic specification had more points, and in which both had the same. */
    logarithmicWins,
    ties,
  };

  function points(drawn: CaseRelation, name: Specification): number {
    const outcome = outcomeOf(drawn, name);
    if (historicallyAligned(outcome)) aligned[name]++;
    return scoreRubric(interdependenceRubric, outcome).points;
  }
}

/** The released matrix, shaken much and little. */
export function releasedEquations(): Claim[] {
  const { power, logarithmic, effect, logarithmicWins, aligned } = shakenTrials(slcd, 0.15, TRIALS, SEED);
  const narrow = shakenTrials(slcd, 0.05, TRIALS, SEED).effect;
  const moments = (points: Float64Array, name: string, known: readonly number[]) =>
    matching([`${name}, mean`, `${name}, deviation`], [mean(points), deviation(points, 0)], known, sixDigits);
  return [
    equation("released code, ±15%: points", [
      ...moments(power, "power", [45.408, 1.46476]),
      ...moments(logarithmic, "logarithmic", [56.728, 1.99149]),
    ]),
    equation("released code, ±15%: logarithmic minus power points", differing(effect, 11.32, 7.0728)),
    equation(`released code, ±15%: trials (of ${TRIALS})`, [
      is(logarithmicWins, equalTo(TRIALS), "that the logarithmic form wins"),
      is(aligned.power, equalTo(0), "aligned with history, power"),
      is(aligned.logarithmic, equalTo(TRIALS), "aligned with history, logarithmic"),
    ]),
    equation("released code, ±5%: logarithmic minus power points", [
      ...differing(narrow, 11.904, 19.44475),
      is(narrow.t, sixDigits(434.36), "paired t"),
    ]),
  ];
}

/** The matrix from which the report's figures come out, shaken. */
export function paperClaims(): Claim[] {
  const { effect } = shakenTrials(slcdSwapped, 0.15, TRIALS, SEED);
  return [
    claim("paper (swapped dependence), ±15%: the logarithmic form has more points", [
      is(effect.effectSize, above(9), "Cohen's d"),
      is(effect.p, below(0.001), "p"),
    ]),
    equation("paper (swapped dependence), ±15%: logarithmic minus power points", differing(effect, 12.14, 9.83262)),
  ];
}

function differing(effect: Trials["effect"], difference: number, effectSize: number) {
  return [
    is(effect.mean, sixDigits(difference)),
    is(effect.effectSize, sixDigits(effectSize), "Cohen's d over the population deviation"),
  ];
}

/** The authors' own null: their documentation gives it over as many draws, so both samples' errors count, four of them. */
export function blindCases(seed: number, draws = 20_000): StudyResult {
  const blind = blindTrials(draws, Random.of(seed, "coopetition-interdependence", "blind"));
  const fourErrors = (spread: number) => 4 * spread * Math.sqrt(2 / draws);
  const points = specificationNames.map((name, k) =>
    is(mean(blind[name]), near([45.8, 54.2][k], fourErrors(deviation(blind[name])) + 0.05), name),
  );
  const wins = blind.logarithmicWins;
  const often = (what: string, cases: number, least: number) =>
    control(what, is(percent(share(cases, draws)), worded(atLeast(least), `≥ ${100 * least} %`)));
  return {
    claims: [
      equation(`released code: mean points of ${draws} blind cases`, points),
      // Over 150,000 draws the logarithmic form has more points in 96.2% and at least as many in 96.7%: the published 96.8%
      // lies within its error of the second only, so ties are counted.
      equation(
        "released code: share of blind cases in which the logarithmic form has at least as many points",
        is((wins + blind.ties) / draws, near(0.968, fourErrors(Math.sqrt(0.968 * 0.032)) + 0.0005)),
      ),
    ],
    controls: [
      ...specificationNames.map((name) => {
        const known = scoreCase(slcd, name).points;
        const reached = blind[name].filter((one) => one >= known).length;
        return often(`blind cases, ${name}: one in twenty has the ${known} points of S-LCD`, reached, 0.05);
      }),
      often("blind cases: the logarithmic form has more points in 95 % of them", wins, 0.95),
    ],
  };
}
