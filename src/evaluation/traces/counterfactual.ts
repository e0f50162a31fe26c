// Counterfactual credit: the episode is replayed without a message or without an agent.

import type { Random } from "../../core/random.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { type Estimate, estimate } from "../statistics/interval.ts";
import { mean } from "../statistics/moments.ts";

/**
 * Replays the episode without some of its messages or agents, given by name, and returns the reward. Random numbers come from the trace or,
 * where it has none, from the seed, so replays with one seed differ only by the removed units.
 */
export type CounterfactualReplay = (without: ReadonlySet<string>, seed: number) => number;

/**
 * C(u) = E[R | all] − E[R | without u] for each unit, as the mean over seeds of differences with common random numbers. For a message this
 * is its counterfactual credit (after arXiv 1705.08926), for an agent its difference reward (Wolpert & Tumer, 2002).
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

/** Shapley values of agents or messages. The value of a coalition is the mean reward over seeds of a replay without all other units. */
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
