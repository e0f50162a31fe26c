// What holds of a single step, and of any input: prices by hand, budgets that are never overspent, and weak duality.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { maximise } from "../../math/maximise.ts";
import { dualFunction, hindsightOptimum } from "../../mechanisms/allocation/benchmarks.ts";
import { drawnKind, featureSource } from "../../mechanisms/allocation/generators.ts";
import { bregman, MIRRORS, nextPrice, type PriceRule } from "../../mechanisms/allocation/prices.ts";
import { emptyRequests } from "../../mechanisms/allocation/requests.ts";
import { atMost, near } from "../../study/bound.ts";
import { type Claim, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { dualDescent, ledgerOf } from "./serve.ts";

export function stepEquations(solver: LinearPrograms, seed: number): Claim[] {
  const next = (mirror: PriceRule["mirror"]) => exact(nextPrice(mirror, 0.5, 0.1, 0.3, 1));
  return [
    equation("price 0.5 after a request used 1 of 0.3, η = 0.1", [
      is(next("subgradient"), near(0.57, 1e-12), "subgradient"),
      is(next("multiplicative"), near(0.5 * Math.exp(0.07), 1e-12), "multiplicative"),
    ]),
    proximal(seed),
    ...invariants(solver, seed),
  ];
}

function proximal(seed: number): Claim {
  const random = Random.of(seed, "proximal");
  let worst = 0;
  for (let trial = 0; trial < 200; trial++) {
    const mirror = MIRRORS[trial % 2];
    const [price, step, rate] = [random.uniform(0.05, 2), random.uniform(0.05, 0.5), random.uniform(0.1, 1)];
    const used = random.integer(3) / 2;
    const cost = (next: number) => (rate - used) * next + bregman(mirror, next, price) / step;
    const own = cost(nextPrice(mirror, price, step, rate, used));
    worst = Math.max(worst, own + maximise((next) => -cost(next), 0, 6, 601, 1e-12).value);
  }
  return equation(
    "a step's price against every other price of the proximal problem, 200 of them",
    is(worst, atMost(1e-8), "the best other is better by"),
  );
}

function invariants(solver: LinearPrograms, seed: number): Claim[] {
  let [overspent, gap, above] = [0, 0, 0];
  const runs = 20;
  for (let k = 0; k < runs; k++) {
    const random = Random.of(seed + k, "invariants");
    const count = 150;
    const kind = drawnKind(4, random.stream("kind"));
    const requests = emptyRequests(count, 5, 4);
    featureSource(kind)(requests, random.stream("draws"));
    const budgets = kind.rates.map((rate) => rate * count);
    const hindsight = hindsightOptimum(solver, requests, budgets);
    const prices = random.stream("prices");
    for (let trial = 0; trial < 10; trial++) {
      const any = Float64Array.from({ length: 4 }, () => prices.uniform(0, 3));
      if (count * dualFunction(requests, kind.rates, any) < hindsight - 1e-6) gap += 1;
    }
    for (const mirror of MIRRORS) {
      const { ledger, serve } = dualDescent(ledgerOf(budgets, 0.3), kind.rates, { mirror, rate: 0.1 });
      serve(requests);
      if (Math.min(...ledger.remaining) < -1e-9) overspent += 1;
      if (ledger.earned > hindsight + 1e-6) above += 1;
    }
  }
  return [
    equation(`budgets overspent, ${2 * runs} runs`, never(overspent)),
    equation("T·D(μ) at any prices ≥ the optimum of hindsight ≥ what was earned", [
      never(gap, "first broken"),
      never(above, "second broken"),
    ]),
  ];
}
