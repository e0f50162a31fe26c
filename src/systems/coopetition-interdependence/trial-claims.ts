// What the shaken and the blind trials of TR-1's case have to show, source by source. Blind cases score nearly as well as the case
// itself: the points tell a plausible solution from a broken one, hardly a right case from a wrong one.
// Sources: Pant & Yu, arXiv 2510.18802 (TR-1), abstract and released suite; an independent re-run of that suite's draws.

import { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { above, below, near, nearly } from "../../study/bound.ts";
import { type Claim, claim, equation, is } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";
import { slcd, slcdSwapped } from "./cases.ts";
import { blindTrials, shakenTrials, type Trials } from "./trials.ts";

/** Trials of each shaken run, and the seed of the release. */
const TRIALS = 500;
const SEED = 42;

/** Figures of the Monte Carlo runs are given to six digits. */
const sixDigits = (known: number) => nearly(known, 1e-5);

/** The released matrix, shaken much and little. */
export function releasedEquations(): Claim[] {
  const { power, logarithmic, effect, logarithmicWins, aligned } = shakenTrials(slcd, 0.15, TRIALS, SEED);
  const narrow = shakenTrials(slcd, 0.05, TRIALS, SEED).effect;
  return [
    equation(
      "released code, ±15%: points",
      matching(
        ["power, mean", "power, deviation", "logarithmic, mean", "logarithmic, deviation"],
        [mean(power), deviation(power, 0), mean(logarithmic), deviation(logarithmic, 0)],
        [45.408, 1.46476, 56.728, 1.99149],
        sixDigits,
      ),
    ),
    equation("released code, ±15%: logarithmic minus power points", differing(effect, 11.32, 7.0728)),
    equation(
      `released code, ±15%: trials (of ${TRIALS})`,
      matching(
        ["that the logarithmic form wins", "aligned with history, power", "aligned with history, logarithmic"],
        [logarithmicWins, aligned.power, aligned.logarithmic],
        [TRIALS, 0, TRIALS],
        0,
      ),
    ),
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

/** The authors' own null: their documentation gives it over 20,000 draws, so both samples' errors count, four of them. */
export function blindEquations(draws: number): Claim[] {
  const blind = blindTrials(draws, Random.of(0, "coopetition-interdependence", "blind"));
  const fourErrors = (spread: number) => 4 * spread * Math.sqrt(1 / draws + 1 / 20_000);
  const points = (["power", "logarithmic"] as const).map((name, k) =>
    is(mean(blind[name]), near([45.8, 54.2][k], fourErrors(deviation(blind[name])) + 0.05), name),
  );
  return [
    equation(`released code: mean points of ${draws} blind cases`, points),
    // Over 150,000 draws the logarithmic form has more points in 96.2% and at least as many in 96.7%: the published 96.8%
    // lies within its error of the second only, so ties are counted.
    equation(
      `released code: share of ${draws} blind cases in which the logarithmic form has at least as many points`,
      is((blind.logarithmicWins + blind.ties) / draws, near(0.968, fourErrors(Math.sqrt(0.968 * 0.032)) + 0.0005)),
    ),
  ];
}
