// Six actors with long memories and a weak, growing answer to defection.
import { each, everyPair } from "../define.js";
import { reciprocalWorld } from "../reciprocal-world.js";
export const graduatedSanction = reciprocalWorld({
    name: "graduated-sanction",
    summary: "six actors with long memories whose answer to defection grows",
    horizon: 200,
    endowment: each(6, 100),
    baseline: each(6, 40),
    dependence: everyPair(6, 0.35),
    reciprocity: { strength: 0.6, elasticity: 1.5, steepness: 0.8, memory: 10, weight: 1.8, amplification: 1 },
});
