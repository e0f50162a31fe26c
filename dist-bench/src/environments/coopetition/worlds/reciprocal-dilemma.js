// Two equal partners who answer each other's efforts.
import { each, everyPair } from "../define.js";
import { reciprocalWorld } from "../reciprocal-world.js";
export const reciprocalDilemma = reciprocalWorld({
    name: "reciprocal-dilemma",
    summary: "two equal partners who answer each other's efforts",
    horizon: 100,
    endowment: each(2, 100),
    baseline: each(2, 30),
    dependence: everyPair(2, 0.5),
    reciprocity: { strength: 1, elasticity: 1, steepness: 1, memory: 5, weight: 1, amplification: 0.6 },
});
