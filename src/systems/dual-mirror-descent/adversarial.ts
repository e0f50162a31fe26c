// Requests that an adversary wrote down: phases of growing value that may stop after any of them. No rule can be sure of more than a
// share 1/α of what could be earned, α being what a request uses over what is in store for it.

import { regretBound } from "../../mechanisms/allocation/benchmarks.ts";
import { phaseValue, valued } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { atLeast, worded } from "../../study/bound.ts";
import { claim, control, equation, is, never } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { dualDescent, fixedPrices, ledgerOf } from "./serve.ts";

const ALPHAS = [2, 4, 10];
const PHASES = [2, 4, 8];
const GROWTHS = [1.5, 2, 4];

/** The most that the budget could have earned: the largest values. */
function optimum({ rewards }: Requests, budget: number): number {
  return rewards
    .slice()
    .sort()
    .reverse()
    .slice(0, budget)
    .reduce((a, b) => a + b, 0);
}

/**
 * The least shares of the optimum by prices that learn and by first come, first served; and in how many instances α·reward misses the
 * optimum by more than theory allows.
 */
function worstOf(alpha: number, count: number) {
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
        const divergence = alpha ** 2 / 2;
        const allowed = regretBound({ reward: 1, use: 1, rates: [rate], requests: count, rate: step, divergence });
        if (best - alpha * earned > allowed) broken += 1;
        learnt = Math.min(learnt, earned / best);
        first = Math.min(first, plain.ledger.earned / best);
        instances += 1;
      }
    }
  }
  return { alpha, learnt, first, broken, instances };
}

export function adversarialClaims(count: number): StudyResult {
  const worst = ALPHAS.map((alpha) => worstOf(alpha, count));
  const instances = worst.reduce((sum, one) => sum + one.instances, 0);
  const shares = (of: "learnt" | "first") =>
    worst.map((one) => is(one[of], worded(atLeast(1 / one.alpha - 0.01), "≥ 1/α − 0.01"), `α = ${one.alpha}:`));
  return {
    claims: [
      claim("phases that stop: worst share of the optimum", shares("learnt")),
      equation(
        `optimum − α·reward beyond theory's bound, ${instances} instances of ${count} requests`,
        worst.map(({ broken, alpha }) => never(broken, `α = ${alpha}:`)),
      ),
    ],
    controls: [control("first come, first served: worst share of the optimum", shares("first"), { needs: "any" })],
  };
}
