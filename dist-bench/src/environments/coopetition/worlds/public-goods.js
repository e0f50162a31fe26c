// Five members with a linear public good: everybody gains from each contribution, nobody gains from his own.
import { loyaltyModifier } from "../collective.js";
import { teamWorld } from "../team-world.js";
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
