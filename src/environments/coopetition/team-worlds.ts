// The five TR-3 environments, which share their constants and differ in size, production and rules.

import type { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { coalitionRule, loyaltyModifier, reportedPay, shirkingPenalty, type Team } from "./collective.ts";
import type { Extension } from "./declaration.ts";
import { alike, commonParameters, releaseOf, world } from "./define.ts";
import { teamOracles } from "./oracles.ts";
import type { LoyaltyWeights } from "./team-production.ts";

const EFFORT_MAX = 50;

interface TeamDefaults {
  readonly horizon: number;
  readonly members: number;
  readonly omega: number;
  readonly beta: number;
  readonly weights: LoyaltyWeights;
}

type Rules = (team: Team) => readonly Extension[];

interface TeamWorld extends TeamDefaults {
  readonly name: string;
  readonly summary: string;
  readonly rules: Rules;
}

const teamParameters = (team: TeamDefaults) =>
  commonParameters(team.horizon).extend({
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

const teamWorld = ({ name, summary, rules, ...defaults }: TeamWorld): BoundEntry<NumericEnvironment> =>
  world({
    name,
    summary,
    source: releaseOf(name, "2601.16237"),
    parameters: teamParameters(defaults),
    constants: (p) => teamConstants(p, 1, rules),
  });

function teamConstants(
  p: z.output<ReturnType<typeof teamParameters>>,
  loyaltyCeiling: number,
  rules: Rules,
  steadyLoyalty = 0.5,
) {
  const team: Team = {
    members: p.agents,
    production: { omega: p.omega, beta: p.beta, cost: p.cost, maximum: EFFORT_MAX },
    weights: { benefit: p.benefit, relief: p.relief },
    teammates: p.teammates,
    loyaltyCeiling,
    steadyLoyalty,
  };
  return {
    ...alike(p.agents, 20, 0.55, EFFORT_MAX),
    theta: 20,
    gamma: 0.65,
    trust: [0.1, 0.25, 0.4, 0.02, 0.5, 1, 0.5] as const,
    extensions: [...rules(team), reportedPay(team, EFFORT_MAX)],
    oracles: () => teamOracles(team),
  };
}

const production = { horizon: 100, members: 4, omega: 25, beta: 0.7, weights: { benefit: 0, relief: 0 } };

export const teamProduction = world({
  name: "team-production",
  summary: "four members who share an output; shirkers lose a tenth of their pay",
  source: releaseOf("team-production", "2601.16237"),
  parameters: teamParameters(production).extend({
    loyalty: share(0.5).describe("θ: how loyal members are (report's utility)"),
  }),
  constants: (p) => teamConstants(p, 1, () => [shirkingPenalty], p.loyalty),
});

export const loyaltyTeam = teamWorld({
  name: "loyalty-team",
  summary: "four members; steady and joint effort is paid more, low effort half",
  horizon: 100,
  members: 4,
  omega: 25,
  beta: 0.7,
  weights: { benefit: 0.8, relief: 0.3 },
  rules: (team) => [loyaltyModifier(team)],
});

export const coalitionFormation = teamWorld({
  name: "coalition-formation",
  summary: "six members of a coalition that excludes the disloyal and readmits the reformed",
  horizon: 150,
  members: 6,
  omega: 25,
  beta: 0.7,
  weights: { benefit: 0.7, relief: 0.3 },
  rules: (team) => [loyaltyModifier(team), coalitionRule(team)],
});

/** A linear public good: a contribution benefits all, but costs the contributor more than its own share of the return. */
export const publicGoods = teamWorld({
  name: "public-goods",
  summary: "five members with a linear public good",
  horizon: 100,
  members: 5,
  omega: 2,
  beta: 1,
  weights: { benefit: 0.6, relief: 0.2 },
  rules: (team) => [loyaltyModifier(team)],
});

/** Number of members, upper bound of loyalty, productivity. */
const PHASES = {
  emergence: [8, 1, 20],
  growth: [15, 0.85, 25],
  maturity: [40, 0.7, 30],
  evolution: [35, 0.6, 28],
} as const;

const apache = { horizon: 60, members: 40, omega: 30, beta: 0.7, weights: { benefit: 0.75, relief: 0.25 } };

export const apacheProject = world({
  name: "apache-project",
  summary: "contributors of the Apache web server, 8 to 40 of them by phase",
  source: releaseOf("apache-project", "2601.16237"),
  parameters: teamParameters(apache)
    .omit({ agents: true, omega: true })
    .extend({
      phase: oneOf(["emergence", "growth", "maturity", "evolution"], "maturity").describe(
        "phase of the project; sets members, loyalty and productivity",
      ),
    }),
  constants: (p) => {
    const [agents, loyaltyCeiling, omega] = PHASES[p.phase];
    return teamConstants({ ...p, agents, omega }, loyaltyCeiling, (team) => [loyaltyModifier(team)]);
  },
});
