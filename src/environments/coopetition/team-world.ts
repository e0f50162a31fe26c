// The five TR-3 worlds share their constants and differ in size, production and rules.

import type { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Bound } from "../../core/registry.ts";
import { reportedPay, type Team } from "./collective.ts";
import { commonParameters, each, everyPair, world } from "./define.ts";
import type { Extension } from "./game.ts";
import { teamOracles } from "./oracles.ts";
import type { LoyaltyWeights } from "./team-production.ts";

const EFFORT_MAX = 50;

/** What one team world chooses. */
export interface TeamWorld {
  readonly name: string;
  readonly summary: string;
  readonly horizon: number;
  readonly members: number;
  readonly omega: number;
  readonly beta: number;
  readonly weights: LoyaltyWeights;
  readonly loyaltyCeiling?: number;
  rules(team: Team): readonly Extension[];
}

/** Parameters of a team world, with its own choices as defaults. */
export function teamParameters(team: Omit<TeamWorld, "rules" | "name" | "summary">) {
  return commonParameters(team.horizon).extend({
    agents: whole(2, 1000, team.members).describe("members of the team"),
    omega: within(0, 10_000, team.omega).describe("ω: productivity of the team (report's payoff)"),
    beta: positive(1, team.beta).describe("β: returns to scale of the team's output (report's payoff)"),
    cost: positive(1_000, 1).describe("c: cost of a unit of effort (report's payoff)"),
    benefit: share(team.weights.benefit).describe("φ_B: care for the team-mates' payoff at full loyalty"),
    relief: share(team.weights.relief).describe("φ_C: relief of one's own effort at full loyalty"),
    teammates: oneOf(["sum", "mean"], "sum").describe(
      "whether loyalty cares for the sum of the others' payoffs (report) or their mean (release)",
    ),
  });
}

/** The entry of a team world. */
export function teamWorld(definition: TeamWorld): Bound<NumericEnvironment> {
  return world({
    name: definition.name,
    summary: definition.summary,
    source: sourceOf(definition.name),
    parameters: teamParameters(definition),
    constants: (p) => teamConstants(p, definition.loyaltyCeiling ?? 1, definition.rules),
  });
}

/** Constants of a team from its parameters. */
export function teamConstants(
  p: z.output<ReturnType<typeof teamParameters>>,
  loyaltyCeiling: number,
  rules: TeamWorld["rules"],
) {
  const n = p.agents;
  const team: Team = {
    members: n,
    production: { omega: p.omega, beta: p.beta, cost: p.cost, maximum: EFFORT_MAX },
    weights: { benefit: p.benefit, relief: p.relief },
    teammates: p.teammates,
    loyaltyCeiling,
  };
  return {
    endowment: each(n, EFFORT_MAX),
    share: each(n, 1 / n),
    baseline: each(n, 20),
    dependence: everyPair(n, 0.55),
    theta: 20,
    gamma: 0.65,
    trust: [0.1, 0.25, 0.4, 0.02, 0.5, 1, 0.5] as const,
    extensions: [...rules(team), reportedPay(team, EFFORT_MAX)],
    oracles: () => teamOracles(team),
  };
}

/** Where a team world is published. */
export function sourceOf(name: string): string {
  const released = name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return `Coopetition-Gym v1 ${released}-v0 (arXiv 2605.02063; arXiv 2601.16237)`;
}
