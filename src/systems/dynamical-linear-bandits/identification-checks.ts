// From a record to a simulator: the advertising system is identified from what random budgets led to, and judged by what it says of them.

import { Random } from "../../core/random.ts";
import { ADVERTISING, BUDGETS } from "../../environments/bandits/advertising.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot, largestAt } from "../../environments/bandits/vector-arms.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type LinearSystem, spectralRadius } from "../../math/linear-system.ts";
import { identifySystem, type SystemRecord } from "../../math/system-identification.ts";
import { type Check, holds } from "../../study/legacy.ts";

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

export function identificationChecks(firstSeed: number, records: number): { checks: Check[]; measured: string } {
  const h = cumulativeGain(ADVERTISING);
  const worths = BUDGETS.map((budget) => dot(budget, h));
  const best = largestAt(worths);
  const radius = spectralRadius(ADVERTISING.A);
  const found = Array.from({ length: records }, (_, k) => {
    const system = identifySystem(campaign(ADVERTISING, DAYS, 0.01, firstSeed + k), { order: ORDER, lag: LAG });
    const own = cumulativeGain(system);
    const said = BUDGETS.map((budget) => dot(budget, own));
    return {
      error: Math.max(...said.map((x, i) => Math.abs(x - worths[i]))) / worths[best],
      best: largestAt(said) === best,
      radius: Math.abs(spectralRadius(system.A) - radius),
      gap: system.singularValues[ORDER - 1] / system.singularValues[ORDER],
    };
  });
  const errors = found.map(({ error }) => error);
  const right = found.filter((one) => one.best).length;
  const gap = Math.min(...found.map((one) => one.gap));
  const off = Math.max(...found.map((one) => one.radius));
  return {
    measured: `a system identified from ${DAYS} days of random budgets says what they are worth within ${(100 * mean(errors)).toFixed(1)} % of the best`,
    checks: [
      holds(
        `identified from ${DAYS} days of random budgets, ${records} records: worth of the six budgets, largest error as a share of the best`,
        "≤ 5 % in each",
        `mean ${(100 * mean(errors)).toFixed(2)} %, largest ${(100 * Math.max(...errors)).toFixed(2)} %`,
        Math.max(...errors) <= 0.05,
      ),
      holds(
        "the same: names the best budget; spectral radius",
        `all ${records}; within 0.1 of ${radius.toFixed(4)}`,
        `${right}; at most ${off.toFixed(4)} off`,
        right === records && off <= 0.1,
      ),
      holds(
        "the same: the third singular value of the Hankel matrix over the fourth, which tells the order",
        "≥ 5 in each",
        `least ${gap.toFixed(1)}`,
        gap >= 5,
      ),
    ],
  };
}
