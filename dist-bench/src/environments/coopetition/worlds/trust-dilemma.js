// Two symmetric partners whose alliance ends when mutual trust is gone.
import { commonParameters, each, everyPair, world } from "../define.js";
export const trustDilemma = world({
    name: "trust-dilemma",
    summary: "two equal partners; the alliance ends when mutual trust falls below 0.05",
    source: "Coopetition-Gym v1 TrustDilemma-v0 (arXiv 2605.02063; trust of arXiv 2510.24909)",
    parameters: commonParameters(100),
    constants: () => ({
        endowment: each(2, 100),
        share: each(2, 0.5),
        baseline: each(2, 40),
        dependence: everyPair(2, 0.6),
        theta: 20,
        gamma: 0.7,
        trust: [0.15, 0.45, 0.5, 0.02, 0.6, 1.5, 0.5],
        ends: (_trust, mean) => mean < 0.05,
    }),
});
