// The five TR-3 worlds share their constants and differ in size, production and rules.
import { z } from "zod";
import { reportedPay } from "./collective.js";
import { commonParameters, each, everyPair, world } from "./define.js";
import { teamOracles } from "./oracles.js";
const EFFORT_MAX = 50;
/** Parameters of a team world, with its own choices as defaults. */
export function teamParameters(team) {
    return commonParameters(team.horizon).extend({
        agents: z.int().min(2).max(1000).default(team.members).describe("members of the team"),
        omega: z.number().min(0).max(10_000).default(team.omega).describe("ω: productivity of the team (report's payoff)"),
        beta: z
            .number()
            .gt(0)
            .max(1)
            .default(team.beta)
            .describe("β: returns to scale of the team's output (report's payoff)"),
        cost: z.number().gt(0).max(1_000).default(1).describe("c: cost of a unit of effort (report's payoff)"),
        benefit: z
            .number()
            .min(0)
            .max(1)
            .default(team.weights.benefit)
            .describe("φ_B: care for the team-mates' payoff at full loyalty"),
        relief: z
            .number()
            .min(0)
            .max(1)
            .default(team.weights.relief)
            .describe("φ_C: relief of one's own effort at full loyalty"),
        teammates: z
            .enum(["sum", "mean"])
            .default("sum")
            .describe("whether loyalty cares for the sum of the others' payoffs (report) or their mean (release)"),
    });
}
/** The entry of a team world. */
export function teamWorld(definition) {
    return world({
        name: definition.name,
        summary: definition.summary,
        source: sourceOf(definition.name),
        parameters: teamParameters(definition),
        constants: (p) => teamConstants(p, definition.loyaltyCeiling ?? 1, definition.rules),
    });
}
/** Constants of a team from its parameters. */
export function teamConstants(p, loyaltyCeiling, rules) {
    const n = p.agents;
    const team = {
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
        trust: [0.1, 0.25, 0.4, 0.02, 0.5, 1, 0.5],
        extensions: [...rules(team), reportedPay(team, EFFORT_MAX)],
        oracles: () => teamOracles(team),
    };
}
/** Where a team world is published. */
export function sourceOf(name) {
    const released = name.replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());
    return `Coopetition-Gym v1 ${released}-v0 (arXiv 2605.02063; arXiv 2601.16237)`;
}
