// Matching rules against offers by hand, simulations against exact expectations, and bounds against each other.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulate } from "../../../test/fixtures/matching-runs.ts";
import {
  CERTAIN,
  configurationBound,
  drawnImpressions,
  STOCHASTIC,
  triangle,
  valueByOutcomes,
} from "../../../test/fixtures/matching-values.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { adaptivePolicy } from "./exact-values.ts";
import { type Impressions, impressionsOf } from "./impressions.ts";
import { matchingBound, stochasticBound } from "./linear-bounds.ts";
import {
  balance,
  bestEdges,
  greedyByIndex,
  type MatchingRule,
  mostLikely,
  randomNeighbour,
  ranking,
  weightedBalance,
} from "./rules.ts";

const small = (seed: number): Impressions => {
  const random = Random.of(seed, "small");
  return drawnImpressions(1 + random.integer(3), 1 + random.integer(6), 0.7, [0.1, 0.9], random);
};

function chosen(rule: MatchingRule, chances: number[], loads: number[], free = loads.map(() => 1)): number[] {
  const best = new Int32Array(loads.length);
  const edges = [Int32Array.from(loads.keys()), Float64Array.from(chances), 0, loads.length] as const;
  const worths = Float64Array.from(loads, (load, u) => rule.worth(u, load));
  const ties = bestEdges(rule.byChance, ...edges, Uint8Array.from(free), worths, best);
  return [...best.subarray(0, ties)];
}

describe("rules", () => {
  it("choose as computed by hand, among free advertisers only, and report ties", () => {
    expect(chosen(balance, [0.9, 0.1, 0.5], [0.3, 0.2, 0.2])).toEqual([1, 2]);
    expect(chosen(balance, [0.9, 0.1, 0.5], [0.3, 0.2, 0.2], [1, 0, 0])).toEqual([0]);
    // Sums in different orders must count as equal loads.
    expect(chosen(balance, [0.1, 0.1], [0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1])).toEqual([0, 1]);
    expect(chosen(mostLikely, [0.9, 0.1], [5, 0])).toEqual([0]);
    expect(chosen(randomNeighbour, [0.9, 0.1], [5, 0])).toEqual([0, 1]);
    expect(chosen(greedyByIndex("largest"), [0.9, 0.1], [0, 0])).toEqual([1]);
    expect(chosen(greedyByIndex("smallest"), [0.9, 0.1], [0, 0])).toEqual([0]);
    // 0.5·(1 − 1/e) = 0.316 against 0.6·(1 − e^{−1/2}) = 0.236; 0.6·e^{−1/2} = 0.364 against 0.5·1.
    expect(chosen(weightedBalance("exponential"), [0.5, 0.6], [0, 0.5])).toEqual([0]);
    expect(chosen(weightedBalance("survival"), [0.5, 0.9], [0, 0.5])).toEqual([1]);
    expect(chosen(weightedBalance("exponential"), [0.5, 0.6], [1.5, 2])).toEqual([0, 1]);
  });

  it("reject impressions with invalid advertisers", () => {
    expect(() => impressionsOf(2, [[[2, 0.5]]])).toThrow("advertiser 2 of 2");
    expect(() => impressionsOf(2, [[[0, 1.5]]])).toThrow("probability 1.5");
    expect(() => impressionsOf(2, [[[0, 0.5], [0, 0.2]]])).toThrow("twice"); // biome-ignore format: one row
  });
});

const weighted = [weightedBalance("exponential"), weightedBalance("survival")];
/** Rules without random numbers for a run. */
const rules: MatchingRule[] = [balance, ...weighted, mostLikely, randomNeighbour, greedyByIndex("largest")];

describe("simulated runs", () => {
  it("with coins and with thresholds have the exact expectations", () => {
    const runs = 2000;
    for (let seed = 0; seed < 20; seed++) {
      const problem = small(seed);
      for (const [k, rule] of rules.entries()) {
        const exact = valueByOutcomes(problem, rule);
        for (const rng of ["coins", "thresholds"] as const) {
          const successes = simulate(problem, rule, rng, Random.of(seed, "runs", k), runs);
          const spread = Math.sqrt(Math.max(1e-9, mean(successes.map((x) => x * x)) - mean(successes) ** 2) / runs);
          expect(Math.abs(mean(successes) - exact)).toBeLessThan(4.5 * spread + 1e-9);
        }
      }
    }
  });

  it("share thresholds: a single advertiser is matched or not under any rule alike, and at most once", () => {
    const problem = triangle(1, 10, 0.1);
    for (const rng of ["coins", "thresholds", "fluid"] as const) {
      const of = (rule: MatchingRule) => [...simulate(problem, rule, rng, Random.of(3, "lone"), 500)];
      expect(of(ranking(1))).toEqual(of(balance));
      expect(Math.max(...of(balance))).toBe(1);
    }
  });

  it("in the fluid model need a load above the threshold", () => {
    // Of 2000 runs with a load of 1, a share of 1 − 1/e succeeds.
    const successes = simulate(triangle(1, 100, 0.01), balance, "fluid", Random.of(1), 2000);
    expect(Math.abs(mean(successes) - (1 - 1 / Math.E))).toBeLessThan(0.04);
  });

  it.each([1, 4, 8])("with vanishing probabilities and %d advertisers: coins equal load thresholds", (advertisers) => {
    const problem = triangle(advertisers, 100, 0.01);
    const [coins, fluid] = (["coins", "fluid"] as const).map((decision) => {
      const successes = simulate(problem, balance, decision, Random.of(7, decision, advertisers), 4000);
      return { mean: mean(successes), error: deviation(successes) / Math.sqrt(successes.length) };
    });
    expect(Math.abs(coins.mean - fluid.mean)).toBeLessThan(4 * Math.hypot(coins.error, fluid.error));
    // A load that counted only successes would not exceed any threshold.
    expect(fluid.mean).toBeGreaterThan(advertisers / 2);
  });

  it("of Ranking average over all orders", () => {
    const problem = drawnImpressions(3, 6, 0.7, [0.1, 0.9], Random.of(4));
    const orders = matrix("0 1 2 | 0 2 1 | 1 0 2 | 1 2 0 | 2 0 1 | 2 1 0");
    const exact = mean(orders.map((ranks) => valueByOutcomes(problem, { byChance: false, worth: (u) => ranks[u] })));
    const successes = simulate(problem, ranking(3), "coins", Random.of(5), 8000);
    expect(Math.abs(mean(successes) - exact)).toBeLessThan(0.05);
  });
});

describe("values and bounds", () => {
  it("for one advertiser are 1 − (1 − p)^k, and min(1, kp) in the deterministic model", async () => {
    const solver = await linearPrograms();
    for (const k of [1, 4, 10])
      for (const p of [0.05, 0.1, 0.25, 0.7]) {
        const problem = triangle(1, k, p);
        const closed = 1 - (1 - p) ** k;
        expect(adaptivePolicy(problem).value).toBeCloseTo(closed, 12);
        for (const rule of rules) expect(valueByOutcomes(problem, rule)).toBeCloseTo(closed, 12);
        expect(configurationBound(solver, problem, STOCHASTIC)).toBeCloseTo(closed, 8);
        expect(stochasticBound(solver, problem)).toBeCloseTo(closed, 8);
        expect(configurationBound(solver, problem, CERTAIN)).toBeCloseTo(Math.min(1, k * p), 8);
        expect(matchingBound(solver, problem)).toBeCloseTo(Math.min(1, k * p), 8);
      }
    expect(adaptivePolicy(triangle(1, 10, 0.1)).value).toBeCloseTo(0.6513215599, 10);
    // The limit for many impressions with small probabilities is 1 − 1/e.
    const fine = triangle(1, 1000, 0.001);
    expect(adaptivePolicy(fine).value / matchingBound(solver, fine)).toBeCloseTo(1 - 1 / Math.E, 3);
  });

  it("rules ≤ optimum ≤ the stochastic program, with lists and without; configurations ≤ matching", async () => {
    const solver = await linearPrograms();
    let [exceeded, least] = [0, 1];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const problem = small(seed);
        const optimum = adaptivePolicy(problem).value;
        for (const rule of [balance, randomNeighbour, mostLikely])
          expect(valueByOutcomes(problem, rule)).toBeLessThanOrEqual(optimum + 1e-12);
        const bound = configurationBound(solver, problem, STOCHASTIC);
        expect(optimum).toBeLessThanOrEqual(bound + 1e-7);
        expect(stochasticBound(solver, problem)).toBeCloseTo(bound, 7);
        expect(configurationBound(solver, problem, CERTAIN)).toBeLessThanOrEqual(matchingBound(solver, problem) + 1e-7);
        // Counterexample: if a list also used impressions after a success, the program would not be an upper bound.
        const used = { value: STOCHASTIC.value, use: () => 1 };
        if (optimum > configurationBound(solver, problem, used) + 1e-7) exceeded += 1;
        if (problem.chances.length > 0) least = Math.min(least, optimum / bound);
      }),
      { numRuns: 400 },
    );
    expect(exceeded).toBeGreaterThan(50);
    expect(least).toBeGreaterThan(0.8);
    expect(least).toBeLessThan(0.95);
  });

  it("the optimum is the value of its policy", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = small(seed);
      const { value, offers } = adaptivePolicy(problem);
      expect(value).toBe(adaptivePolicy(problem).value);
      // Plays the policy as a rule over all outcomes: it depends on the free advertisers and the time, which the chain of sets determines.
      const play = (t: number, set: number): number => {
        if (t === problem.count) return 0;
        const u = offers[t * 2 ** problem.advertisers + set];
        if (u < 0) return play(t + 1, set);
        const from = problem.starts[t];
        const p = problem.chances[from + problem.neighbours.subarray(from, problem.starts[t + 1]).indexOf(u)];
        return p * (1 + play(t + 1, set & ~(1 << u))) + (1 - p) * play(t + 1, set);
      };
      expect(play(0, 2 ** problem.advertisers - 1)).toBeCloseTo(value, 12);
    }
  });
});
