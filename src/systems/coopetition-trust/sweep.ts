// TR-2's validation sweep: one scalar pair under set signals, once for every combination of parameters and under each rule of growth.
// The report's figures come from the product rule; the released code of today holds the gap rule, under which trust recovers far
// more slowly.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), validation suite of vikpant/strategic-coopetition, re-run under both rules.

import {
  TRUST_DEFAULTS,
  type TrustLaw,
  type TrustPair,
  type TrustParameters,
  type TrustRule,
  trustLaw,
  updatePair,
} from "../../environments/coopetition/trust.ts";
import { deviation, mean, median } from "../../evaluation/statistics/moments.ts";
import { near, nearly } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";
import { sweep } from "../../study/sweep.ts";

const DEPENDENCE = 0.5;
const COOPERATION = Math.tanh(2);
const LONGEST_RECOVERY = 100;

/**
 * 3,125 combinations. The report's 78,125 also move κ and a reciprocity weight, five values each. Signals are set
 * directly here, so κ plays no role, and the weight enters no formula: every combination would only stand 25 times over
 * (5 times in the 15,625 of a sweep without the weight), which moves no median, mean, population deviation or extreme.
 */
export const trustGrid = {
  building: [0.05, 0.08, 0.1, 0.12, 0.15],
  erosion: [0.15, 0.23, 0.3, 0.38, 0.45],
  damage: [0.5, 0.55, 0.6, 0.65, 0.7],
  decay: [0.01, 0.02, 0.03, 0.04, 0.05],
  amplification: [0.3, 0.4, 0.5, 0.6, 0.7],
} as const;

/** Trust after so many steps of the same signal, from a start without damage. */
export function trustAfter(trust: number, signal: number, dependence: number, law: TrustLaw, steps = 1): number {
  const pair = { trust, damage: 0 };
  for (let k = 0; k < steps; k++) updatePair(pair, signal, dependence, law);
  return pair.trust;
}

export type TrustMeasures = ReturnType<typeof measureTrust>;

/** Measures one combination of parameters. */
export function measureTrust(parameters: TrustParameters, growth: TrustRule["growth"]) {
  const law = trustLaw(parameters, { growth });
  const eroded = (signal: number, steps = 1, dependence = DEPENDENCE) =>
    0.8 - trustAfter(0.8, signal, dependence, law, steps);

  const before = 0.85;
  const recovering = { trust: before, damage: 0 };
  updatePair(recovering, -Math.tanh(3), DEPENDENCE, law);
  const highest = [recovering.trust];
  let after10 = 0;
  for (let step = 1; step <= LONGEST_RECOVERY; step++) {
    updatePair(recovering, COOPERATION, DEPENDENCE, law);
    highest.push(Math.max(highest[step - 1], recovering.trust));
    if (step === 10) after10 = recovering.trust;
  }
  return {
    /** Trust regained in 10 steps after one full violation (its end) and in 35 and 100 (its highest), over trust before. */
    hysteresis10: after10 / before,
    hysteresis35: highest[35] / before,
    hysteresis100: highest[100] / before,
    /** Steps until half of what one full violation cost is back; 100 where that takes longer. */
    timeToHalf: timeToHalf(law),
    /** Cost of four small violations over that of one large one, tanh(1) four times and tanh(4) once. */
    cumulative: eroded(-Math.tanh(1), 4) / eroded(-Math.tanh(4)),
    /** Erosion by one violation at dependence 0.8 over that at 0.2. */
    dependency: eroded(-Math.tanh(2), 1, 0.8) / eroded(-Math.tanh(2), 1, 0.2),
    /** λ−/λ+. */
    negativity: parameters.erosion / parameters.building,
    /** Trust gained per step over ten cooperative steps from 0.5. */
    buildingRate: (trustAfter(0.5, COOPERATION, DEPENDENCE, law, 10) - 0.5) / 10,
  };
}

function timeToHalf(law: TrustLaw): number {
  const pair: TrustPair = { trust: 0.8, damage: 0 };
  updatePair(pair, -Math.tanh(3), DEPENDENCE, law);
  const half = (0.8 + pair.trust) / 2;
  for (let step = 1; step <= LONGEST_RECOVERY; step++) {
    updatePair(pair, COOPERATION, DEPENDENCE, law);
    if (pair.trust >= half) return step;
  }
  return LONGEST_RECOVERY;
}

/** Measures the whole grid under one rule of growth. */
export function sweepTrust(growth: TrustRule["growth"]): readonly TrustMeasures[] {
  const measured: TrustMeasures[] = [];
  sweep(trustGrid, (point) => measured.push(measureTrust({ ...TRUST_DEFAULTS, ...point }, growth)));
  return measured;
}

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
  return (0.5 - trustAfter(0.5, -1, 0, law)) / (trustAfter(0.5, 1, 0, law) - 0.5);
}
