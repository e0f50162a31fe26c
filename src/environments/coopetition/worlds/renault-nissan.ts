// Nissan and Renault in their alliance, in one of four phases of its history.

import { oneOf } from "../../../core/parameters.ts";
import { commonParameters, world } from "../define.ts";

/** Dependence of Nissan on Renault and of Renault on Nissan, initial trust, initial damage. */
const phases = {
  formation: [0.78, 0.66, 0.45, 0.05],
  mature: [0.51, 0.66, 0.7, 0.02],
  crisis: [0.35, 0.72, 0.3, 0.45],
  strained: [0.28, 0.65, 0.4, 0.35],
} as const;

export const renaultNissan = world({
  name: "renault-nissan",
  summary: "Nissan and Renault in their alliance, in one of four phases",
  source: "Coopetition-Gym v1 RenaultNissan-v0 (arXiv 2605.02063; case of arXiv 2510.24909)",
  parameters: commonParameters(100).extend({
    phase: oneOf(["formation", "mature", "crisis", "strained"], "mature").describe("phase of the alliance"),
  }),
  constants: ({ phase }) => {
    const [nissanOnRenault, renaultOnNissan, initialTrust, initialDamage] = phases[phase];
    return {
      labels: ["Nissan", "Renault"],
      endowment: [90, 100],
      share: [0.48, 0.52],
      baseline: [27, 30],
      dependence: [
        [0, nissanOnRenault],
        [renaultOnNissan, 0],
      ],
      theta: 22,
      gamma: 0.58,
      trust: [0.08, 0.25, 0.55, 0.02, 0.5, 1, initialTrust, initialDamage],
    };
  },
});
