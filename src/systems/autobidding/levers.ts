// Which lever is enough: budgets for every channel give all that a global plan gives, returns on spend may give next to nothing.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type Auctions, bought, byBudgets, byReturns, globalPlan, shelfOf } from "../../mechanisms/budgets/levers.ts";
import { atMost, nearly, worded } from "../../study/bound.ts";
import { control, equation, is, never } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";

export function leverClaims(solver: LinearPrograms, firstSeed: number, count: number): StudyResult {
  let [gap, broken, swapped] = [0, 0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = Random.of(seed, "levers");
    const channels = Array.from({ length: 2 + random.integer(3) }, (): Auctions => {
      const auctions = 1 + random.integer(5);
      const drawn = () => Float64Array.from({ length: auctions }, () => random.uniform(0.1, 1));
      return { values: drawn(), costs: drawn() };
    });
    const cost = channels.reduce((sum, { costs }) => sum + costs.reduce((a, b) => a + b, 0), 0);
    const limits = { budget: random.uniform() * cost, roi: random.uniform(0.5, 1.8) };
    const plan = globalPlan(solver, channels, limits);
    const budgets = plan.channels.map(({ spend }) => spend);
    const own = byBudgets(channels, budgets);
    if (plan.value > 0) gap = Math.max(gap, Math.abs(own.value / plan.value - 1));
    if (own.spend > limits.budget + 1e-7 || own.value < limits.roi * own.spend - 1e-7) broken += 1;
    // The same with what is dear bought first: value and cost have changed places in the order.
    const wrong = channels.map((channel, j) => dearFirst(channel, budgets[j]));
    if (plan.value > 0) swapped = Math.max(swapped, 1 - wrong.reduce((a, b) => a + b, 0) / plan.value);
  }
  return {
    claims: [
      equation(`budgets: value of giving each channel what the global plan spends there, ${count} instances`, [
        is(gap, atMost(1e-9), "largest relative difference"),
        never(broken, "limits broken by 1e-7"),
      ]),
      equation(
        "returns: best value over the global plan's, two channels, of which one is worth little",
        [0.1, 0.01, 0.001].map((small) => is(byReturn(solver, small), nearly(2 * small, 1e-6), `worth ${small}:`)),
      ),
    ],
    controls: [
      control(
        "channels that buy what is dear first reach the plan's value",
        is(percent(exact(swapped)), worded(atMost(1e-9), "relative 1e-9"), "lost at most"),
      ),
    ],
  };
}

/** What a channel buys for a budget from the wrong end of its list: value and cost change places, and back. */
function dearFirst({ values, costs }: Auctions, budget: number): number {
  const { value, cost } = shelfOf({ values: costs, costs: values });
  return bought({ value: cost, cost: value }, budget).value;
}

/** The best that returns can do over the global plan: a channel worth and costing `small`, and one worth and costing 1, for money of 1/2. */
function byReturn(solver: LinearPrograms, small: number): number {
  const channels = [small, 1].map((worth) => ({ values: Float64Array.of(worth), costs: Float64Array.of(worth) }));
  const limits = { budget: 0.5, roi: 0.5 };
  let best = 0;
  for (let a = 0; a <= 100; a++) {
    for (let b = 0; b <= 100; b++) {
      const { value, spend } = byReturns(channels, [a / 50, b / 50]);
      if (spend <= limits.budget && value >= limits.roi * spend) best = Math.max(best, value);
    }
  }
  return best / globalPlan(solver, channels, limits).value;
}
