// Pay that neighbours on a graph share.

import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { type GraphName, link, linksOf } from "../math/named-graph.ts";
import { lastingIf, seatOf } from "./combine.ts";

/** Links between agents, both ways: a graph by name, or pairs of ids or labels. */
export type Links = GraphName | readonly (readonly [string, string])[];

/**
 * (1 − w)·R_i + w·mean_{j linked with i} R_j, w = `share`; an agent without links keeps its own pay. Where all have as many links, as on a
 * ring, the sum of pay stays the same.
 */
export function sharing(part: RewardPlan, links: Links, share: number): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const reward = part(spec, memory);
    const linked = typeof links === "string" ? linksOf(links, agents) : new Uint8Array(agents * agents);
    if (typeof links !== "string") {
      for (const [a, b] of links) {
        const [i, j] = [seatOf(a, spec), seatOf(b, spec)];
        if (i === j) {
          const what = `"${a}" and "${b}" are one agent, which shares with itself already`;
          throw new UserError({ code: "same-agent", what, hint: "link two agents" });
        }
        link(linked, agents, i, j);
      }
    }
    const degree = Int32Array.from({ length: agents }, (_, i) =>
      linked.subarray(i * agents, (i + 1) * agents).reduce((sum, one) => sum + one, 0),
    );
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
