// A strong and a weak partner: the strong one can exploit the other's dependence until the weak one leaves.
import { commonParameters, world } from "../define.js";
export const partnerHoldUp = world({
    name: "partner-hold-up",
    summary: "a strong and a weak partner; the weak one leaves when its trust in the strong one falls below 0.10",
    source: "Coopetition-Gym v1 PartnerHoldUp-v0 (arXiv 2605.02063; arXiv 2510.18802)",
    parameters: commonParameters(100),
    constants: () => ({
        labels: ["strong partner", "weak partner"],
        endowment: [120, 80],
        share: [0.6, 0.4],
        baseline: [42, 28],
        dependence: [
            [0, 0.35],
            [0.85, 0],
        ],
        theta: 20,
        gamma: 0.6,
        trust: [0.1, 0.35, 0.55, 0.025, 0.7, 1.2, 0.55],
        ends: (trust) => trust[2] < 0.1,
    }),
});
