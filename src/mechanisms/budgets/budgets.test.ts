// Budgets and returns against linear programs, and an autobidder against its constraints.

import { describe, expect, it, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { bestMixture, globalPlan } from "../../../test/fixtures/spending-plans.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { emptySales, secondPrice } from "../sealed-bid.ts";
import { autobidder } from "./autobidder.ts";
import { type Auctions, bought, byReturns, shelfOf } from "./levers.ts";

function channel(seed: number, auctions: number): Auctions {
  const random = Random.of(seed, "channel");
  const drawn = () => Float64Array.from({ length: auctions }, () => random.uniform(0.1, 1));
  return { values: drawn(), costs: drawn() };
}

describe("a channel", () => {
  it("buys with a budget as the linear program does, and spends all of it while auctions are left", async () => {
    const solver = await linearPrograms();
    for (let seed = 0; seed < 20; seed++) {
      const one = channel(seed, 6);
      const all = one.costs.reduce((a, b) => a + b, 0);
      for (const share of [0, 0.3, 0.7, 1, 1.5]) {
        const own = bought(shelfOf(one), share * all);
        const plan = globalPlan(solver, [one], { budget: share * all, roi: 0 });
        expect(own.value).toBeCloseTo(plan.value, 9);
        expect(own.spend).toBeCloseTo(Math.min(1, share) * all, 12);
      }
    }
  });

  it("buys at a target return as the linear program does", async () => {
    const solver = await linearPrograms();
    for (let seed = 0; seed < 20; seed++) {
      const one = channel(seed, 6);
      for (const roi of [0.5, 1, 1.5, 2, 4]) {
        const own = byReturns([one], [roi]);
        expect(own.value).toBeCloseTo(globalPlan(solver, [one], { budget: 1e9, roi }).value, 9);
        expect(own.value).toBeGreaterThanOrEqual(roi * own.spend - 1e-9);
      }
    }
  });

  it("buys auctions without cost first", () => {
    const shelf = shelfOf({ values: Float64Array.of(1, 2), costs: Float64Array.of(1, 0) });
    expect(bought(shelf, 0)).toEqual({ value: 2, spend: 0 });
    expect(bought(shelf, 0.5)).toEqual({ value: 2.5, spend: 0.5 });
  });
});

test("the best mixture over a fine grid of budgets equals the global plan, and respects a pilot's remaining budget", async () => {
  const solver = await linearPrograms();
  for (let seed = 0; seed < 10; seed++) {
    const channels = [channel(seed, 4), channel(seed + 100, 3)];
    const shelves = channels.map(shelfOf);
    const all = shelves.reduce((sum, { cost }) => sum + (cost.at(-1) ?? 0), 0);
    const limits = { budget: 0.6 * all, roi: seed % 2 === 0 ? 0.5 : 1.5 };
    const grid = Array.from({ length: 501 }, (_, k) => (k * all) / 500);
    const means = shelves.map((shelf) => grid.map((budget) => bought(shelf, budget)));
    const { x, objective } = bestMixture(solver, means, limits);
    const plan = globalPlan(solver, channels, limits).value;
    expect(objective).toBeLessThanOrEqual(plan + 1e-9);
    expect(objective).toBeGreaterThan(0.99 * plan);
    for (const j of [0, 1]) expect(x.slice(j * 501, (j + 1) * 501).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    // A sample return above the target may be below it in expectation, which the slack allows for.
    expect(bestMixture(solver, means, { ...limits, slack: 0.1 }).objective).toBeGreaterThanOrEqual(objective - 1e-9);
  }
});

/** What a channel buys for a budget in reverse order of value per cost, computed by swapping values and costs. */
function dearFirst({ values, costs }: Auctions, budget: number): number {
  const { value, cost } = shelfOf({ values: costs, costs: values });
  return bought({ value: cost, cost: value }, budget).value;
}

test("per-channel budgets from the global plan achieve its value within the limits, unless the dearest auctions are bought first", async () => {
  const solver = await linearPrograms();
  let dearest = 0;
  for (let seed = 0; seed < 200; seed++) {
    const random = Random.of(seed, "levers");
    const channels = Array.from({ length: 2 + random.integer(3) }, (_, j) =>
      channel(10 * seed + j, 1 + random.integer(5)),
    );
    const cost = channels.reduce((sum, { costs }) => sum + costs.reduce((a, b) => a + b, 0), 0);
    const limits = { budget: random.uniform() * cost, roi: random.uniform(0.5, 1.8) };
    const plan = globalPlan(solver, channels, limits);
    const own = channels.map((one, j) => bought(shelfOf(one), plan.channels[j].spend));
    const [value, spend] = [own.reduce((sum, one) => sum + one.value, 0), own.reduce((sum, one) => sum + one.spend, 0)];
    expect(Math.abs(value - plan.value)).toBeLessThanOrEqual(1e-9 * plan.value);
    expect(spend).toBeLessThanOrEqual(limits.budget + 1e-7);
    expect(value).toBeGreaterThanOrEqual(limits.roi * spend - 1e-7);
    const dear = channels.reduce((sum, one, j) => sum + dearFirst(one, plan.channels[j].spend), 0);
    if (plan.value > 0) dearest = Math.max(dearest, 1 - dear / plan.value);
  }
  expect(dearest).toBeGreaterThan(0.5);
});

test.each([1e-1, 1e-2, 1e-3, 1e-6, 1e-9])(
  "per-channel returns reach almost nothing of the global plan where one channel is worth %f of the other",
  async (small) => {
    const channels = [small, 1].map((worth) => ({ values: Float64Array.of(worth), costs: Float64Array.of(worth) }));
    const limits = { budget: 0.5, roi: 0.5 };
    let best = 0;
    for (let a = 0; a <= 100; a++) {
      for (let b = 0; b <= 100; b++) {
        const { value, spend } = byReturns(channels, [a / 50, b / 50]);
        if (spend <= limits.budget && value >= limits.roi * spend) best = Math.max(best, value);
      }
    }
    const share = best / globalPlan(await linearPrograms(), channels, limits).value;
    expect(share / (2 * small)).toBeCloseTo(1, 6);
  },
);

describe("an autobidder", () => {
  it.each(matrix("0.05 0 | 0.2 1.2"))("satisfies a budget of %f per auction and a return of %f", (budget, roi) => {
    const random = Random.of(3, "auctions");
    const bidder = autobidder();
    bidder.reset({ budget, roi });
    const [bids, sales] = [new Float64Array(4), emptySales(1)];
    const auctions = 20_000;
    let [value, spend] = [0, 0];
    for (let t = 0; t < auctions; t++) {
      const worth = random.uniform();
      bids[0] = bidder.bid(worth, 1);
      for (let k = 1; k < 4; k++) bids[k] = random.uniform();
      secondPrice(bids, 4, 0, sales);
      const won = sales.winners[0] === 0;
      bidder.learn(worth, won ? sales.prices[0] : 0, won);
      if (!won) continue;
      value += worth;
      spend += sales.prices[0];
    }
    expect(spend / auctions).toBeLessThan(1.05 * budget + 0.002);
    expect(value).toBeGreaterThan(0.97 * roi * spend);
    expect(value).toBeGreaterThan(0);
  });
});
