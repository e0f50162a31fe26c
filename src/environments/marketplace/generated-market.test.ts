// Drawn markets keep the invariants of the public data: orders sold, amenities lacking, and the spread of prices.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { GOODS, generatedMarket, MOST_CUSTOMERS } from "./generated-market.ts";
import { benchmarksOf, hasAmenities, offersFor } from "./market.ts";

const draw = { goods: "restaurants", customers: 12, rivals: 3, lacking: 1, prices: "normal", further: 10 } as const;

test.each(GOODS)("a market of %s has three offers for each order, of which two fit", (goods) => {
  for (let seed = 0; seed < 20; seed++) {
    const market = generatedMarket({ ...draw, goods }, Random.of(seed));
    expect(market.businesses).toHaveLength(36);
    expect(new Set(market.businesses.map(({ id }) => id)).size).toBe(36);
    const sizes = market.customers.map(({ order }) => order.size);
    for (const size of [1, 2, 3]) expect(sizes.filter((one) => one === size)).toHaveLength(4);
    for (const customer of market.customers) {
      expect([1, 2]).toContain(customer.amenities.length);
      const offers = offersFor(customer, market.businesses);
      // A business may sell the order of another customer by chance.
      expect(offers.length).toBeGreaterThanOrEqual(3);
      expect(offers.filter(({ fits }) => fits).length).toBeGreaterThanOrEqual(2);
      for (const item of customer.order.keys()) expect(customer.request).toContain(item);
    }
    const { best, cheapest, anyThatFits, any } = benchmarksOf(market);
    expect(best).toBeGreaterThanOrEqual(Math.max(cheapest, anyThatFits, any) - 1e-9);
  }
});

test("prices spread by an eighth of the usual price, or from it to twice as much", () => {
  const ratios = (prices: "normal" | "uniform"): number[] => {
    const { customers, businesses } = generatedMarket({ ...draw, customers: MOST_CUSTOMERS, prices }, Random.of(1));
    return customers.flatMap(({ order }) =>
      [...order].flatMap(([item, usual]) =>
        businesses.flatMap(({ menu }) => (menu.has(item) ? [(menu.get(item) ?? 0) / usual] : [])),
      ),
    );
  };
  const normal = ratios("normal");
  expect(mean(normal)).toBeCloseTo(1, 1);
  expect(deviation(normal)).toBeCloseTo(0.125, 2);
  const uniform = ratios("uniform");
  expect(Math.min(...uniform)).toBeGreaterThan(0.99);
  expect(Math.max(...uniform)).toBeLessThan(2.01);
  expect(mean(uniform)).toBeCloseTo(1.5, 1);
});

test("none of the businesses that lack an amenity fits, however many rivals there are", () => {
  const { customers, businesses } = generatedMarket({ ...draw, rivals: 6, lacking: 6, further: 0 }, Random.of(3));
  expect(customers.some((customer) => businesses.some((one) => offersFor(customer, [one]).length > 0))).toBe(true);
  const own = customers.map((customer) => offersFor(customer, businesses).filter(({ fits }) => fits).length);
  expect(own.reduce((a, b) => a + b, 0)).toBe(0);
  expect(hasAmenities({ ...customers[0], amenities: [] }, businesses[0])).toBe(true);
});
