// Pay of a team: each agent's own, mixed with how much better its team does than the others.

import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { lastingIf, seatOf } from "./combine.ts";

/**
 * (1 − τ)·R_i + τ·(mean of the own team − mean of all agents in other teams), τ = `share` (Lucy-SKG, arXiv 2305.15801). Agents go by
 * id or label, and each belongs to one team. Without others their mean is 0.
 */
export function teamMix(part: RewardPlan, teams: readonly (readonly string[])[], share: number): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const reward = part(spec, memory);
    const teamOf = new Int32Array(agents).fill(-1);
    for (const [team, names] of teams.entries()) {
      for (const name of names) {
        const seat = seatOf(name, spec);
        if (teamOf[seat] >= 0) {
          const what = `"${name}" is in two places of the teams`;
          throw new UserError({ code: "same-agent", what, hint: "name each agent once" });
        }
        teamOf[seat] = team;
      }
    }
    const left = teamOf.indexOf(-1);
    if (left >= 0) {
      const what = `no team has ${spec.agents[left]}`;
      throw new UserError({ code: "missing-agent", what, hint: "name every agent in one of the teams" });
    }
    const sizes = new Float64Array(teams.length);
    for (const team of teamOf) sizes[team] += 1;
    const sums = new Float64Array(teams.length);
    return {
      ...lastingIf([reward]),
      reset: (outcomes) => reward.reset(outcomes),
      pay(outcomes, status, pay) {
        reward.pay(outcomes, status, pay);
        sums.fill(0);
        let total = 0;
        for (let i = 0; i < agents; i++) {
          sums[teamOf[i]] += pay[i];
          total += pay[i];
        }
        for (let i = 0; i < agents; i++) {
          const team = teamOf[i];
          const others = agents - sizes[team];
          const lead = sums[team] / sizes[team] - (others > 0 ? (total - sums[team]) / others : 0);
          pay[i] = (1 - share) * pay[i] + share * lead;
        }
      },
    };
  };
}
