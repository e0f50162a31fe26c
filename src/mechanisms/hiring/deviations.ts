// Whether an agent gains by doing something else, by trying everything: every action with every map from signals to reports, after
// everything that an agent may be told.

import { mixedRadix } from "../../math/mixed-radix.ts";
import {
  cellChances,
  dot,
  type HiringMechanism,
  obedience,
  recommendationCount,
  recommendationOf,
  type Strategy,
} from "./mechanism.ts";
import type { HiringProblem } from "./problem.ts";

/** Another thing to do, and what it brings. */
export interface Deviation {
  readonly agent: number;
  readonly recommendation: number;
  readonly action: number;
  /** The report after each signal. */
  readonly reports: readonly number[];
  /** Expected utility less that of the strategy, in units of payment, counted before any agent is told anything. */
  readonly gain: number;
  /** The chance of being told so. */
  readonly chance: number;
}

/** What one agent can gain most after each thing that it may be told with some chance. The strategies themselves come up with a gain of 0. */
export function bestDeviations(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  agent: number,
  strategies: readonly Strategy[] = obedience(problem, mechanism),
): Deviation[] {
  const maps = reportMaps(problem, agent);
  const deviations: Deviation[] = [];
  for (let recommendation = 0; recommendation < recommendationCount(problem, mechanism, agent); recommendation++) {
    const chance = chanceOfRecommendation(problem, mechanism, agent, recommendation);
    if (chance === 0) continue;
    const worth = (action: number, reports: readonly number[]) => {
      const other = strategies.with(agent, altered(strategies[agent], recommendation, action, reports));
      const chances = cellChances(problem, mechanism, other, { agent, recommendation });
      return dot(chances, mechanism.payments[agent]) - chance * problem.costs[agent][action];
    };
    const seen = problem.signals.sizes[agent];
    const { actions, reports } = strategies[agent];
    const now = worth(actions[recommendation], [
      ...reports.subarray(recommendation * seen, (recommendation + 1) * seen),
    ]);
    let best: Deviation | undefined;
    for (let action = 0; action < problem.costs[agent].length; action++)
      for (const map of maps) {
        const gain = worth(action, map) - now;
        if (best === undefined || gain > best.gain)
          best = { agent, recommendation, action, reports: map, gain, chance };
      }
    if (best !== undefined) deviations.push(best);
  }
  return deviations;
}

/** The most that any agent gains by any deviation. */
export function bestDeviation(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  strategies: readonly Strategy[] = obedience(problem, mechanism),
): Deviation {
  const all = problem.profiles.sizes.flatMap((_, agent) => bestDeviations(problem, mechanism, agent, strategies));
  return all.reduce((a, b) => (b.gain > a.gain ? b : a));
}

/**
 * What agents end up doing who start from obedience and move, one after the other, whenever that gains more than `tie`: obedience
 * itself wherever it is an equilibrium. Agents that go round in circles are taken as they stand after so many sweeps.
 */
export function settledPlay(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  { tie = 1e-9, sweeps = 50 }: { readonly tie?: number; readonly sweeps?: number } = {},
): Strategy[] {
  let strategies = obedience(problem, mechanism);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let moved = false;
    for (let agent = 0; agent < strategies.length; agent++)
      for (const { recommendation, action, reports, gain } of bestDeviations(problem, mechanism, agent, strategies)) {
        if (gain <= tie) continue;
        strategies = strategies.with(agent, altered(strategies[agent], recommendation, action, reports));
        moved = true;
      }
    if (!moved) break;
  }
  return strategies;
}

/** All maps from an agent's signals to its reports. */
export function reportMaps({ signals }: HiringProblem, agent: number): number[][] {
  const seen = signals.sizes[agent];
  const maps = mixedRadix(new Array<number>(seen).fill(seen));
  return Array.from({ length: maps.count }, (_, k) => maps.digits(k));
}

/** A strategy with another answer to one thing that is told. */
export function altered(
  strategy: Strategy,
  recommendation: number,
  action: number,
  reports: readonly number[],
): Strategy {
  const actions = strategy.actions.slice();
  const told2report = strategy.reports.slice();
  actions[recommendation] = action;
  told2report.set(reports, recommendation * reports.length);
  return { actions, reports: told2report };
}

function chanceOfRecommendation(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  agent: number,
  recommendation: number,
): number {
  let sum = 0;
  for (let b = 0; b < problem.profiles.count; b++)
    if (recommendationOf(problem, mechanism, agent, b) === recommendation) sum += mechanism.chances[b];
  return sum;
}
