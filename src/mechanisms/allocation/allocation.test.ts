// Prices against steps computed by hand and the proximal problem, ledgers against a direct implementation of the rule, and benchmarks
// against each other.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hindsightOptimum } from "../../../test/fixtures/hindsight-optimum.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { maximise } from "../../math/maximise.ts";
import { dualFunction, fluidBound } from "./benchmarks.ts";
import { drawnKind, featureSource } from "./generators.ts";
import { MIRRORS, type Mirror, nextPrice } from "./prices.ts";
import { emptyRequests } from "./requests.ts";
import { dualDescent, fixedPrices, ledgerOf } from "./serve.ts";

function drawn(seed: number, count: number, resources = 3, options = 4) {
  const random = Random.of(seed, "requests");
  const kind = drawnKind(resources, random.stream("kind"));
  const requests = emptyRequests(count, options, resources);
  featureSource(kind)(requests, random.stream("draws"));
  return { requests, rates: kind.rates, budgets: kind.rates.map((rate) => rate * count) };
}

/** V_h(a, b), the Bregman divergence of the mirror's h in one coordinate. */
function bregman(mirror: Mirror, a: number, b: number): number {
  if (mirror === "subgradient") return (a - b) ** 2 / 2;
  return (a === 0 ? 0 : a * Math.log(a / b)) - a + b;
}

describe("prices", () => {
  it("change as computed by hand", () => {
    // 0.5 − 0.1·(0.3 − 1), and clipped at 0.
    expect(nextPrice("subgradient", 0.5, 0.1, 0.3, 1)).toBeCloseTo(0.57, 15);
    expect(nextPrice("subgradient", 0.01, 0.1, 0.3, 0)).toBe(0);
    expect(nextPrice("multiplicative", 0.5, 0.1, 0.3, 1)).toBeCloseTo(0.5 * Math.exp(0.07), 15);
    expect(nextPrice("multiplicative", 1e-12, 1, 1, 0)).toBe(1e-12);
  });

  it.each(MIRRORS)("with the %s step solve the proximal problem", (mirror) => {
    const random = Random.of(1, mirror);
    for (let trial = 0; trial < 100; trial++) {
      const [price, step, rate] = [random.uniform(0.05, 2), random.uniform(0.05, 0.5), random.uniform(0.1, 1)];
      const used = random.integer(3) / 2;
      const worth = (next: number) => -((rate - used) * next + bregman(mirror, next, price) / step);
      const own = nextPrice(mirror, price, step, rate, used);
      const { at, value } = maximise(worth, 0, 6, 601, 1e-12);
      expect(value - worth(own)).toBeLessThanOrEqual(1e-8);
      // Near a flat maximum, a search by values finds only half of the digits.
      expect(own).toBeCloseTo(at, 6);
    }
  });
});

describe("serving", () => {
  it("never exceeds budgets, sums the served rewards, and gives the same result in one batch or many", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom(...MIRRORS), (seed, mirror) => {
        const { requests, rates, budgets } = drawn(seed, 60);
        const rule = { mirror, rate: 0.2 };
        const whole = dualDescent(ledgerOf(budgets, 0.3), rates, rule);
        const choices = new Int32Array(requests.count);
        whole.serve(requests, choices);
        const used = new Float64Array(3);
        let earned = 0;
        let served = 0;
        for (const [t, choice] of choices.entries()) {
          if (choice < 0) continue;
          served += 1;
          const j = t * requests.options + choice;
          earned += requests.rewards[j];
          for (let k = 0; k < 3; k++) used[k] += requests.uses[j * 3 + k];
        }
        const { ledger } = whole;
        expect(ledger.earned).toBeCloseTo(earned, 9);
        expect(ledger.served).toBe(served);
        for (let k = 0; k < 3; k++) {
          expect(used[k]).toBeLessThanOrEqual(budgets[k] + 1e-9);
          expect(ledger.remaining[k]).toBeCloseTo(budgets[k] - used[k], 9);
        }
        const parts = dualDescent(ledgerOf(budgets, 0.3), rates, rule);
        for (const [from, to] of matrix("0 25 | 25 60")) {
          parts.serve({
            ...requests,
            count: to - from,
            rewards: requests.rewards.slice(4 * from, 4 * to),
            uses: requests.uses.slice(12 * from, 12 * to),
          });
        }
        expect([...parts.ledger.prices]).toEqual([...ledger.prices]);
        expect(parts.ledger.earned).toBeCloseTo(ledger.earned, 9);
      }),
      { numRuns: 30 },
    );
  });

  it("learns from requested uses, also when they could not be served", () => {
    const requests = emptyRequests(3, 1, 1);
    requests.rewards.fill(1);
    requests.uses.fill(1);
    const server = dualDescent(ledgerOf([1]), [0.25], { mirror: "subgradient", rate: 0.4 });
    const choices = new Int32Array(3);
    server.serve(requests, choices);
    expect([...choices]).toEqual([0, -1, -1]);
    // Three steps of 0.4·(1 − 1/4); only the first request was served.
    expect(server.ledger.prices[0]).toBeCloseTo(0.9, 12);
    expect(server.ledger).toMatchObject({ earned: 1, served: 1, missed: 2 });
  });

  it("declines a request if every option costs more than its reward, and options of value 0", () => {
    const requests = emptyRequests(2, 2, 1);
    requests.rewards.set([1, 2, 0, 0]);
    requests.uses.set([1, 3, 0, 1]);
    const server = fixedPrices(ledgerOf([10], 0.9));
    const choices = new Int32Array(2);
    server.serve(requests, choices);
    expect([...choices]).toEqual([0, -1]);
  });
});

describe("benchmarks", () => {
  it("weak duality: T·D(μ) ≥ the fluid bound ≥ hindsight ≥ the realised reward", async () => {
    const solver = await linearPrograms();
    for (let seed = 0; seed < 20; seed++) {
      const { requests, rates, budgets } = drawn(seed, 80);
      const hindsight = hindsightOptimum(solver, requests, budgets);
      const { value, prices } = fluidBound(solver, requests, rates, 100);
      // For these fixed requests the dual has no gap.
      expect(80 * value).toBeCloseTo(hindsight, 3);
      expect(dualFunction(requests, rates, prices)).toBeCloseTo(value, 12);
      const random = Random.of(seed, "prices");
      for (let trial = 0; trial < 20; trial++) {
        const any = Float64Array.from({ length: 3 }, () => random.uniform(0, 3));
        expect(80 * dualFunction(requests, rates, any)).toBeGreaterThanOrEqual(hindsight - 1e-6);
      }
      for (const mirror of MIRRORS) {
        const { ledger, serve } = dualDescent(ledgerOf(budgets, 0.3), rates, { mirror, rate: 0.1 });
        serve(requests);
        expect(Math.min(...ledger.remaining)).toBeGreaterThanOrEqual(-1e-9);
        expect(ledger.earned).toBeLessThanOrEqual(hindsight + 1e-6);
        expect(ledger.earned).toBeGreaterThan(0.5 * hindsight);
      }
    }
  });
});
