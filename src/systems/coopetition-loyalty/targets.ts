// The six behavioural targets that TR-3 (arXiv 2601.16237) checks on a grid of 5⁵ team settings. Loyalty cares for the sum of the
// team-mates' payoffs (the report's figures) or for their mean (the released suite).

import {
  freeRidingEffort,
  type LoyaltyWeights,
  type Production,
  type Teammates,
} from "../../environments/coopetition/team-production.ts";
import { type GridPoint, sweep } from "../../study/sweep.ts";
import { teamEquilibrium } from "./team-equilibrium.ts";

/** Production settings; members vary fastest. Each is played with every loyalty of `LOYALTIES`. */
const TEAM_GRID = {
  omega: [10, 15, 20, 25, 30],
  beta: [0.4, 0.45, 0.5, 0.55, 0.6],
  cost: [1.5, 2, 2.5, 3, 3.5],
  members: [3, 4, 5, 6, 8],
} as const;
const LOYALTIES = [0, 0.3, 0.5, 0.7, 0.9] as const;

/** φ_B and φ_C of the validation. */
export const VALIDATION_WEIGHTS: LoyaltyWeights = { benefit: 0.8, relief: 0.3 };

/** Largest effort of TR-3. */
export const EFFORT_MAXIMUM = 50;

/** Rounding that an order between two mean efforts may break. */
const ROUNDING = 1e-9;

type TeamSetting = ReturnType<typeof settingAt>;

/** Computes the equilibria of all 3,125 settings, those of a production setting in one. */
export function loyaltySweep(teammates: Teammates, weights: LoyaltyWeights = VALIDATION_WEIGHTS): TeamSetting[] {
  const settings: TeamSetting[] = [];
  sweep<keyof typeof TEAM_GRID>(TEAM_GRID, (point) => settings.push(settingAt(point, teammates, weights)));
  return settings;
}

/**
 * Mean effort at each of `LOYALTIES`, of which the first is without loyalty, and without loyalty by the closed form; what both
 * mechanisms add together over what each adds alone, at θ = 0.7; and how many equilibria did not settle.
 */
function settingAt(
  { omega, beta, cost, members }: GridPoint<keyof typeof TEAM_GRID>,
  teammates: Teammates,
  weights: LoyaltyWeights,
) {
  const production: Production = { omega, beta, cost, maximum: EFFORT_MAXIMUM };
  let unsettled = 0;
  const effort = (theta: number, by: LoyaltyWeights = weights) => {
    const equilibrium = teamEquilibrium(new Array<number>(members).fill(theta), production, by, teammates);
    if (!equilibrium.converged) unsettled += 1;
    return equilibrium.mean;
  };
  const efforts = LOYALTIES.map((theta) => effort(theta));
  /** effort(0.9) / effort(0.1). */
  const differentiation = efforts[efforts.length - 1] / effort(0.1);
  const synergy = synergyOf((by) => effort(0.7, by), weights);
  return { efforts, freeRiding: freeRidingEffort(members, production), differentiation, synergy, unsettled };
}

/** (E(φ_B, φ_C) − E(0, 0)) / (E(φ_B, 0) + E(0, φ_C) − 2·E(0, 0)); 1 where the mechanisms alone add nothing. */
function synergyOf(effort: (weights: LoyaltyWeights) => number, { benefit, relief }: LoyaltyWeights): number {
  const none = effort({ benefit: 0, relief: 0 });
  const alone = effort({ benefit, relief: 0 }) + effort({ benefit: 0, relief }) - 2 * none;
  return alone > 0 ? (effort({ benefit, relief }) - none) / alone : 1;
}

/** Mean effort at the highest loyalty. */
export const loyalEffort = ({ efforts }: TeamSetting): number => efforts[efforts.length - 1];

/** Settings above the target of differentiation. */
export const differentiated = (settings: readonly TeamSetting[]): number =>
  settings.filter(({ differentiation }) => differentiation > 2).length;

/** How many settings meet each target, and of how many. */
export function targetsMet(settings: readonly TeamSetting[]) {
  const met = (condition: (setting: TeamSetting) => boolean) => settings.filter(condition).length;
  const efforts = settings.flatMap((setting) => setting.efforts);
  const sizes = TEAM_GRID.members.length;
  // Output, returns and cost in all combinations, each with the efforts of growing teams.
  const teams = Array.from({ length: settings.length / sizes }, (_, k) =>
    settings.slice(k * sizes, (k + 1) * sizes).map((setting) => setting.efforts[0]),
  );
  const fits = ({ efforts: [numeric], freeRiding }: TeamSetting) => Math.abs(numeric - freeRiding) / freeRiding < 0.05;
  const bounded = efforts.filter((value) => value >= 0 && value <= EFFORT_MAXIMUM).length;
  return [
    ["differentiation above 2", differentiated(settings), settings.length],
    ["synergy above 1.1", met(({ synergy }) => synergy > 1.1), settings.length],
    ["free-riding effort within 5% of the closed form", met(fits), settings.length],
    ["effort never falls as loyalty rises", met((setting) => rises(setting.efforts)), settings.length],
    [
      "effort without loyalty never rises with the team",
      teams.filter((team) => rises(team.toReversed())).length,
      teams.length,
    ],
    ["effort within its bounds", bounded, efforts.length],
  ] as const;
}

export type Target = ReturnType<typeof targetsMet>[number][0];

function rises(values: readonly number[]): boolean {
  return values.every((value, k) => k === 0 || value >= values[k - 1] - ROUNDING);
}
