// Requests that are neither all alike nor an adversary's: days and nights, and some that were replaced by others.

import { Random } from "../../core/random.ts";
import { powerLaw } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { valued } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { above, atMost, worded } from "../../study/bound.ts";
import { type Claim, claim, is } from "../../study/claim.ts";
import { ofExponent, ratioOf, sampled } from "../../study/figure.ts";
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
      days.map((row, k) => is(ofExponent(powerLaw(HORIZONS, row.map(mean))), atMost(0.65), `${PERIODS[k]} requests`)),
    ),
    claim(
      "the same: regret with the longer days over that with the shorter ones",
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
