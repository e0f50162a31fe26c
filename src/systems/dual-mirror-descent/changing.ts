// Requests that are not all alike: days and nights, some that were replaced by others, and an adversary's phases of growing value that
// may stop after any of them. Against an adversary no rule can be sure of more than a share 1/α of what could be earned, α being what a
// request uses over what is in store for it.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { regretBound } from "../../mechanisms/allocation/benchmarks.ts";
import { phaseValue, valued } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { above, atLeast, atMost, worded } from "../../study/bound.ts";
import { type Claim, claim, control, equation, is, never } from "../../study/claim.ts";
import { exponentOf, ratioOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { dualDescent, fixedPrices, ledgerOf } from "./serve.ts";

const ALPHAS = [2, 4, 10];
const PHASES = [2, 4, 8];
const GROWTHS = [1.5, 2, 4];

/** What dual descent earns of requests of one option, with a step size, from a budget of `rate` a request. */
function earnedBy(requests: Requests, rate: number, step: number): number {
  const budget = Math.floor(rate * requests.count);
  const { ledger, serve } = dualDescent(ledgerOf([budget]), [rate], { mirror: "subgradient", rate: step });
  serve(requests);
  return ledger.earned;
}

/** The most that the budget could have earned: the largest values. */
function optimum({ rewards }: Requests, budget: number): number {
  const falling = rewards.toSorted().reverse();
  return falling.subarray(0, budget).reduce((a, b) => a + b, 0);
}

/**
 * The least shares of the optimum by prices that learn and by first come, first served; and in how many instances α·reward misses the
 * optimum by more than theory allows, of those in which earning nothing would.
 */
function worstOf(alpha: number, count: number) {
  const requests = emptyRequests(count, 1, 1);
  const rate = 1 / alpha;
  const budget = Math.floor(rate * count);
  const step = 1 / Math.sqrt(count);
  // f̄ = 1 at most, though the last phases may not come.
  const theory = { reward: 1, use: 1, rates: [rate], requests: count, rate: step, divergence: alpha ** 2 / 2 };
  const allowed = regretBound(theory);
  let [learnt, first, broken, instances] = [1, 1, 0, 0];
  for (const phases of PHASES) {
    for (const growth of GROWTHS) {
      for (let ends = 1; ends <= phases; ends++) {
        valued(requests, (t) => phaseValue(t, count, phases, growth, ends));
        const best = optimum(requests, budget);
        const earned = earnedBy(requests, rate, step);
        const plain = fixedPrices(ledgerOf([budget]));
        plain.serve(requests);
        learnt = Math.min(learnt, earned / best);
        first = Math.min(first, plain.ledger.earned / best);
        // Where the bound allows earning nothing it says nothing.
        if (best <= allowed) continue;
        if (best - alpha * earned > allowed) broken += 1;
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
        `optimum − α·reward beyond theory's bound, ${instances} instances of ${count} requests where 0 would be`,
        worst.map(({ broken, alpha }) => never(broken, `α = ${alpha}:`)),
      ),
    ],
    controls: [control("first come, first served: worst share of the optimum", shares("first"), { needs: "any" })],
  };
}

const RATE = 0.4;
const HORIZONS = [1600, 6400, 25_600, 102_400];
const PERIODS = [10, 100];
const SHARES = [0, 0.05, 0.1, 0.2, 0.4];

/** What dual descent loses against the largest values that the budget could have had. */
function lost(requests: Requests): number {
  const { count, rewards } = requests;
  const best = rewards.toSorted().subarray(count - Math.floor(RATE * count));
  return best.reduce((a, b) => a + b, 0) - earnedBy(requests, RATE, 0.5 / Math.sqrt(count));
}

/** Values U[0, 1] by day and U[0, 1/2] by night. */
function byDay(count: number, period: number, seed: number): Requests {
  return scaled(count, Random.of(seed, "days", period), (t) => (t % period < period / 2 ? 1 : 0.5));
}

/** Values U[0, 1], of which a share, all at the end, is worth a tenth: money that was kept for them is lost. */
function corrupted(count: number, share: number, seed: number): Requests {
  const from = Math.round((1 - share) * count);
  return scaled(count, Random.of(seed, "corrupted"), (t) => (t < from ? 1 : 0.1));
}

/** Values U[0, 1], each times the factor of its place. */
function scaled(count: number, random: Random, factor: (t: number) => number): Requests {
  const requests = emptyRequests(count, 1, 1);
  valued(requests, (t) => random.uniform() * factor(t));
  return requests;
}

export function driftingClaims(seeds: readonly number[]): Claim[] {
  const over = (make: (seed: number) => Requests) => seeds.map((seed) => lost(make(seed)));
  const days = PERIODS.map((period) => HORIZONS.map((count) => over((seed) => byDay(count, period, seed))));
  const curves = days.map((rows) => seeds.map((_, s) => rows.map((row) => row[s])));
  const count = HORIZONS[HORIZONS.length - 1];
  const [none, ...replaced] = SHARES.map((share) => over((seed) => corrupted(count, share, seed)));
  // Regret that each replaced request adds, by share and seed.
  const added = replaced.map((regrets, k) => regrets.map((regret, s) => (regret - none[s]) / (SHARES[k + 1] * count)));
  const [least, most] = [added, added].map((rows, k) =>
    rows.reduce((a, b) => ((k === 0) === mean(b) < mean(a) ? b : a)),
  );
  return [
    claim(
      "days and nights: exponent of mean regret in T",
      curves.map((own, k) => is(exponentOf(HORIZONS, own), atMost(0.65), `${PERIODS[k]} requests`)),
    ),
    claim(
      "days and nights: regret with the longer days over that with the shorter ones",
      HORIZONS.map((horizon, k) =>
        is(ratioOf(days[1][k], days[0][k]), worded(atMost(Math.sqrt(10)), "≤ √10"), `T = ${horizon}`),
      ),
    ),
    claim("requests replaced by poor ones: regret grows no faster than their number", [
      is(ratioOf(most, least), atMost(2), "the most that each adds, over the least"),
      ...added.map((regrets, k) => is(sampled(regrets), above(0), `each of ${100 * SHARES[k + 1]} %`)),
    ]),
  ];
}
