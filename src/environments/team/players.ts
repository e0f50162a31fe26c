// Reference players of the fact-finding team: optimal stopping, and the optimal fixed number of workers, whose value has a closed form.

import { type Agent, reactive } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import { optimalStop, type StopPlan } from "./optimal-stop.ts";
import { added, type EvidenceLaw, type Protocol, reading } from "./protocol.ts";

/** A number of workers and its value: P(right) − costs. */
export interface FixedTeam {
  readonly workers: number;
  readonly value: number;
}

/**
 * P(Σ reports > 0) + ½·P(Σ reports = 0) − workers·c − ⌈workers/width⌉·d for 0 … most workers, in as few rounds as possible; the sum is
 * binomial where all reports count equally. With chosen sources, the strongest one is used every time.
 */
export function fixedTeams(protocol: Protocol): FixedTeam[] {
  const { right, weights, assignment, combine, loss, workerCost, timeCost, width, most } = protocol;
  const strongest = right.indexOf(Math.max(...right));
  const sources = assignment === "chosen" ? [strongest] : right.map((_, source) => source);
  const wide = assignment === "chosen" ? 1 : width;
  const reach = combine === "majority" ? 1 : Math.max(...sources.map((source) => weights[source]));
  const one: EvidenceLaw = { brings: new Float64Array(2 * reach + 1), reach };
  for (const source of sources) {
    const report = reading(combine === "majority" ? 1 : weights[source], right[source], loss);
    for (const [k, chance] of report.brings.entries()) one.brings[k + reach - report.reach] += chance / sources.length;
  }
  let sum: EvidenceLaw = { brings: Float64Array.of(1), reach: 0 };
  return Array.from({ length: most + 1 }, (_, workers) => {
    if (workers > 0) sum = added(sum, one);
    const middle = sum.reach;
    const ahead = sum.brings.subarray(middle + 1).reduce((total, chance) => total + chance, 0);
    const chance = ahead + sum.brings[middle] / 2;
    return { workers, value: chance - workers * workerCost - Math.ceil(workers / wide) * timeCost };
  });
}

/** The optimal fixed number, the smallest of equals. */
export const bestFixedTeam = (protocol: Protocol): FixedTeam =>
  fixedTeams(protocol).reduce((best, team) => (team.value > best.value ? team : best));

/** The oracles of a protocol: `fixed`, and `optimal` where optimal stopping is known. */
export function teamPlayers(protocol: Protocol): Readonly<Record<string, Oracle>> {
  let plan: StopPlan | undefined;
  let team: number | undefined;
  const fixed: Oracle = {
    meaning: "spawns the best fixed number of workers in as few rounds as they fit into, then answers",
    play: () => {
      team ??= bestFixedTeam(protocol).workers;
      return fixedPlayer(protocol, team);
    },
  };
  if (!protocol.solved) return { fixed };
  return {
    optimal: {
      meaning: "stops and spawns as dynamic programming over the log-odds finds best (Wald's sequential test)",
      play: () => {
        plan ??= optimalStop(protocol);
        return planPlayer(plan);
      },
    },
    fixed,
  };
}

/** Spawns `team` workers, with the strongest source where sources can be chosen, then answers. */
export function fixedPlayer({ assignment, width, right }: Protocol, team: number): Agent {
  const strongest = 1 + right.indexOf(Math.max(...right));
  return reactive((seen) => {
    const left = team - seen[1];
    return left <= 0 ? 0 : assignment === "chosen" ? strongest : Math.min(width, left);
  });
}

export const planPlayer = (plan: StopPlan): Agent => reactive((seen) => plan.choice(seen[0], seen[2]));
