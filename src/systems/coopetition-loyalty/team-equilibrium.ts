// Where a team settles when every member answers the others' effort: the Team Production Equilibrium of TR-3.
// Source: Pant & Yu, arXiv 2601.16237 (TR-3); the closed form of a best response is derived from its definitions.

import {
  type LoyaltyWeights,
  type Production,
  type Teammates,
  targetTotal,
} from "../../environments/coopetition/team-production.ts";
import { bestResponseFixedPoint } from "../../math/best-response.ts";

/** The least effort of a member (TR-3's lower bound); the highest is `production.maximum`. */
export const EFFORT_FLOOR = 0.01;

/**
 * Where the best responses end. Among members of equal loyalty the split of efforts is arbitrary, the total is not.
 * Gauss-Seidel from half effort, as TR-3 does it: a_i = clip(S_i* − Σ_{j≠i} a_j, floor, maximum), until no member moves by 1e-6.
 * Two members whose targets differ by little move by that difference per sweep, which 1000 sweeps may not finish; the total
 * is right to that difference by then. The utility is concave in one's own effort for 0 < β < 1, so this is the exact best response. With β = 1 there is none inside.
 */
export function teamEquilibrium(
  loyalty: readonly number[],
  production: Production,
  weights: LoyaltyWeights,
  teammates: Teammates,
) {
  const members = loyalty.length;
  const targets = loyalty.map((theta) => targetTotal(theta, members, production, weights, teammates));
  const { actions: efforts, converged } = bestResponseFixedPoint(
    (i, others) => {
      let sum = 0;
      for (let j = 0; j < members; j++) if (j !== i) sum += others[j];
      return targets[i] - sum;
    },
    {
      start: loyalty.map(() => production.maximum / 2),
      floor: EFFORT_FLOOR,
      ceiling: production.maximum,
      tolerance: 1e-6,
    },
  );
  const total = efforts.reduce((sum, effort) => sum + effort, 0);
  return { efforts, total, mean: total / members, converged };
}

/** C = Σ_i D_{T,i}·θ_i / Σ_i D_{T,i}: loyalty weighted by how much the team depends on each member (TR-3). */
export function teamCohesion(dependence: readonly number[], loyalty: readonly number[]): number {
  let weighted = 0;
  let weights = 0;
  for (let i = 0; i < loyalty.length; i++) {
    weighted += dependence[i] * loyalty[i];
    weights += dependence[i];
  }
  return weighted / weights;
}
