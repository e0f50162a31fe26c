// Placements against brute force, payments against the payment identity, and clicks against a reader who is played.

import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { truthfulMechanism, utilities } from "../direct.ts";
import { bestCascade, bestReading, cascadeBound, cascadeWelfare, greedyCascade, placements } from "./cascade.ts";
import { bestLogitPlacement, type LogitPlaces, logitClicks, logitVcg, logitWelfare } from "./logit.ts";

function logitMarket(seed: number, ads: number, places: number, limit: number): [LogitPlaces, Float64Array] {
  const random = Random.of(seed, "market");
  const weights = Array.from({ length: ads }, () =>
    Float64Array.from({ length: places }, () => Math.exp(random.normal() - 0.5)),
  );
  return [{ weights, limit }, Float64Array.from({ length: ads }, () => random.uniform())];
}

describe("a logit reader", () => {
  it.each([
    [3, 3, 1],
    [4, 2, 3],
    [2, 4, 2],
    [4, 4, 3],
  ])("of %i ads in %i places, at most %i: the best placement is the best of all", (ads, places, limit) => {
    for (let seed = 0; seed < 20; seed++) {
      const [market, values] = logitMarket(seed, ads, places, limit);
      const found = bestLogitPlacement(market, values);
      const every = [...placements(ads, places, limit)].map((pairs) => logitWelfare(market, values, pairs));
      expect(found.welfare).toBeCloseTo(Math.max(...every), 12);
      expect(logitWelfare(market, values, found.pairs)).toBeCloseTo(found.welfare, 12);
      expect(found.pairs.length).toBeLessThanOrEqual(limit);
    }
  });

  it("leaves out an ad that takes more than it brings, though there is room", () => {
    const market = { weights: [Float64Array.of(4, 4), Float64Array.of(4, 4)], limit: 2 };
    expect(bestLogitPlacement(market, [1, 0.7]).pairs).toHaveLength(1);
    expect(bestLogitPlacement(market, [1, 0.9]).pairs).toHaveLength(2);
    // 4/5 alone, 4(1 + v)/9 together: equal at v = 0.8.
    expect(bestLogitPlacement(market, [1, 0.8 + 1e-9]).pairs).toHaveLength(2);
  });

  it("chooses as often as the clicks say", () => {
    const market = { weights: [Float64Array.of(2, 1), Float64Array.of(0.5, 3)], limit: 2 };
    const clicks = logitClicks(market, [
      [0, 0],
      [1, 1],
    ]);
    expect([...clicks]).toEqual([2 / 6, 3 / 6]);
  });

  it("VCG is the payment identity, and nobody loses", () => {
    for (let seed = 0; seed < 10; seed++) {
      const [market, values] = logitMarket(seed, 3, 3, 2);
      const vcg = logitVcg(market);
      const derived = truthfulMechanism(3, (reports) => vcg.run(reports).allocation).run(values);
      const outcome = vcg.run(values);
      for (let ad = 0; ad < 3; ad++) expect(outcome.payments[ad]).toBeCloseTo(derived.payments[ad], 12);
      expect(Math.min(...utilities(values, outcome), ...outcome.payments)).toBeGreaterThanOrEqual(-1e-12);
    }
  });
});

describe("a reader who goes through the ads", () => {
  const market = (seed: number, ads: number, places: number, limit: number) => {
    const random = Random.of(seed, "cascade");
    const rates = Array.from({ length: ads }, () => Float64Array.from({ length: places }, () => random.uniform() ** 2));
    return { rates, limit, values: Float64Array.from({ length: ads }, () => -Math.log1p(-random.uniform())) };
  };

  it("is worth what a reader who is played clicks", () => {
    const { rates, limit, values } = market(1, 3, 3, 3);
    const read = bestReading(values, [
      [0, 1],
      [1, 0],
      [2, 2],
    ]);
    const random = Random.of(1, "reader");
    let earned = 0;
    const readers = 200_000;
    for (let k = 0; k < readers; k++) {
      const clicked = read.find(([ad, place]) => random.uniform() < rates[ad][place]);
      if (clicked !== undefined) earned += values[clicked[0]];
    }
    const welfare = cascadeWelfare({ rates, limit }, values, read);
    expect(Math.abs(earned / readers / welfare - 1)).toBeLessThan(0.02);
  });

  it("every placement comes once", () => {
    const seen = [...placements(3, 2, 2)].map((pairs) => JSON.stringify(pairs));
    // One empty, 3·2 of one ad, 3·2 of two.
    expect(seen).toHaveLength(13);
    expect(new Set(seen).size).toBe(13);
    expect([...placements(3, 3, 1)]).toHaveLength(10);
  });

  it("greedy ≤ optimum ≤ bound, and the text's order is no better than any", async () => {
    const solver = await linearPrograms();
    for (let seed = 0; seed < 20; seed++) {
      const { values, ...places } = market(seed, 3, 3, 1 + (seed % 3));
      const any = bestCascade(places, values, "any").welfare;
      const text = bestCascade(places, values, "text").welfare;
      const greedy = greedyCascade(places, values).welfare;
      expect(greedy).toBeLessThanOrEqual(any + 1e-12);
      expect(greedy).toBeGreaterThanOrEqual(any / 3);
      expect(text).toBeLessThanOrEqual(any + 1e-12);
      expect(greedyCascade(places, values, "text").welfare).toBeLessThanOrEqual(text + 1e-12);
      expect(any).toBeLessThanOrEqual(cascadeBound(solver, places, values) + 1e-9);
    }
  });
});
