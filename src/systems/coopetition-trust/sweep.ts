// TR-2's validation sweep: one scalar pair under set signals, once for every combination of parameters.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), validation suite of vikpant/strategic-coopetition.

import {
  TRUST_DEFAULTS,
  type TrustPair,
  type TrustParameters,
  type TrustRule,
  trustLaw,
  updatePair,
} from "../../environments/coopetition/trust.ts";
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

/** What is measured at every combination. */
export interface TrustMeasures {
  /**
   * Trust regained in 10 steps after one full violation (its end) and in 35 and 100 (its highest), over trust before.
   */
  readonly hysteresis10: number;
  readonly hysteresis35: number;
  readonly hysteresis100: number;
  /** Steps until half of what one full violation cost is back; 100 where that takes longer. */
  readonly timeToHalf: number;
  /** Cost of four small violations over that of one large one, tanh(1) four times and tanh(4) once. */
  readonly cumulative: number;
  /** Erosion by one violation at dependence 0.8 over that at 0.2. */
  readonly dependency: number;
  /** λ−/λ+. */
  readonly negativity: number;
  /** Trust gained per step over ten cooperative steps from 0.5. */
  readonly buildingRate: number;
}

/** Measures one combination of parameters. */
export function measureTrust(parameters: TrustParameters, growth: TrustRule["growth"]): TrustMeasures {
  const law = trustLaw(parameters, { growth });
  const move = (pair: TrustPair, signal: number, dependence = DEPENDENCE) => updatePair(pair, signal, dependence, law);
  const eroded = (trust: number, signal: number, dependence?: number) => {
    const pair = { trust, damage: 0 };
    move(pair, signal, dependence);
    return trust - pair.trust;
  };

  const before = 0.85;
  const recovering = { trust: before, damage: 0 };
  move(recovering, -Math.tanh(3));
  let highest = recovering.trust;
  let after10 = 0;
  let highest35 = 0;
  for (let step = 1; step <= 100; step++) {
    move(recovering, COOPERATION);
    highest = Math.max(highest, recovering.trust);
    if (step === 10) after10 = recovering.trust;
    if (step === 35) highest35 = highest;
  }

  const repeated = { trust: 0.8, damage: 0 };
  for (let k = 0; k < 4; k++) move(repeated, -Math.tanh(1));

  const building = { trust: 0.5, damage: 0 };
  for (let k = 0; k < 10; k++) move(building, COOPERATION);

  return {
    hysteresis10: after10 / before,
    hysteresis35: highest35 / before,
    hysteresis100: highest / before,
    timeToHalf: timeToHalf(move),
    cumulative: (0.8 - repeated.trust) / eroded(0.8, -Math.tanh(4)),
    dependency: eroded(0.8, -Math.tanh(2), 0.8) / eroded(0.8, -Math.tanh(2), 0.2),
    negativity: parameters.erosion / parameters.building,
    buildingRate: (building.trust - 0.5) / 10,
  };
}

function timeToHalf(move: (pair: TrustPair, signal: number) => void): number {
  const pair = { trust: 0.8, damage: 0 };
  move(pair, -Math.tanh(3));
  const half = (0.8 + pair.trust) / 2;
  for (let step = 1; step <= LONGEST_RECOVERY; step++) {
    move(pair, COOPERATION);
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
