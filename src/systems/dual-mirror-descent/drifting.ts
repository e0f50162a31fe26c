// Requests that are neither all alike nor an adversary's: days and nights, and some that were replaced by others.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { powerLaw } from "../../evaluation/statistics/power-law.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { dualDescent, ledgerOf } from "./serve.ts";

const RATE = 0.4;
const HORIZONS = [1600, 6400, 25_600, 102_400];
const PERIODS = [10, 100];
const SHARES = [0, 0.05, 0.1, 0.2, 0.4];

/** What dual descent loses against the largest values that the budget could have had. */
function lost(requests: Requests): number {
  const { count, rewards } = requests;
  const budget = Math.floor(RATE * count);
  const server = dualDescent(ledgerOf([budget]), [RATE], { mirror: "subgradient", rate: 0.5 / Math.sqrt(count) });
  server.serve(requests);
  const best = rewards
    .slice()
    .sort()
    .subarray(count - budget);
  return best.reduce((a, b) => a + b, 0) - server.ledger.earned;
}

/** Values U[0, 1] by day and U[0, 1/2] by night. */
function byDay(count: number, period: number, seed: number): Requests {
  const requests = emptyRequests(count, 1, 1);
  const random = Random.of(seed, "days", period);
  requests.uses.fill(1);
  for (let t = 0; t < count; t++) {
    requests.rewards[t] = random.uniform() * (t % period < period / 2 ? 1 : 0.5);
  }
  return requests;
}

/** Values U[0, 1], of which a share, all at the end, is worth a tenth: money that was kept for them is lost. */
function corrupted(count: number, share: number, seed: number): Requests {
  const requests = emptyRequests(count, 1, 1);
  const random = Random.of(seed, "corrupted");
  requests.uses.fill(1);
  const from = Math.round((1 - share) * count);
  for (let t = 0; t < count; t++) requests.rewards[t] = random.uniform() * (t < from ? 1 : 0.1);
  return requests;
}

export function driftingChecks(firstSeed: number, seeds: number): Check[] {
  const over = (make: (seed: number) => Requests) =>
    mean(Array.from({ length: seeds }, (_, k) => lost(make(firstSeed + k))));
  const days = PERIODS.map((period) => HORIZONS.map((count) => over((seed) => byDay(count, period, seed))));
  const exponents = days.map((row) => powerLaw(HORIZONS, row).exponent ?? Number.NaN);
  const longer = days[1].map((regret, k) => regret / days[0][k]);
  const count = HORIZONS[HORIZONS.length - 1];
  const replaced = SHARES.map((share) => over((seed) => corrupted(count, share, seed)));
  const perReplaced = SHARES.slice(1).map((share, k) => (replaced[k + 1] - replaced[0]) / (share * count));
  return [
    holds(
      "days and nights of 10 and of 100 requests: exponents of regret in T",
      "≤ 0.65",
      exponents.map((exponent) => exponent.toFixed(2)).join(", "),
      exponents.every((exponent) => exponent <= 0.65),
    ),
    holds(
      "the same: regret with the longer days over that with the shorter ones, T = 1600 … 102,400",
      "≤ √10",
      longer.map((x) => x.toFixed(2)).join(", "),
      Math.max(...longer) <= Math.sqrt(10),
    ),
    holds(
      "requests replaced by poor ones: regret that each adds, for 5, 10, 20, 40 % of them",
      "grows no faster than their number: the largest at most twice the smallest",
      perReplaced.map((x) => x.toFixed(3)).join(", "),
      Math.min(...perReplaced) > 0 && Math.max(...perReplaced) <= 2 * Math.min(...perReplaced),
    ),
  ];
}
