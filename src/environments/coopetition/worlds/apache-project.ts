// The Apache web server's contributors in one of four phases of the project.

import { oneOf } from "../../../core/parameters.ts";
import { loyaltyModifier } from "../collective.ts";
import { world } from "../define.ts";
import { sourceOf, teamConstants, teamParameters } from "../team-world.ts";

/** Members, ceiling of loyalty, productivity. */
const phases = {
  emergence: [8, 1, 20],
  growth: [15, 0.85, 25],
  maturity: [40, 0.7, 30],
  evolution: [35, 0.6, 28],
} as const;

const defaults = { horizon: 60, members: 40, omega: 30, beta: 0.7, weights: { benefit: 0.75, relief: 0.25 } };
const parameters = teamParameters(defaults).omit({ agents: true, omega: true });

export const apacheProject = world({
  name: "apache-project",
  summary: "contributors of the Apache web server, 8 to 40 of them by phase",
  source: sourceOf("apache-project"),
  parameters: parameters.extend({
    phase: oneOf(["emergence", "growth", "maturity", "evolution"], "maturity").describe(
      "phase of the project; sets members, loyalty and productivity",
    ),
  }),
  constants: (p) => {
    const [agents, loyaltyCeiling, omega] = phases[p.phase];
    return teamConstants({ ...p, agents, omega }, loyaltyCeiling, (team) => [loyaltyModifier(team)]);
  },
});
