// Four members who share an output; only shirking is docked.
import { shirkingPenalty } from "../collective.js";
import { teamWorld } from "../team-world.js";
export const teamProduction = teamWorld({
    name: "team-production",
    summary: "four members who share an output; shirkers lose a tenth of their pay",
    horizon: 100,
    members: 4,
    omega: 25,
    beta: 0.7,
    weights: { benefit: 0, relief: 0 },
    rules: () => [shirkingPenalty()],
});
