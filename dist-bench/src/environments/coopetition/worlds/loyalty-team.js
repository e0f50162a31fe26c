// Four members whose pay rises with steady and joint effort.
import { loyaltyModifier } from "../collective.js";
import { teamWorld } from "../team-world.js";
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
