// The learner of budgets in channels that sell only so much, beside the best mixture of budgets that a linear program finds.

import { expect, it } from "vitest";
import { bestMixture } from "../../../test/fixtures/spending-plans.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { bought, shelfOf } from "../../mechanisms/budgets/levers.ts";
import { budgetGrid, budgetLearner } from "./budget-learner.ts";

const REALISATIONS = 8;

/** What each of three channels sells, six auctions, in each of eight equally likely realisations. */
function market(seed: number) {
  const random = Random.of(seed, "market");
  return [2.4, 1.2, 0.6].map((worth) =>
    Array.from({ length: REALISATIONS }, () => {
      const costs = Float64Array.from({ length: 6 }, () => random.uniform(0.03, 0.25));
      return shelfOf({ costs, values: costs.map((cost) => cost * random.uniform(0.6, 1.4) * worth) });
    }),
  );
}

it.each([
  { name: "money", budget: 0.9, roi: 1 },
  { name: "return", budget: 2.4, roi: 1.5 },
])(
  "where $name binds and channels cannot spend all they are given, it comes near the best mixture within the limits",
  async (limits) => {
    const { budget, roi } = limits;
    const solver = await linearPrograms();
    const horizon = 30_000;
    const seeds = [1, 2, 3, 4];
    const results = seeds.map((seed) => {
      const shelves = market(seed);
      const means = shelves.map((own) =>
        Array.from(budgetGrid(401, budget), (one) => {
          const all = own.map((shelf) => bought(shelf, one));
          return { value: mean(all.map(({ value }) => value)), spend: mean(all.map(({ spend }) => spend)) };
        }),
      );
      const arms = budgetGrid(Math.round(horizon ** (1 / 3)), budget);
      const learner = budgetLearner({ channels: 3, arms, budget, roi, horizon, bonus: 0.3 });
      const random = Random.of(seed, "periods");
      const [values, spends] = [new Float64Array(3), new Float64Array(3)];
      let [value, spend] = [0, 0];
      for (let period = 0; period < horizon; period++) {
        const realisation = random.integer(REALISATIONS);
        learner.choose();
        for (let j = 0; j < 3; j++) {
          const own = bought(shelves[j][realisation], learner.budgets[j]);
          [values[j], spends[j]] = [own.value, own.spend];
          value += own.value / horizon;
          spend += own.spend / horizon;
        }
        learner.learn(values, spends);
      }
      return { share: value / bestMixture(solver, means, limits).objective, spend, value };
    });
    for (const { spend, value } of results) {
      expect(spend).toBeLessThan(1.015 * budget);
      expect(value).toBeGreaterThan(0.99 * roi * spend);
    }
    expect(mean(results.map(({ share }) => share))).toBeGreaterThan(0.985);
  },
);
