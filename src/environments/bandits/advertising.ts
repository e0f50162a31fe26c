// Three advertising platforms with a budget for one and a half of them: a dynamical linear bandit identified from a campaign's records, and
// the original split by the campaign's managers.

import type { NumericEnvironment } from "../../core/environment.ts";
import { preset } from "../../core/preset.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { LinearSystem } from "../../math/linear-system.ts";
import { dynamicalLinearBandit } from "./dynamical-linear.ts";

/** The published dynamical system of the three platforms. */
export const ADVERTISING: LinearSystem = {
  A: [
    [0.38, 0.33, 0.6],
    [0.07, 0.76, -0.54],
    [0.18, 0.34, 0.05],
  ],
  B: [
    [0.14, 0.34, -0.05],
    [-0.17, 0.03, -0.01],
    [0.04, -0.09, 0.17],
  ],
  C: [
    [0.25, -0.14, 0.01],
    [-0.55, 0.2, -0.13],
    [-0.31, -0.1, -0.01],
  ],
  D: [
    [0.11, 0.1, 0.01],
    [0.01, 0.36, 0.01],
    [0.01, -0.05, 0],
  ],
};

/** Original spending on each platform. */
const SPENT = [1_641_952, 259_591_273, 716_354_611];

/** Vertices of the budget set: all of one platform, half of another, nothing of the third. */
export const BUDGETS = budgetVertices(3, 1.5);

/** The managers' split of the budget, with amounts above a platform's limit redistributed. */
export const EXPERT_SPLIT = cappedSplit(SPENT, 1.5);

/**
 * Distinct vertices of {0 ≤ u ≤ 1, Σu = budget}, sorted: platforms are filled in every order. A convex function over the budget set attains
 * its maximum at a vertex.
 */
export function budgetVertices(platforms: number, budget: number): number[][] {
  const vertices = new Map<string, number[]>();
  const fill = (vector: readonly number[], left: number, open: readonly number[]): void => {
    if (left <= 0 || open.length === 0) {
      vertices.set(String(vector), [...vector]);
      return;
    }
    const spent = Math.min(1, left);
    for (const k of open) {
      const filled = vector.map((x, i) => (i === k ? spent : x));
      const others = open.filter((i) => i !== k);
      fill(filled, left - spent, others);
    }
  };
  const all = Array.from({ length: platforms }, (_, k) => k);
  fill(new Array<number>(platforms).fill(0), budget, all);
  const compare = (a: readonly number[], b: readonly number[]): number => {
    const k = a.findIndex((x, i) => x !== b[i]);
    return k < 0 ? 0 : a[k] - b[k];
  };
  return [...vertices.values()].sort(compare);
}

/**
 * A split in proportion to `amounts` with each share at most 1: larger shares are cut to 1, and the excess is distributed in proportion.
 */
export function cappedSplit(amounts: readonly number[], budget: number): number[] {
  const capped = new Set<number>();
  for (;;) {
    const rest = amounts.reduce((sum, amount, k) => (capped.has(k) ? sum : sum + amount), 0);
    const share = (budget - capped.size) / rest;
    const over = amounts.findIndex((amount, k) => !capped.has(k) && amount * share > 1);
    if (over < 0) return amounts.map((amount, k) => (capped.has(k) ? 1 : amount * share));
    capped.add(over);
  }
}

export const advertisingBandit: BoundEntry<NumericEnvironment> = preset(dynamicalLinearBandit, {
  id: "bandits/advertising",
  summary: "a budget over three advertising platforms, whose effect builds up in a hidden state",
  source: "the system identified from a campaign in arXiv 2211.08997, section 6",
  defaults: { ...ADVERTISING, actions: BUDGETS, expert: EXPERT_SPLIT, deviation: 0.01 },
});
