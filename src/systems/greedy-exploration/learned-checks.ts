// What is asked of the trained agents. Thresholds were fixed before the first run; means are over seeds, pairs share their
// seed's blocks.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { searchValue } from "./exact-checks.ts";
import type { Pulls, Searches } from "./measures.ts";

/** The map bandit's arms and pulls. */
export const MAP = { arms: 6, pulls: 10 };
const MEMORYLESS = MAP.pulls / MAP.arms;

/** Measures by agent, one for each seed. */
export type Results<M> = ReadonlyMap<string, readonly M[]>;

/** One measure of an agent over its seeds. */
export function valuesOf<M>(results: Results<M>, name: string, of: (measures: M) => number): number[] {
  return (results.get(name) ?? []).map(of);
}

/** Mean with its 95% interval. */
export function shown(values: readonly number[], digits = 2): string {
  const { mean: middle, low, high } = estimate(values);
  const bounds = low === null || high === null ? "" : ` (${low.toFixed(digits)} … ${high.toFixed(digits)})`;
  return `${middle?.toFixed(digits)}${bounds}`;
}

const earned = ({ earned: sum }: Pulls) => sum;
const mapRate = ({ mapFirst }: Pulls) => 100 * mapFirst;
const seedsOf = (values: readonly number[]) => `${values.length} seeds`;

function atLeast(name: string, values: readonly number[], least: number, unit = ""): Check {
  const text = `${shown(values)}${unit}, ${seedsOf(values)}`;
  return holds(name, `≥ ${Number(least.toFixed(4))}${unit}`, text, mean(values) >= least);
}

function atMost(name: string, values: readonly number[], most: number, unit = ""): Check {
  const text = `${shown(values)}${unit}, ${seedsOf(values)}`;
  return holds(name, `≤ ${Number(most.toFixed(4))}${unit}`, text, mean(values) <= most);
}

/** The map bandit with and without the conditions. */
export function mapChecks(map: Results<Pulls>): Check[] {
  const rate = (name: string) => valuesOf(map, name, mapRate);
  const sum = (name: string) => valuesOf(map, name, earned);
  return [
    atLeast("map: blocks that the full agent begins with the map", rate("full"), 80, "%"),
    atLeast("map: what it earns, 90% of H − 1", sum("full"), 0.9 * (MAP.pulls - 1)),
    atMost("map, γ = 0: blocks that begin with the map", rate("γ = 0"), 5, "%"),
    atLeast("map, γ = 0: what it earns, 80% of the search value", sum("γ = 0"), 0.8 * searchValue(MAP.arms, MAP.pulls)),
    atMost("map, no memory: what it earns, 1.15·H/N", sum("no memory"), 1.15 * MEMORYLESS),
    atMost("map, blocks of one pull: whole blocks that begin with the map", rate("no recurrence"), 5, "%"),
  ];
}

/** The Bernoulli bandit against Thompson sampling, and what far credit adds. */
export function bernoulliChecks(bernoulli: Results<Pulls>): Check[] {
  const sum = (name: string) => valuesOf(bernoulli, name, earned);
  const [full, thompson, near] = ["full", "Thompson", "γ = 0"].map(sum);
  const difference = pairedEffect(full, near);
  const share = (difference.mean ?? Number.NaN) / mean(full);
  return [
    atLeast("Bernoulli: what the full agent earns, 95% of Thompson sampling", full, 0.95 * mean(thompson)),
    holds(
      "Bernoulli, γ = 0: what it earns against the full agent, paired",
      "within 5%",
      `${(100 * share).toFixed(1)}%, ${difference.mean?.toFixed(2)} (${difference.low?.toFixed(2)} … ${difference.high?.toFixed(2)}), ${seedsOf(full)}`,
      Math.abs(share) <= 0.05,
    ),
  ];
}

/** How much shorter remembering makes the later searches; how much far credit does, where that was run. */
export function goalChecks(goal: Results<Searches>): Check[] {
  const later = (name: string) => valuesOf(goal, name, (measures) => measures.later);
  const full = later("full");
  const against = (name: string, other: string) => {
    const longer = later(other);
    const { low, high } = pairedEffect(full, longer);
    const ratio = mean(longer) / mean(full);
    const text = `${mean(longer).toFixed(2)} / ${mean(full).toFixed(2)} = ${ratio.toFixed(2)} times, paired difference ${low?.toFixed(1)} … ${high?.toFixed(1)}, ${seedsOf(longer)}`;
    return holds(name, "≥ 2 times", text, ratio >= 2);
  };
  return [
    against("hidden goal: steps of searches 2 to 4 without a memory against the full agent", "no memory"),
    ...(goal.has("γ = 0")
      ? [against("hidden goal, γ = 0: steps of searches 2 to 4 against the full agent", "γ = 0")]
      : []),
  ];
}

/** A map that shows a wrong arm, and pay that says nothing of one's own pulls. */
export function mapControls(map: Results<Pulls>): Control[] {
  const rates = valuesOf(map, "wrong map", mapRate);
  const sums = valuesOf(map, "exchanged pay", earned);
  return [
    {
      name: "the map shows a wrong arm: more than 5% of blocks begin with it",
      failed: mean(rates) <= 5,
      measured: `${shown(rates)}%, ${seedsOf(rates)}`,
    },
    {
      name: "in training every block is paid what another earned: more than 1.15·H/N",
      failed: mean(sums) <= 1.15 * MEMORYLESS,
      measured: `${shown(sums)} against ${(1.15 * MEMORYLESS).toFixed(2)}, ${seedsOf(sums)}`,
    },
  ];
}
