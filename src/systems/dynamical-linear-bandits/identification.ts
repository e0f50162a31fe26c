// From a record to a simulator: the advertising system is identified from what random budgets led to, and judged by what it says of them.

import { Random } from "../../core/random.ts";
import { ADVERTISING, BUDGETS } from "../../environments/bandits/advertising.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot, largestAt } from "../../environments/bandits/vector-arms.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type LinearSystem, spectralRadius } from "../../math/linear-system.ts";
import { identifySystem, type SystemRecord } from "../../math/system-identification.ts";
import { atMost, worded } from "../../study/bound.ts";
import { beside, type Claim, claim, inAll, is } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";

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
  const errors = found.map(({ error }) => error);
  return [
    claim(
      `identified from ${DAYS} days of random budgets, ${seeds.length} records: worth of the six budgets, largest error as a share of the best`,
      [
        is(percent(exact(Math.max(...errors))), worded(atMost(0.05), "≤ 5 %"), "largest"),
        beside("mean", percent(exact(mean(errors)))),
      ],
    ),
    claim("the same: names the best budget; spectral radius", [
      inAll(found.filter(({ best: right }) => right).length, seeds.length, "best"),
      is(Math.max(...found.map(({ radius: off }) => off)), atMost(0.1), "spectral radius, furthest off"),
      beside("true radius", radius),
    ]),
  ];
}
