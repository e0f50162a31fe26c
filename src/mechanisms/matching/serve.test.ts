// Streams of impressions in chunks against a direct implementation of the rule; budgets are never exceeded.

import { describe, expect, it } from "vitest";
import { drawnImpressions } from "../../../test/fixtures/matching-values.ts";
import { Random } from "../../core/random.ts";
import type { Impressions } from "./impressions.ts";
import { RULES, type RuleName, ruleOf, TIE } from "./rules.ts";
import { cleared, deskOf, offer } from "./serve.ts";

const WANTS = [3, 1, 8, 20];
const CHUNKS = 30;

/** A few impressions repeated many times, each time with new coins. */
function stream(seed: number): { impressions: Impressions; coins: Float64Array[] } {
  const random = Random.of(seed, "stream");
  const impressions = drawnImpressions(WANTS.length, 25, 0.6, [0.05, 0.3], random);
  const coins = () => Float64Array.from({ length: 25 }, () => random.uniform());
  return { impressions, coins: Array.from({ length: CHUNKS }, coins) };
}

/** Direct, unoptimised implementation of a rule; returns the successes of each advertiser. */
function byWords(name: RuleName, seed: number): { won: number[]; loads: number[] } {
  const { impressions, coins } = stream(seed);
  const { starts, neighbours, chances, count } = impressions;
  const rule = ruleOf(name, WANTS.length);
  rule.begin?.(Random.of(seed, "rule"));
  const ties = Random.of(seed, "ties");
  const [won, sums] = [WANTS.map(() => 0), WANTS.map(() => 0)];
  for (const chunk of coins) {
    for (let t = 0; t < count; t++) {
      const offers: { u: number; p: number; score: number }[] = [];
      for (let e = starts[t]; e < starts[t + 1]; e++) {
        const [u, p] = [neighbours[e], chances[e]];
        const worth = rule.worth(u, sums[u] / WANTS[u]);
        if (won[u] < WANTS[u]) offers.push({ u, p, score: rule.byChance ? p * worth : worth });
      }
      const highest = Math.max(...offers.map(({ score }) => score));
      const best = offers.filter(({ score }) => score >= highest - TIE);
      if (best.length === 0) continue;
      const { u, p } = best[best.length === 1 ? 0 : ties.integer(best.length)];
      sums[u] += p;
      if (chunk[t] < p) won[u] += 1;
    }
  }
  return { won, loads: sums.map((sum, u) => sum / WANTS[u]) };
}

describe.each(RULES)("a stream by %s", (name) => {
  it("follows the rule, and gives no advertiser more than it wants", () => {
    let full = 0;
    for (let seed = 0; seed < 20; seed++) {
      const { impressions, coins } = stream(seed);
      const desk = cleared(deskOf(WANTS, ruleOf(name, WANTS.length)), Random.of(seed, "rule"));
      const ties = Random.of(seed, "ties");
      for (const chunk of coins) offer(desk, impressions, { coins: chunk }, ties);
      const { won, loads } = byWords(name, seed);
      expect(WANTS.map((wanted, u) => wanted - desk.open[u])).toEqual(won);
      expect(desk.successes).toBe(won.reduce((a, b) => a + b, 0));
      expect(desk.left).toBe(WANTS.filter((wanted, u) => won[u] < wanted).length);
      for (const [u, load] of loads.entries()) expect(desk.loads[u]).toBeCloseTo(load, 9);
      full += WANTS.length - desk.left;
    }
    // The test requires that some advertisers reach their budget.
    expect(full).toBeGreaterThan(20);
  });
});

it("a reset state starts afresh", () => {
  const { impressions, coins } = stream(1);
  const desk = deskOf(WANTS, ruleOf("weighted-exponential", WANTS.length));
  const run = () => {
    const ties = Random.of(1, "ties");
    for (const chunk of coins) offer(desk, impressions, { coins: chunk }, ties);
    return [desk.successes, ...desk.loads];
  };
  const first = run();
  cleared(desk);
  expect(run()).toEqual(first);
});
