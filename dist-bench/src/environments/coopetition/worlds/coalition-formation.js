// Six members of a coalition that turns the disloyal out and lets the reformed back in.
import { coalitionRule, loyaltyModifier } from "../collective.js";
import { teamWorld } from "../team-world.js";
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
