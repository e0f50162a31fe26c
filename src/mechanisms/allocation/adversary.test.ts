// Adversarial requests: phases of growing value that may stop after any phase. No rule can guarantee more than a share 1/α of the optimum,
// where a request uses α times the budget per request; learnt prices miss that share by no more than the theoretical bound.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { phaseValue } from "./generators.ts";
import { emptyRequests } from "./requests.ts";
import { dualDescent, fixedPrices, ledgerOf } from "./serve.ts";

const COUNT = 100_000;

/**
 * C₁ + C₂·η·T + C₃/η with C₁ = f̄·b̄/ρ, C₂ = (b̄ + ρ)²/2 and C₃ = (f̄/ρ)²/2, for rewards f̄ and uses b̄ of at most 1: the bound on the
 * optimum less α times the reward of the subgradient form (arXiv 2011.10124, theorem 2).
 */
const regretBound = (rate: number, step: number) =>
  1 / rate + ((1 + rate) ** 2 / 2) * step * COUNT + 1 / rate ** 2 / 2 / step;

test.each(matrix("2 0.49 0.01 32 | 4 0.24 0.001 26 | 10 0.09 0.001 0"))(
  "with adversarial phases and α = %d, prices reach at least a share of %f within the bound, first come, first served at most %f; the bound is informative in %d instances",
  (alpha, kept, plain, instances) => {
    const requests = emptyRequests(COUNT, 1, 1);
    requests.uses.fill(1);
    const budget = Math.floor(COUNT / alpha);
    const step = 1 / Math.sqrt(COUNT);
    const allowed = regretBound(1 / alpha, step);
    let [learnt, first, said] = [1, 1, 0];
    for (const phases of [2, 4, 8]) {
      for (const growth of [1.5, 2, 4]) {
        for (let ends = 1; ends <= phases; ends++) {
          for (let t = 0; t < COUNT; t++) requests.rewards[t] = phaseValue(t, COUNT, phases, growth, ends);
          const best = requests.rewards
            .toSorted()
            .reverse()
            .subarray(0, budget)
            .reduce((a, b) => a + b, 0);
          const prices = dualDescent(ledgerOf([budget]), [1 / alpha], { mirror: "subgradient", rate: step });
          const none = fixedPrices(ledgerOf([budget]));
          prices.serve(requests);
          none.serve(requests);
          learnt = Math.min(learnt, prices.ledger.earned / best);
          first = Math.min(first, none.ledger.earned / best);
          // The bound is vacuous where it permits a reward of 0.
          if (best <= allowed) continue;
          said += 1;
          expect(best - alpha * prices.ledger.earned).toBeLessThanOrEqual(allowed);
        }
      }
    }
    expect(said).toBe(instances);
    expect(learnt).toBeGreaterThanOrEqual(kept);
    expect(first).toBeLessThan(plain);
  },
);
