// Credit by asking what would have been: the episode is played again without a message, or without an agent.

import type { Random } from "../../core/random.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { type Estimate, estimate } from "../statistics/interval.ts";
import { mean } from "../statistics/moments.ts";

/**
 * Reward of the episode played again without some of its messages or agents, by their names in the trace. All luck comes from
 * the trace and, where it says nothing, from the seed: replays with one seed differ by what was taken out, and by nothing else.
 */
export type CounterfactualReplay = (without: ReadonlySet<string>, seed: number) => number;

/**
 * C(u) = E[R | all] − E[R | without u], the mean over seeds of differences with common random numbers, for each unit: of a
 * message its counterfactual credit (after arXiv 1705.08926), of an agent its difference reward (Wolpert & Tumer, 2002).
 */
export function counterfactualCredit(
  units: readonly string[],
  replay: CounterfactualReplay,
  seeds: readonly number[],
): Map<string, Estimate> {
  const all = seeds.map((seed) => replay(new Set(), seed));
  return new Map(
    units.map((unit) => {
      const without = new Set([unit]);
      return [unit, estimate(seeds.map((seed, k) => all[k] - replay(without, seed)))] as const;
    }),
  );
}

/** Shapley values of agents or messages, where a coalition is worth the mean over seeds without the others. */
export function shapleyCredit(
  units: readonly string[],
  replay: CounterfactualReplay,
  seeds: readonly number[],
  random: Random,
  orders?: number,
): Map<string, number> {
  const worth = (members: readonly number[]) => {
    const without = new Set(units.filter((_, k) => !members.includes(k)));
    return mean(seeds.map((seed) => replay(without, seed)));
  };
  const values = shapleyValues(units.length, worth, random, orders);
  return new Map(units.map((unit, k) => [unit, values[k]] as const));
}
