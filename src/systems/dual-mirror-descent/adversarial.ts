// Requests that an adversary wrote down: phases of growing value that may stop after any of them. No rule can be sure of more than a
// share 1/α of what could be earned, α being what a request uses over what is in store for it.

import { regretBound } from "../../mechanisms/allocation/benchmarks.ts";
import { phaseValue, valued } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { dualDescent, fixedPrices, ledgerOf } from "./serve.ts";

const ALPHAS = [2, 4, 10];
const PHASES = [2, 4, 8];
const GROWTHS = [1.5, 2, 4];

interface Worst {
  readonly alpha: number;
  readonly learnt: number;
  readonly first: number;
  /** Instances in which α·reward misses the optimum by more than theory allows. */
  readonly broken: number;
  readonly instances: number;
}

/** The most that the budget could have earned: the largest values. */
function optimum({ rewards }: Requests, budget: number): number {
  return rewards
    .slice()
    .sort()
    .reverse()
    .slice(0, budget)
    .reduce((a, b) => a + b, 0);
}

function worstOf(alpha: number, count: number): Worst {
  const requests = emptyRequests(count, 1, 1);
  const rate = 1 / alpha;
  const budget = Math.floor(rate * count);
  const step = 1 / Math.sqrt(count);
  let [learnt, first, broken, instances] = [1, 1, 0, 0];
  for (const phases of PHASES) {
    for (const growth of GROWTHS) {
      for (let ends = 1; ends <= phases; ends++) {
        valued(requests, (t) => phaseValue(t, count, phases, growth, ends));
        const best = optimum(requests, budget);
        const server = dualDescent(ledgerOf([budget]), [rate], { mirror: "subgradient", rate: step });
        server.serve(requests);
        const plain = fixedPrices(ledgerOf([budget]));
        plain.serve(requests);
        const { earned } = server.ledger;
        // f̄ = 1 at most, though the last phases may not come.
        const allowed = regretBound({
          reward: 1,
          use: 1,
          rates: [rate],
          requests: count,
          rate: step,
          divergence: alpha ** 2 / 2,
        });
        if (best - alpha * earned > allowed) broken += 1;
        learnt = Math.min(learnt, earned / best);
        first = Math.min(first, plain.ledger.earned / best);
        instances += 1;
      }
    }
  }
  return { alpha, learnt, first, broken, instances };
}

export function adversarialChecks(count: number): { checks: Check[]; controls: Control[]; measured: string } {
  const worst = ALPHAS.map((alpha) => worstOf(alpha, count));
  const each = (of: (one: Worst) => string) => worst.map((one) => `α = ${one.alpha}: ${of(one)}`).join("; ");
  const instances = worst.reduce((sum, one) => sum + one.instances, 0);
  return {
    measured: `worst shares of the optimum on phases that stop: ${each(({ learnt }) => learnt.toFixed(3))} (first come ${each(({ first }) => first.toExponential(0))})`,
    checks: [
      holds(
        `optimum − α·reward within theory's bound, ${instances} instances of ${count} requests`,
        "all",
        each(({ broken }) => `${broken} beyond`),
        worst.every(({ broken }) => broken === 0),
      ),
      holds(
        "worst share of the optimum",
        "≥ 1/α − 0.01",
        each(({ learnt }) => learnt.toFixed(4)),
        worst.every(({ learnt, alpha }) => learnt >= 1 / alpha - 0.01),
      ),
    ],
    controls: [
      {
        name: "first come, first served: worst share ≥ 1/α − 0.01",
        failed: worst.every(({ first, alpha }) => first < 1 / alpha - 0.01),
        measured: each(({ first }) => first.toExponential(1)),
      },
    ],
  };
}
