// Placements against brute force, payments against the payment identity, and clicks against simulated readers.

import { describe, expect, it } from "vitest";
import { KINDS, listOf } from "../../../test/fixtures/list-users.ts";
import { matrix, pairs } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import type { AssignedPair } from "../../math/assignment.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { answered } from "../best-bid.ts";
import { payYourBid, revenueOf, sealedMechanism, truthfulMechanism, utilities, welfareOf } from "../direct.ts";
import type { ListSeller } from "../rule.ts";
import { secondPrice } from "../sealed-bid.ts";
import { ironedVirtualValues, regularVirtualValues, steppedValues, uniformValues } from "../value-distribution.ts";
import {
  bestReading,
  cascadeBound,
  cascadeClicks,
  cascadeWelfare,
  greedyCascade,
  pickedCascade,
  textReading,
  truthfulCascade,
} from "./cascade.ts";
import { cascadeOptimum } from "./cascade-optimum.ts";
import type { ListUsers } from "./list.ts";
import { externalityPricing, virtualPricing } from "./list.ts";
import { listRules } from "./list-rules.ts";
import { aloneRate, bestLogitPlacement, type LogitPlaces, logitClicks, logitUsers } from "./logit.ts";

/** Welfare Σ value·clicks of a placement. */
function logitWelfare(places: LogitPlaces, values: ArrayLike<number>, pairs: readonly AssignedPair[]): number {
  const allocation = logitClicks(places, pairs);
  return welfareOf(values, { allocation, payments: allocation });
}

const listMechanism = (rule: string, users: ListUsers, seller: ListSeller) =>
  answered(listRules.get(rule).make().mechanism(users, seller));

function logitMarket(seed: number, ads: number, places: number, limit: number): [LogitPlaces, Float64Array] {
  const random = Random.of(seed, "market");
  const weights = Array.from({ length: ads }, () =>
    Float64Array.from({ length: places }, () => Math.exp(random.normal() - 0.5)),
  );
  return [{ weights, limit }, Float64Array.from({ length: ads }, () => random.uniform())];
}

/** Every placement of at most `limit` ads, including the empty one. */
function* placements(ads: number, places: number, limit: number): Generator<readonly AssignedPair[]> {
  const pairs: AssignedPair[] = [];
  const taken = new Set<number>();
  function* from(ad: number): Generator<readonly AssignedPair[]> {
    if (ad === ads) {
      yield [...pairs];
      return;
    }
    yield* from(ad + 1);
    if (pairs.length === limit) return;
    for (let place = 0; place < places; place++) {
      if (taken.has(place)) continue;
      taken.add(place);
      pairs.push([ad, place]);
      yield* from(ad + 1);
      pairs.pop();
      taken.delete(place);
    }
  }
  yield* from(0);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, k) => permutations(items.filter((_, j) => j !== k)).map((rest) => [item, ...rest]));
}

const LEVEL = regularVirtualValues(uniformValues());

describe("a logit reader", () => {
  it.each(matrix("3 3 1 | 4 2 3 | 2 4 2 | 4 4 3"))(
    "%i ads in %i places, at most %i: the optimal placement equals enumeration",
    (ads, places, limit) => {
      for (let seed = 0; seed < 60; seed++) {
        const [market, values] = logitMarket(seed, ads, places, limit);
        const placement = bestLogitPlacement(market, values);
        const every = [...placements(ads, places, limit)].map((pairs) => logitWelfare(market, values, pairs));
        expect(placement.welfare).toBeCloseTo(Math.max(...every), 12);
        expect(logitWelfare(market, values, placement.pairs)).toBeCloseTo(placement.welfare, 12);
        expect(placement.pairs.length).toBeLessThanOrEqual(limit);
        expect(placement.rounds).toBeLessThanOrEqual(6);
        const [large, worths] = logitMarket(seed, 10 * ads, 10 * places, 10 * limit);
        expect(bestLogitPlacement(large, worths).rounds).toBeLessThanOrEqual(8);
      }
    },
  );

  it("omits an ad that reduces welfare, even with free places", () => {
    const market = { weights: [Float64Array.of(4, 4), Float64Array.of(4, 4)], limit: 2 };
    expect(bestLogitPlacement(market, [1, 0.7]).pairs).toHaveLength(1);
    expect(bestLogitPlacement(market, [1, 0.9]).pairs).toHaveLength(2);
    // Welfare is 4/5 with one ad and 4(1 + v)/9 with both; they are equal at v = 0.8.
    expect(bestLogitPlacement(market, [1, 0.8 + 1e-9]).pairs).toHaveLength(2);
  });

  it("chooses with the model's click probabilities", () => {
    const market = { weights: [Float64Array.of(2, 1), Float64Array.of(0.5, 3)], limit: 2 };
    const clicks = logitClicks(market, pairs("0,0 1,1"));
    expect([...clicks]).toEqual([2 / 6, 3 / 6]);
  });

  it("VCG satisfies the payment identity, is individually rational, and is monotone in the own bid", () => {
    for (let seed = 0; seed < 40; seed++) {
      const [market, values] = logitMarket(seed, 3, 3, 2);
      const vcg = externalityPricing(logitUsers(market));
      const derived = truthfulMechanism(3, (reports) => vcg.run(reports).allocation).run(values);
      const outcome = vcg.run(values);
      for (let ad = 0; ad < 3; ad++) expect(outcome.payments[ad]).toBeCloseTo(derived.payments[ad], 12);
      expect(Math.min(...utilities(values, outcome), ...outcome.payments)).toBeGreaterThanOrEqual(-1e-12);
      for (let ad = 0; ad < 3; ad++) {
        const clicks = Array.from({ length: 31 }, (_, k) => vcg.run(values.with(ad, k / 20)).allocation[ad]);
        for (let k = 1; k < 31; k++) expect(clicks[k]).toBeGreaterThanOrEqual(clicks[k - 1] - 1e-12);
      }
    }
  });

  it("with two ads in one place earns the revenue of a second price with reserve 1/2, for a single ad's clicks", () => {
    const two = virtualPricing(logitUsers({ weights: [Float64Array.of(1.7), Float64Array.of(1.7)], limit: 1 }), [
      LEVEL,
      LEVEL,
    ]);
    const second = sealedMechanism(secondPrice, 2, 0.5);
    const random = Random.of(1, "one place");
    for (let k = 0; k < 20_000; k++) {
      const values = Float64Array.of(random.uniform(), random.uniform());
      const paid = aloneRate(1.7) * revenueOf(second.run(values));
      expect(Math.abs(revenueOf(two.run(values)) - paid)).toBeLessThanOrEqual(1e-9);
    }
  });
});

describe("a cascade reader", () => {
  const market = (seed: number, ads: number, places: number, limit: number) => {
    const random = Random.of(seed, "cascade");
    const rates = Array.from({ length: ads }, () => Float64Array.from({ length: places }, () => random.uniform() ** 2));
    return { rates, limit, values: Float64Array.from({ length: ads }, () => -Math.log1p(-random.uniform())) };
  };

  it("has the welfare of simulated clicks", () => {
    const { rates, limit, values } = market(1, 3, 3, 3);
    const read = bestReading(values, pairs("0,1 1,0 2,2"));
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

  it("has the highest welfare with the most valuable ad first", () => {
    for (let seed = 0; seed < 300; seed++) {
      const { rates, limit, values } = market(seed, 4, 4, 4);
      const pairs = Array.from(values.keys(), (ad): AssignedPair => [ad, (ad + seed) % 4]);
      const sorted = cascadeWelfare({ rates, limit }, values, bestReading(values, pairs));
      for (const order of permutations(pairs))
        expect(cascadeWelfare({ rates, limit }, values, order)).toBeLessThanOrEqual(sorted + 1e-12);
    }
  });

  it("every placement is enumerated once", () => {
    const seen = [...placements(3, 2, 2)].map((pairs) => JSON.stringify(pairs));
    // One empty placement, 3·2 of one ad, 3·2 of two.
    expect(seen).toHaveLength(13);
    expect(new Set(seen).size).toBe(13);
    expect([...placements(3, 3, 1)]).toHaveLength(10);
  });

  const sizes = { text: matrix("4 3 2 | 3 4 3 | 5 2 5"), any: matrix("4 3 2 | 3 4 1 | 4 4 4") };
  const readings = (["text", "any"] as const).flatMap((reading) => sizes[reading].map((size) => ({ reading, size })));
  it.each(readings)(
    "$size ads, places and ads at most, order $reading: the optimum equals enumeration",
    ({ reading, size: [ads, places, limit] }) => {
      for (let seed = 0; seed < 20; seed++) {
        const { rates, values } = market(seed, ads, places, limit);
        const order = (pairs: readonly (readonly [number, number])[]) =>
          reading === "any" ? bestReading(values, pairs) : textReading(pairs);
        const every = [...placements(ads, places, limit)].map((pairs) =>
          cascadeWelfare({ rates, limit }, values, order(pairs)),
        );
        const { read, welfare } = cascadeOptimum({ rates, limit }, reading)(values);
        expect(welfare).toBeCloseTo(Math.max(...every), 12);
        expect(cascadeWelfare({ rates, limit }, values, read)).toBeCloseTo(welfare, 12);
        expect(order(read)).toEqual(read);
        expect(read.length).toBeLessThanOrEqual(limit);
      }
    },
  );

  it("greedy ≤ optimum ≤ bound, and text order is no better than free order", async () => {
    const solver = await linearPrograms();
    for (let seed = 0; seed < 20; seed++) {
      const { values, ...places } = market(seed, 3, 3, 1 + (seed % 3));
      const any = cascadeOptimum(places, "any")(values).welfare;
      const text = cascadeOptimum(places, "text")(values).welfare;
      const greedy = greedyCascade(places, values).welfare;
      expect(greedy).toBeLessThanOrEqual(any + 1e-12);
      expect(greedy).toBeGreaterThanOrEqual(any / 3);
      expect(text).toBeLessThanOrEqual(any + 1e-12);
      expect(greedyCascade(places, values, "text").welfare).toBeLessThanOrEqual(text + 1e-12);
      expect(any).toBeLessThanOrEqual(cascadeBound(solver, places, values) + 1e-9);
    }
  });

  it("with picks by gain, a higher bid may reduce an ad's clicks", () => {
    const places = { rates: matrix("0.9 0.6 | 0.4 1 | 0 0.8").map((row) => Float64Array.from(row)), limit: 2 };
    const clicks = (bid: number) => {
      const values = Float64Array.of(bid, 1.3, 1.6);
      return cascadeClicks(places, greedyCascade(places, values).read)[0];
    };
    // The second ad is cheap and displaces no other ad; it makes room for the third, which is read first and gets the most clicks.
    expect(clicks(1.35)).toBeCloseTo(0.9, 12);
    expect(clicks(1.45)).toBeCloseTo(0.18, 12);
  });

  it("picks by rate·value: at least 1/limit of the optimum, monotone clicks, and truthful", () => {
    let gained = false;
    for (let seed = 0; seed < 20; seed++) {
      const { values, ...places } = market(seed, 4, 3, 1 + (seed % 3));
      const { read, welfare } = pickedCascade(places, values);
      expect(welfare).toBeGreaterThanOrEqual(cascadeOptimum(places, "any")(values).welfare / places.limit - 1e-12);
      expect(read.length).toBeLessThanOrEqual(places.limit);
      const clicks = cascadeClicks(places, read);
      expect(clicks.reduce((sum, rate, ad) => sum + rate * values[ad], 0)).toBeCloseTo(welfare, 12);
      const sold = truthfulCascade(places);
      const honest = utilities(values, sold.run(values));
      for (let ad = 0; ad < 4; ad++) {
        let before = 0;
        for (let bid = 0; bid < 4; bid += 0.1) {
          const outcome = sold.run(values.with(ad, bid));
          expect(outcome.allocation[ad]).toBeGreaterThanOrEqual(before - 1e-12);
          expect(utilities(values, outcome)[ad]).toBeLessThanOrEqual(honest[ad] + 1e-9);
          before = outcome.allocation[ad];
          gained ||= utilities(values, payYourBid(sold).run(values.with(ad, bid)))[ad] > 0.01;
        }
      }
    }
    expect(gained).toBe(true);
  });
});

/** A distribution that needs ironing: values above 0.6 are rare. */
const steps = matrix("0 0.6 0.8 | 0.6 1 0.2").map(([low, high, share]) => ({ low, high, share }));
const STEPPED = ironedVirtualValues(steppedValues(steps));

describe.each(KINDS)("%s users of a list", (kind) => {
  it("have the largest welfare in the best placement, and at most as much in an approximate one", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { users, values } = listOf(kind, 4, 2, seed);
      const shown = new Int32Array(users.places);
      const allocation = new Float64Array(users.ads);
      const worthOf = () => {
        users.clicks(shown, allocation);
        return welfareOf(values, { allocation, payments: allocation });
      };
      let most = 0;
      for (const pairs of placements(4, 3, 2)) {
        shown.fill(-1);
        for (const [ad, place] of pairs) shown[place] = ad;
        most = Math.max(most, worthOf());
      }
      expect(users.best(values, shown)).toBeCloseTo(most, 12);
      expect(worthOf()).toBeCloseTo(most, 12);
      const near = users.approximate(values, shown);
      expect(worthOf()).toBeCloseTo(near, 12);
      expect(near).toBeLessThanOrEqual(most + 1e-12);
      expect(near).toBeGreaterThan(0.3 * most);
      users.best(Float64Array.of(0, 0.5, -1, Number.NEGATIVE_INFINITY), shown);
      expect([...shown].filter((ad) => ad >= 0)).toEqual([1]);
    }
  });

  it.each(["vcg", "optimal"] as const)("%s satisfies the payment identity", (rule) => {
    let paid = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { users, values, qualities } = listOf(kind, 5, 1 + (seed % 3), seed);
      const drawn = seed % 2 === 0 ? STEPPED : LEVEL;
      const virtual = Array.from(values, () => drawn);
      const reserve = rule === "vcg" ? 0.2 : 0;
      const mechanism = listMechanism(rule, users, { qualities, virtual, reserve });
      const derived = truthfulMechanism(5, (reports) => mechanism.run(reports).allocation).run(values);
      const { allocation, payments } = mechanism.run(values);
      for (let ad = 0; ad < 5; ad++) {
        paid += payments[ad];
        expect(payments[ad]).toBeCloseTo(derived.payments[ad], 10);
        expect(payments[ad]).toBeGreaterThanOrEqual(reserve * allocation[ad] - 1e-12);
      }
    }
    expect(paid).toBeGreaterThan(1);
  });

  it.each(listRules.ids())("%s: the best bid equals a search over many bids, and payments are positive", (rule) => {
    let charged = 0;
    for (let seed = 0; seed < 12; seed++) {
      const { users, values, qualities } = listOf(kind, 4, 3, seed);
      const virtual = Array.from(values, () => LEVEL);
      const mechanism = listMechanism(rule, users, { qualities, virtual, reserve: seed % 2 === 0 ? 0 : 0.15 });
      const rng = Random.of(seed, "bids");
      const reports = Float64Array.from(values, () => rng.uniform());
      const most = seed % 3 === 0 ? 0.4 : 1;
      charged += mechanism.run(reports).payments.reduce((a, b) => a + b, 0);
      for (let ad = 0; ad < 4; ad++) {
        const gain = (bid: number) => utilities(values, mechanism.run(reports.with(ad, bid)))[ad];
        const highest = Math.max(0, ...Array.from({ length: 401 }, (_, k) => gain((most * k) / 400)));
        const best = mechanism.best(ad, values[ad], reports, most);
        if (rule === "approximate") expect(best).toBeGreaterThan(0.7 * highest - 0.01);
        else expect(best).toBeGreaterThanOrEqual(highest - 1e-11);
        // The grid's best bid may be one grid step away from the optimum.
        expect(best).toBeLessThanOrEqual(highest + (rule === "approximate" ? 0.05 : 1 / 400 + 1e-11));
      }
    }
    expect(charged).toBeGreaterThan(0.1);
  });
});

describe("slots", () => {
  it("have closed-form VCG payments", () => {
    const rates = [0.9, 0.6, 0.3];
    for (let seed = 0; seed < 20; seed++) {
      const { users, qualities, values } = listOf("separable", 5, 3, seed);
      // Σ over lower places of the lost clicks times the score of the ad that would move up.
      const order = [...values.keys()].sort((a, b) => qualities[b] * values[b] - qualities[a] * values[a]);
      const virtual = Array.from(values, () => LEVEL);
      const { payments } = listMechanism("vcg", users, { qualities, virtual }).run(values);
      for (let place = 0; place < 3; place++) {
        let lost = 0;
        for (let s = place; s < 3; s++)
          lost += (rates[s] - (rates[s + 1] ?? 0)) * qualities[order[s + 1]] * values[order[s + 1]];
        expect(payments[order[place]]).toBeCloseTo(lost, 12);
      }
    }
  });

  it("under first prices every bidder pays its bid", () => {
    const { users, qualities, values } = listOf("separable", 4, 2, 1);
    const virtual = Array.from(values, () => LEVEL);
    const rule = (name: "first-price" | "gsp") => listMechanism(name, users, { qualities, virtual });
    const [own, wanted] = [rule("first-price").run(values), payYourBid(rule("gsp")).run(values)];
    for (let ad = 0; ad < 4; ad++) expect(own.payments[ad]).toBeCloseTo(wanted.payments[ad], 12);
  });
});
