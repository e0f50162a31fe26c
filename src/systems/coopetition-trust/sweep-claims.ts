// What TR-2's sweep has to show under each rule of growth. The report's figures come from the product rule; the released code of
// today holds the gap rule, under which trust recovers far more slowly.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), and a re-run of the released suite under both rules.

import {
  TRUST_DEFAULTS,
  type TrustLaw,
  type TrustRule,
  trustLaw,
  updatePair,
} from "../../environments/coopetition/trust.ts";
import { deviation, mean, median } from "../../evaluation/statistics/moments.ts";
import { near, nearly } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";
import { measureTrust, sweepTrust, type TrustMeasures } from "./sweep.ts";

const STATISTICS = ["median", "mean", "deviation", "smallest", "largest"];

/** Known statistics of a measure over the grid, as many of them as there are. */
type Known = readonly (readonly [measure: keyof TrustMeasures, statistics: readonly (number | null)[]])[];

/** Measures on which the rule of growth has no influence. */
const EITHER_RULE: Known = [
  ["cumulative", [1.9734, 1.9927, 0.3099, 1.5099, 2.4986]],
  ["dependency", [1.2727, 1.2709]],
  ["negativity", [3, 3.473, 1.9288]],
  ["buildingRate", [0.0319]],
];

const PRODUCT: Known = [
  ["hysteresis10", [0.8369, 0.8265]],
  ["hysteresis35", [1.1116, 1.0894, 0.0698, 0.7881, 1.1707]],
  ["hysteresis100", [1.1762, 1.1734]],
  ["timeToHalf", [8, 9.1658]],
  ...EITHER_RULE,
];

const GAP: Known = [
  ["hysteresis10", [0.6429, 0.6535]],
  ["hysteresis35", [0.8341, 0.829, 0.1116, 0.4951, 1.0317]],
  ["hysteresis100", [1.1267, 1.0755]],
  ["timeToHalf", [29, 35.7018]],
  ...EITHER_RULE,
];

/** With the two digits that the report prints. */
const PRINTED: Known = [
  ["negativity", [3, 3.47, 1.93]],
  ["hysteresis35", [1.11, 1.09, 0.07, 0.79, 1.17]],
  ["cumulative", [1.97, 1.99, 0.31]],
  ["dependency", [null, 1.27]],
];

/** Every known statistic of the sweep under one rule. */
export function sweepEquations(growth: TrustRule["growth"]): Claim[] {
  const sweep = sweepTrust(growth);
  const over = (source: string, known: Known, tolerance: number) =>
    known.map(([measure, statistics]) =>
      equation(
        `${source}: ${measure} over the grid`,
        matching(STATISTICS, statisticsOf(sweep.map((measures) => measures[measure])), statistics, tolerance),
      ),
    );
  if (growth === "gap") return over("released code (gap rule)", GAP, 5e-4);
  return [...over("paper (product rule)", PRODUCT, 5e-4), ...over("paper, as printed", PRINTED, 5e-3)];
}

function statisticsOf(values: readonly number[]): number[] {
  return [median(values), mean(values), deviation(values, 0), Math.min(...values), Math.max(...values)];
}

/** Without the idea, equal rates and no memory let trust come back in full, to 1/0.85 of where it was. */
export function asymmetryEquations(): Claim[] {
  const even = { ...TRUST_DEFAULTS, erosion: TRUST_DEFAULTS.building, damage: 0 };
  return (["product", "gap"] as const).flatMap((growth) => {
    const { hysteresis100 } = measureTrust(even, growth);
    const fromMiddle = (parameters: typeof TRUST_DEFAULTS, ratio: number) =>
      is(lossOverGain(trustLaw(parameters, { growth })), nearly(ratio, 1e-12), "loss over gain from the middle");
    return [
      equation(`idea off (λ− = λ+, μ_R = 0), ${growth} rule: trust comes back in full`, [
        is(hysteresis100, near(1 / 0.85, 5e-4), "hysteresis after 100 steps"),
        fromMiddle(even, 1),
      ]),
      equation(`defaults, ${growth} rule: a loss is three times a gain`, fromMiddle(TRUST_DEFAULTS, 3)),
    ];
  });
}

/** What a full violation costs over what full cooperation brings, from trust 1/2 without dependence: λ−/λ+. */
function lossOverGain(law: TrustLaw): number {
  const after = (signal: number) => {
    const pair = { trust: 0.5, damage: 0 };
    updatePair(pair, signal, 0, law);
    return pair.trust;
  };
  return (0.5 - after(-1)) / (after(1) - 0.5);
}
