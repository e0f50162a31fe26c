// Pay that neighbours on a graph share.

import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { lastingIf, seatOf } from "./combine.ts";

/** Graphs by name: a ring of all seats, the same without its last link, all linked with the first seat, or each with each. */
export const GRAPHS = ["ring", "line", "star", "all"] as const;

/** Links between agents, both ways: a graph by name, or pairs of ids or labels. */
export type Links = (typeof GRAPHS)[number] | readonly (readonly [string, string])[];

/**
 * (1 − w)·R_i + w·mean_{j linked with i} R_j, w = `share`; an agent without links keeps its own pay. Where all have as many links, as on a
 * ring, the sum of pay stays the same.
 */
export function sharing(part: RewardPlan, links: Links, share: number): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const reward = part(spec, memory);
    const linked = new Uint8Array(agents * agents);
    const degree = new Int32Array(agents);
    const link = (i: number, j: number): void => {
      if (i === j || linked[i * agents + j] === 1) return;
      linked[i * agents + j] = 1;
      linked[j * agents + i] = 1;
      degree[i] += 1;
      degree[j] += 1;
    };
    if (typeof links === "string") {
      for (let i = 0; i < agents; i++)
        for (let j = 0; j < i; j++) {
          const isNext = i - j === 1 || (links === "ring" && i - j === agents - 1);
          if (links === "all" || (links === "star" ? j === 0 : isNext)) link(i, j);
        }
    } else {
      for (const [a, b] of links) {
        const [i, j] = [seatOf(a, spec), seatOf(b, spec)];
        if (i === j) {
          const what = `"${a}" and "${b}" are one agent, which shares with itself already`;
          throw new UserError({ code: "same-agent", what, hint: "link two agents" });
        }
        link(i, j);
      }
    }
    const own = new Float64Array(agents);
    return {
      ...lastingIf([reward]),
      reset: (outcomes) => reward.reset(outcomes),
      pay(outcomes, status, pay) {
        reward.pay(outcomes, status, pay);
        own.set(pay);
        for (let i = 0; i < agents; i++) {
          if (degree[i] === 0) continue;
          let sum = 0;
          for (let j = 0; j < agents; j++) sum += linked[i * agents + j] * own[j];
          pay[i] = (1 - share) * own[i] + (share * sum) / degree[i];
        }
      },
    };
  };
}
