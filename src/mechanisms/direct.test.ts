// Single-parameter mechanisms: payments by the payment identity against those of each rule, and optimal revenue against closed forms.

import { describe, expect, it } from "vitest";
import { near } from "../../test/fixtures/intervals.ts";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { mean } from "../evaluation/statistics/moments.ts";
import {
  FallingAllocation,
  optimalMechanism,
  revenueOf,
  sealedMechanism,
  truthfulMechanism,
  truthfulPayment,
  utilities,
  welfareOf,
} from "./direct.ts";
import { externalityPricing } from "./position/list.ts";
import { scoreAuction } from "./position/score-auction.ts";
import { separableUsers } from "./position/separable.ts";
import { secondPrice } from "./sealed-bid.ts";
import { ironedVirtualValues, regularVirtualValues, steppedValues, uniformValues } from "./value-distribution.ts";

const draws = (count: number, bidders: number) =>
  Array.from({ length: count }, (_, k) => {
    const random = Random.of(k, "values");
    return Float64Array.from({ length: bidders }, () => random.uniform());
  });

/** Slots beside search results: clicks of each slot, and the relative click rate of each ad. */
const slotUsers = (slots: readonly number[], qualities: readonly number[]) =>
  separableUsers({
    rates: qualities.map((quality) => Float64Array.from(slots, (slot) => slot * quality)),
    limit: slots.length,
  });

describe("the payment identity", () => {
  it("gives the second price for the highest bid", () => {
    const second = sealedMechanism(secondPrice, 3);
    const derived = truthfulMechanism(3, (reports) => second.run(reports).allocation);
    for (const values of draws(50, 3)) {
      expect(revenueOf(derived.run(values))).toBeCloseTo(revenueOf(second.run(values)), 12);
    }
  });

  it("gives VCG payments for slots", () => {
    const vcg = externalityPricing(slotUsers([0.5, 0.3, 0.1], [1, 0.7, 1.2, 0.9]));
    const derived = truthfulMechanism(4, (reports) => vcg.run(reports).allocation);
    for (const values of draws(50, 4)) {
      const [own, wanted] = [derived.run(values), vcg.run(values)];
      for (let k = 0; k < 4; k++) expect(own.payments[k]).toBeCloseTo(wanted.payments[k], 12);
      expect(Math.min(...utilities(values, wanted))).toBeGreaterThanOrEqual(-1e-12);
    }
  });

  it("rejects a decreasing allocation", () => {
    expect(() => truthfulPayment((bid) => (bid < 0.5 ? 1 : 0.5), 1)).toThrow(FallingAllocation);
  });
});

describe("slots", () => {
  it("cost at least as much under GSP as under VCG, for the same clicks", () => {
    const users = slotUsers([1, 0.6, 0.2], [1, 1, 1, 1]);
    const values = Float64Array.of(10, 8, 5, 1);
    const [gsp, vcg] = [scoreAuction(users, [1, 1, 1, 1], "next"), externalityPricing(users)].map((m) => m.run(values));
    expect([...gsp.allocation]).toEqual([1, 0.6, 0.2, 0]);
    expect([...vcg.allocation]).toEqual([...gsp.allocation]);
    // By hand: 8·1, 5·0.6, 1·0.2; and (0.4·8 + 0.4·5 + 0.2·1), (0.4·5 + 0.2·1), 0.2·1.
    for (const [k, payment] of [8, 3, 0.2, 0].entries()) expect(gsp.payments[k]).toBeCloseTo(payment, 12);
    for (const [k, payment] of [5.4, 2.2, 0.2, 0].entries()) expect(vcg.payments[k]).toBeCloseTo(payment, 12);
    expect(welfareOf(values, gsp)).toBeCloseTo(10 + 4.8 + 1, 12);
  });
});

describe("the optimal auction", () => {
  it("is a second-price auction with a reserve for identical distributions", () => {
    const virtual = regularVirtualValues(uniformValues());
    const optimal = optimalMechanism([virtual, virtual, virtual]);
    const reserved = sealedMechanism(secondPrice, 3, 0.5);
    for (const values of draws(100, 3)) {
      const [own, wanted] = [optimal.run(values), reserved.run(values)];
      expect([...own.allocation]).toEqual([...wanted.allocation]);
      expect(revenueOf(own)).toBeCloseTo(revenueOf(wanted), 12);
    }
  });

  it("earns 5/12 from two bidders on [0, 1]", () => {
    const virtual = regularVirtualValues(uniformValues());
    const optimal = optimalMechanism([virtual, virtual]);
    const revenues = draws(40_000, 2).map((values) => revenueOf(optimal.run(values)));
    near(mean(revenues), 5 / 12, 0.005);
  });

  it("favours bidders with lower distributions, and breaks ties of ironed values by order", () => {
    const virtual = [uniformValues(0, 1), uniformValues(0, 2)].map(regularVirtualValues);
    // φ = 2·0.8 − 1 = 0.6 exceeds 2·1.2 − 2 = 0.4: the lower value wins and pays v with 2v − 1 = 0.4.
    const sale = optimalMechanism(virtual).run(Float64Array.of(0.8, 1.2));
    expect([...sale.allocation]).toEqual([1, 0]);
    expect(sale.payments[0]).toBeCloseTo(0.7, 9);
    // Revenue is 4q − 4q² up to q = 1/4, and q(7 − 4q)/3 beyond: values from 1.42 to 2 have the same ironed virtual value.
    const stretches = matrix("1 2 0.75 | 3 4 0.25").map(([low, high, share]) => ({ low, high, share }));
    const ironed = ironedVirtualValues(steppedValues(stretches));
    const lot = optimalMechanism([ironed, ironed]).run(Float64Array.of(1.5, 1.9));
    expect([...lot.allocation]).toEqual([1, 0]);
    expect(lot.payments[0]).toBeCloseTo(2 - ((1 + Math.sqrt(3)) / 4 - 0.25) / 0.75, 3);
  });
});
