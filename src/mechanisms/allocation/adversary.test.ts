// Adversarial requests: phases of growing value that may stop after any phase. No rule can guarantee more than a share 1/α of the optimum,
// where a request uses α times the budget per request; learnt prices miss that share by no more than the theoretical bound.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { linearPrograms } from "../../math/linear-program.ts";
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

test("of α phases that grow by g no rule is sure of more than 1/(α − (α − 1)/g), which comes to 1/α as they grow faster", async () => {
  const solver = await linearPrograms();
  for (const alpha of [2, 3, 4, 6, 10]) {
    const closed = (growth: number) => 1 / (alpha - (alpha - 1) / growth);
    for (const growth of [1.5, 2, 5, 20, 100, 1e4, 1e6]) {
      // Each phase could use the budget up. Column k is the share of it that a rule spends there in the mean, knowing nothing of later ones, and the
      // last the share of the best that it is sure of: the best after phase `ends` is all of that phase.
      const phases = Array.from({ length: alpha }, (_, k) => k);
      const rows = phases.map((ends) => ({
        columns: [...phases.slice(0, ends + 1), alpha],
        values: [...phases.slice(0, ends + 1).map((k) => growth ** (k - ends)), -1],
        lower: 0,
      }));
      const budget = { columns: phases, values: phases.map(() => 1), upper: 1 };
      const objective = [...phases.map(() => 0), 1];
      const sure = solver.optimum({ sense: "maximise", objective, rows: [...rows, budget] }).objective;
      expect(sure).toBeCloseTo(closed(growth), 7);
      expect(sure).toBeGreaterThan(1 / alpha);
    }
    expect(closed(1e6) * alpha).toBeCloseTo(1, 5);
  }
});
