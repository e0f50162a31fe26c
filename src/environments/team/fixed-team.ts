// What a number of workers that is fixed beforehand is worth, in closed form, and the best such number.

import { added, type Evidence, type Protocol, reading } from "./protocol.ts";

/** A number of workers and what it is worth: P(right) − costs. */
export interface FixedTeam {
  readonly workers: number;
  readonly value: number;
}

/**
 * P(Σ reports > 0) + ½·P(Σ reports = 0) − workers·c − ⌈workers/width⌉·d for 0 … most workers, asked in as few rounds as they
 * fit into; the sum is binomial where all reports count alike. Chosen sources are the strongest one every time.
 */
export function fixedTeams(protocol: Protocol): FixedTeam[] {
  const { right, weights, assignment, combine, loss, workerCost, timeCost, width, most } = protocol;
  const strongest = right.indexOf(Math.max(...right));
  const asked = assignment === "chosen" ? [strongest] : right.map((_, source) => source);
  const wide = assignment === "chosen" ? 1 : width;
  const reach = combine === "majority" ? 1 : Math.max(...asked.map((source) => weights[source]));
  const one: Evidence = { brings: new Float64Array(2 * reach + 1), reach };
  for (const source of asked) {
    const report = reading(combine === "majority" ? 1 : weights[source], right[source], loss);
    for (const [k, chance] of report.brings.entries()) one.brings[k + reach - report.reach] += chance / asked.length;
  }
  let sum: Evidence = { brings: Float64Array.of(1), reach: 0 };
  return Array.from({ length: most + 1 }, (_, workers) => {
    if (workers > 0) sum = added(sum, one);
    const middle = sum.reach;
    const ahead = sum.brings.subarray(middle + 1).reduce((total, chance) => total + chance, 0);
    const chance = ahead + sum.brings[middle] / 2;
    return { workers, value: chance - workers * workerCost - Math.ceil(workers / wide) * timeCost };
  });
}

/** The best fixed number, the smallest of equals. */
export function bestFixedTeam(protocol: Protocol): FixedTeam {
  return fixedTeams(protocol).reduce((best, team) => (team.value > best.value ? team : best));
}
