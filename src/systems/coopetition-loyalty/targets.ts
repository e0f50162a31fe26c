// The six behavioural targets that TR-3 (arXiv 2601.16237) checks on a grid of 5⁵ team settings, for either reading of whom
// loyalty cares for: the sum of the team-mates' payoffs (the report's figures) or their mean (the released suite).

import {
  freeRidingEffort,
  type LoyaltyWeights,
  type Production,
  type Teammates,
} from "../../environments/coopetition/team-production.ts";
import { type GridPoint, gridSize, sweep } from "../../study/sweep.ts";
import { teamEquilibrium } from "./team-equilibrium.ts";

/** Production settings; members vary fastest. Each is played with every loyalty of `LOYALTIES`. */
export const TEAM_GRID = {
  omega: [10, 15, 20, 25, 30],
  beta: [0.4, 0.45, 0.5, 0.55, 0.6],
  cost: [1.5, 2, 2.5, 3, 3.5],
  members: [3, 4, 5, 6, 8],
} as const;
export const LOYALTIES = [0, 0.3, 0.5, 0.7, 0.9] as const;

/** φ_B and φ_C of the validation. */
export const VALIDATION_WEIGHTS: LoyaltyWeights = { benefit: 0.8, relief: 0.3 };

/** Largest effort of TR-3. */
export const EFFORT_MAXIMUM = 50;

/** Rounding that an order between two mean efforts may break. */
const ROUNDING = 1e-9;

type TeamParameter = keyof typeof TEAM_GRID;

/** The targets over the grid; arrays hold one value a production setting, in the order of the grid. */
export interface LoyaltySweep {
  /** Production settings times loyalties. */
  readonly settings: number;
  /** Mean effort without loyalty, with θ = 0.1, and with θ = 0.9. */
  readonly unpledged: Float64Array;
  readonly disloyal: Float64Array;
  readonly loyal: Float64Array;
  /** effort(0.9) / effort(0.1). */
  readonly differentiation: Float64Array;
  /** What both mechanisms add together over what each adds alone, at θ = 0.7. */
  readonly synergy: Float64Array;
  /** Production settings whose effort without loyalty lies within 5 % of the closed form. */
  readonly freeRiding: number;
  /** Production settings in which effort never falls as loyalty rises. */
  readonly monotone: number;
  /** Of the triples of output, returns and cost: those in which effort without loyalty never rises with the team's size. */
  readonly teamSize: number;
  readonly triples: number;
  /** Settings whose mean effort lies in [0, 50]. */
  readonly bounded: number;
  /** Equilibria, of all that were computed, whose best responses did not settle. */
  readonly unsettled: number;
}

/** Computes the equilibria of all 3,125 settings and what the targets need beside them. */
export function loyaltySweep(teammates: Teammates, weights: LoyaltyWeights = VALIDATION_WEIGHTS): LoyaltySweep {
  const size = gridSize(TEAM_GRID);
  const column = () => new Float64Array(size);
  const unpledged = column();
  const disloyal = column();
  const loyal = column();
  const differentiation = column();
  const synergy = column();
  let [freeRiding, monotone, bounded, unsettled] = [0, 0, 0, 0];

  sweep<TeamParameter>(TEAM_GRID, (point, index) => {
    const { members } = point;
    const production = productionAt(point);
    const effort = (theta: number, by: LoyaltyWeights = weights) => {
      const equilibrium = teamEquilibrium(new Array<number>(members).fill(theta), production, by, teammates);
      if (!equilibrium.converged) unsettled += 1;
      return equilibrium.mean;
    };
    const efforts = LOYALTIES.map((theta) => effort(theta));
    const predicted = freeRidingEffort(members, production);
    if (Math.abs(efforts[0] - predicted) / predicted < 0.05) freeRiding += 1;
    if (efforts.every((value, k) => k === 0 || value >= efforts[k - 1] - ROUNDING)) monotone += 1;
    bounded += efforts.filter((value) => value >= 0 && value <= EFFORT_MAXIMUM).length;
    unpledged[index] = efforts[0];
    disloyal[index] = effort(0.1);
    loyal[index] = efforts[4];
    differentiation[index] = loyal[index] / disloyal[index];
    synergy[index] = synergyOf((by) => effort(0.7, by), weights);
  });

  const sizes = TEAM_GRID.members.length;
  const triples = size / sizes;
  let teamSize = 0;
  for (let triple = 0; triple < triples; triple++) {
    const efforts = unpledged.subarray(triple * sizes, (triple + 1) * sizes);
    if (efforts.every((value, k) => k === 0 || value <= efforts[k - 1] + ROUNDING)) teamSize += 1;
  }
  const settings = size * LOYALTIES.length;
  const counts = { freeRiding, monotone, teamSize, triples, bounded, unsettled };
  return { settings, unpledged, disloyal, loyal, differentiation, synergy, ...counts };
}

function productionAt({ omega, beta, cost }: GridPoint<TeamParameter>): Production {
  return { omega, beta, cost, maximum: EFFORT_MAXIMUM };
}

/** (E(φ_B, φ_C) − E(0, 0)) / (E(φ_B, 0) + E(0, φ_C) − 2·E(0, 0)); 1 where the mechanisms alone add nothing. */
function synergyOf(effort: (weights: LoyaltyWeights) => number, { benefit, relief }: LoyaltyWeights): number {
  const none = effort({ benefit: 0, relief: 0 });
  const alone = effort({ benefit, relief: 0 }) + effort({ benefit: 0, relief }) - 2 * none;
  return alone > 0 ? (effort({ benefit, relief }) - none) / alone : 1;
}
