// Exhaustive search for profitable deviations: every action with every map from signals to reports, for every recommendation an agent may
// receive.

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

/** A deviation and its gain. */
export interface Deviation {
  readonly agent: number;
  readonly recommendation: number;
  readonly action: number;
  /** Report after each signal. */
  readonly reports: readonly number[];
  /** Gain in expected utility over the strategy, in units of payment, weighted by the probability of the recommendation. */
  readonly gain: number;
  /** Probability of the recommendation. */
  readonly chance: number;
}

/** Best deviation of one agent after each recommendation with positive probability. The strategy itself is included with gain 0. */
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

/** The most profitable deviation over all agents. */
export function bestDeviation(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  strategies: readonly Strategy[] = obedience(problem, mechanism),
): Deviation {
  const all = problem.profiles.sizes.flatMap((_, agent) => bestDeviations(problem, mechanism, agent, strategies));
  return all.reduce((a, b) => (b.gain > a.gain ? b : a));
}

/**
 * Best-response dynamics from obedience: agents deviate one after the other where that gains more than `tie`. The result is obedience
 * wherever that is an equilibrium. Where the dynamics cycle, the state after a fixed number of sweeps is returned; it is read from the cycle,
 * which is computed once.
 */
export function settledPlay(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  { tie = 1e-9, sweeps = 50 }: { readonly tie?: number; readonly sweeps?: number } = {},
): Strategy[] {
  let strategies = obedience(problem, mechanism);
  /** The strategies before the first sweep and after each, and how many sweeps led to them. */
  const states = [strategies];
  const sweepsTo = new Map([[nameOf(strategies), 0]]);
  while (states.length <= sweeps) {
    let moved = false;
    for (let agent = 0; agent < strategies.length; agent++)
      for (const { recommendation, action, reports, gain } of bestDeviations(problem, mechanism, agent, strategies)) {
        if (gain <= tie) continue;
        strategies = strategies.with(agent, altered(strategies[agent], recommendation, action, reports));
        moved = true;
      }
    if (!moved) break;
    const name = nameOf(strategies);
    const first = sweepsTo.get(name);
    if (first !== undefined) return states[first + ((sweeps - first) % (states.length - first))];
    sweepsTo.set(name, states.length);
    states.push(strategies);
  }
  return strategies;
}

/** A text that is the same for equal strategies alone. */
const nameOf = (strategies: readonly Strategy[]): string =>
  strategies.map(({ actions, reports }) => `${actions};${reports}`).join("|");

/** All maps from an agent's signals to its reports. */
export function reportMaps({ signals }: HiringProblem, agent: number): number[][] {
  const seen = signals.sizes[agent];
  const maps = mixedRadix(new Array<number>(seen).fill(seen));
  return Array.from({ length: maps.count }, (_, k) => maps.digits(k));
}

/** The strategy with a different response to one recommendation. */
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
