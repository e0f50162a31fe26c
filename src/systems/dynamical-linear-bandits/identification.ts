// From a record to a simulator: the advertising system is identified from what random budgets led to, and judged by what it says of them.

import { Random } from "../../core/random.ts";
import { ADVERTISING, BUDGETS } from "../../environments/bandits/advertising.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot, largestAt } from "../../environments/bandits/vector-arms.ts";
import { type LinearSystem, spectralRadius } from "../../math/linear-system.ts";
import { identifySystem, type SystemRecord } from "../../math/system-identification.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, type Claim, claim, is } from "../../study/claim.ts";
import { percent, sampled, share } from "../../study/figure.ts";

/** What budgets, drawn anew for every round, led to; outputs are seen apart. */
function campaign({ A, B, C, D }: LinearSystem, rounds: number, noise: number, seed: number): SystemRecord {
  const random = Random.of(seed, "campaign");
  const [n, p, m] = [A.length, B[0].length, C.length];
  const [inputs, outputs] = [new Float64Array(rounds * p), new Float64Array(rounds * m)];
  let x = new Array<number>(n).fill(0);
  for (let t = 0; t < rounds; t++) {
    const u = Array.from({ length: p }, () => random.uniform());
    inputs.set(u, t * p);
    for (let i = 0; i < m; i++) outputs[t * m + i] = dot(C[i], x) + dot(D[i], u) + noise * random.normal();
    x = A.map((row, i) => dot(row, x) + dot(B[i], u) + noise * random.normal());
  }
  return { inputs, outputs, inputSize: p, outputSize: m };
}

const [LAG, ORDER, DAYS] = [12, 3, 5000];

export function identificationClaims(seeds: readonly number[]): Claim[] {
  const h = cumulativeGain(ADVERTISING);
  const worths = BUDGETS.map((budget) => dot(budget, h));
  const best = largestAt(worths);
  const radius = spectralRadius(ADVERTISING.A);
  const found = seeds.map((seed) => {
    const system = identifySystem(campaign(ADVERTISING, DAYS, 0.01, seed), { order: ORDER, lag: LAG });
    const own = cumulativeGain(system);
    const said = BUDGETS.map((budget) => dot(budget, own));
    return {
      error: Math.max(...said.map((x, i) => Math.abs(x - worths[i]))) / worths[best],
      best: largestAt(said) === best,
      radius: Math.abs(spectralRadius(system.A) - radius),
    };
  });
  const among = (kept: (one: (typeof found)[number]) => boolean, label: string) =>
    is(share(found.filter(kept).length, found.length), atLeast(0.9), label);
  const title = `identified from ${DAYS} days of random budgets, ${seeds.length} records: share of records`;
  return [
    claim(`${title} in which no worth of the six budgets is off by more than 5 % of the best`, [
      among(({ error }) => error <= 0.05, "share"),
      beside("mean of the largest errors", percent(sampled(found.map(({ error }) => error)))),
    ]),
    claim(`${title} that name the best budget, and whose spectral radius is off by at most 0.1`, [
      among((one) => one.best, "best"),
      among((one) => one.radius <= 0.1, "radius"),
      beside("off in the mean", sampled(found.map((one) => one.radius))),
      beside("true radius", radius),
    ]),
  ];
}
