// Budgets, common beginnings and what is read of them.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { acrossTreesPlan, chainPlan, type PrefixSampler, readingCost, reusePlan, treePlan } from "./comparison-plan.ts";

/** Eight tokens of many symbols, so that equal tokens are rare. */
const sampler: PrefixSampler = (prefix, tokens = 8, random) =>
  Array.from({ length: Math.min(8 - prefix.length, tokens) }, () => random.integer(1_000_000));
const random = (name: string) => Random.of(901, name);
const TREE = { segments: [3, 3], branches: 2, pairs: 28 } as const;

test("all pairs of a tree of eight leaves are read without their common beginnings: a fifth less", () => {
  const plan = treePlan(sampler, TREE, { comparisons: 28 }, random("tree"));
  expect(readingCost(plan)).toEqual({
    ...{ comparisons: 28, answers: 8, written: 2 * 3 + 4 * 3 + 8 * 2 },
    ...{ read: 4 * 4 + 8 * 10 + 16 * 16, whole: 28 * 16, perComparison: 352 / 28 },
  });
});

test("a pair at each branching compares eight leaves seven times and joins all of them", () => {
  const joined = { ...TREE, pairs: "each branching" } as const;
  const { answers, comparisons } = treePlan(sampler, joined, { comparisons: 7 }, random("joined"));
  expect(comparisons.map(({ shared }) => shared).sort()).toEqual([0, 3, 3, 6, 6, 6, 6]);
  const reached = new Set([comparisons[0].first]);
  for (let pass = 0; pass < 7; pass++) {
    for (const { first, second } of comparisons) {
      if (reached.has(first)) reached.add(second);
      if (reached.has(second)) reached.add(first);
    }
  }
  expect(reached.size).toBe(answers.length);
});

test("a chain compares each answer once, a pool its answers several times", () => {
  const chain = chainPlan(sampler, { comparisons: 50 }, random("chain"));
  expect(new Set(chain.comparisons.flatMap(({ first, second }) => [first, second])).size).toBe(100);
  const pool = reusePlan(sampler, { answers: 8, pairs: 7 }, { comparisons: 70 }, random("pool"));
  expect(readingCost(pool)).toMatchObject({ comparisons: 70, read: 70 * 16 });
  for (const { first, second, group } of pool.comparisons)
    expect([first, second].map((k) => Math.floor(k / 8))).toEqual([group, group]);
});

test("pairs across trees have no common beginning and never meet within a tree", () => {
  const { comparisons } = acrossTreesPlan(sampler, { ...TREE, pairs: 7 }, { comparisons: 140 }, random("across"));
  for (const { first, second, shared } of comparisons) {
    expect(shared).toBe(0);
    expect(Math.floor(first / 8)).not.toBe(Math.floor(second / 8));
  }
});

test("a budget of tokens is kept, and answers that are the same are not compared", () => {
  expect(readingCost(chainPlan(sampler, { tokens: 100 }, random("tokens"))).read).toBe(96);
  const few: PrefixSampler = (prefix, _, own) => Array.from({ length: 2 - prefix.length }, () => own.integer(2));
  const { comparisons } = chainPlan(few, { comparisons: 200 }, random("few"));
  expect(comparisons.every(({ read }) => read > 0)).toBe(true);
  expect(() => chainPlan(() => [1, 2], { comparisons: 1 }, random("one"))).toThrow("no two that differ");
  expect(() => chainPlan(sampler, { tokens: 0 }, random("none"))).toThrow("budget");
});
