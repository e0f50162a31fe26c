// What holds of a single step, and of any input: prices by hand, budgets that are never overspent, and weak duality.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { maximise } from "../../math/maximise.ts";
import { dualFunction, hindsightOptimum } from "../../mechanisms/allocation/benchmarks.ts";
import { drawnKind, featureSource } from "../../mechanisms/allocation/generators.ts";
import { bregman, MIRRORS, nextPrice } from "../../mechanisms/allocation/prices.ts";
import { emptyRequests } from "../../mechanisms/allocation/requests.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { dualDescent, ledgerOf } from "./serve.ts";

export function stepChecks(solver: LinearPrograms, seed: number): Check[] {
  return [
    closeTo(
      "subgradient: price 0.5 after a request used 1 of 0.3, η = 0.1",
      nextPrice("subgradient", 0.5, 0.1, 0.3, 1),
      0.57,
      1e-12,
    ),
    closeTo("multiplicative: the same", nextPrice("multiplicative", 0.5, 0.1, 0.3, 1), 0.5 * Math.exp(0.07), 1e-12),
    proximal(seed),
    ...invariants(solver, seed),
  ];
}

function proximal(seed: number): Check {
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
  return holds(
    "a step's price against every other price of the proximal problem, 200 of them",
    "none better by 1e-8",
    worst.toExponential(1),
    worst <= 1e-8,
  );
}

function invariants(solver: LinearPrograms, seed: number): Check[] {
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
    holds(`budgets overspent, ${2 * runs} runs`, "never", `${overspent} times`, overspent === 0),
    holds(
      "T·D(μ) at any prices ≥ the optimum of hindsight ≥ what was earned",
      "always",
      `broken ${gap} and ${above} times`,
      gap === 0 && above === 0,
    ),
  ];
}
