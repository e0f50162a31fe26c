// Four actors who help those who help others.
import { each, everyPair } from "../define.js";
import { reciprocalWorld } from "../reciprocal-world.js";
export const indirectReciprocity = reciprocalWorld({
    name: "indirect-reciprocity",
    summary: "four actors who answer what they see others do",
    horizon: 150,
    endowment: each(4, 100),
    baseline: each(4, 30),
    dependence: everyPair(4, 0.4),
    reciprocity: { strength: 0.8, elasticity: 1, steepness: 1, memory: 7, weight: 1.5, amplification: 0.5 },
});
