// Two partners after a breach: trust is low, damage is high, and the episode ends when trust is restored.
import { commonParameters, each, everyPair, world } from "../define.js";
export const recoveryRace = world({
    name: "recovery-race",
    summary: "two partners after a breach; ends with success at a mean trust of 0.90, which takes 161 steps at least",
    source: "Coopetition-Gym v1 RecoveryRace-v0 (arXiv 2605.02063; arXiv 2510.24909)",
    parameters: commonParameters(150),
    constants: () => ({
        endowment: each(2, 100),
        share: each(2, 0.5),
        baseline: each(2, 35),
        dependence: everyPair(2, 0.55),
        theta: 20,
        gamma: 0.6,
        trust: [0.08, 0.35, 0.7, 0.01, 0.4, 1, 0.25, 0.5],
        ends: (_trust, mean) => mean >= 0.9,
    }),
});
