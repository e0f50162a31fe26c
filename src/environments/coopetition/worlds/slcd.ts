// Samsung and Sony in S-LCD, the joint venture that made liquid-crystal panels from 2004 to 2011.

import { flag } from "../../../core/parameters.ts";
import { commonParameters, each, world } from "../define.ts";

export const slcd = world({
  name: "slcd",
  summary: "Samsung and Sony in their joint venture for liquid-crystal panels; Sony depends more",
  source: "Coopetition-Gym v1 SLCD-v0 (arXiv 2605.02063; case of arXiv 2510.18802)",
  parameters: commonParameters(100).extend({
    trustMatters: flag(true).describe("false: dependence alone weighs the partner's payoff, trust stays at 1"),
  }),
  constants: ({ trustMatters }) => ({
    labels: ["Samsung", "Sony"],
    endowment: each(2, 100),
    share: [0.55, 0.45],
    baseline: each(2, 30),
    dependence: [
      [0, 0.64],
      [0.86, 0],
    ],
    theta: 20,
    gamma: 0.65,
    trust: [0.08, 0.28, 0.5, 0.02, 0.45, 1, 0.65],
    trustMatters,
  }),
});
