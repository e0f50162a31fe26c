// Two partners who don't know how much they gain from working together.

import { flag, share } from "../../../core/parameters.ts";
import { commonParameters, each, everyPair, world } from "../define.ts";
import type { Extension } from "../game.ts";

/** Draws the synergy weight at reset; agents see it only where it is revealed. */
function hiddenSynergy(low: number, high: number, revealed: boolean): Extension {
  return {
    name: "hidden synergy",
    shapes: {},
    channels: [],
    observation: revealed
      ? [{ name: "synergy", size: 1, low: 0, high: 1, meaning: "weight of the synergy in this episode" }]
      : [],
    bind(common) {
      return {
        reset(random) {
          common.gamma[0] = low === high ? low : random.uniform(low, high);
        },
        step() {},
        observe(observations, offset) {
          if (revealed) observations[offset] = common.gamma[0];
        },
      };
    },
  };
}

export const synergySearch = world({
  name: "synergy-search",
  summary: "two partners whose synergy is drawn at reset and hidden",
  source: "Coopetition-Gym v1 SynergySearch-v0 (arXiv 2605.02063); the draw comes after seeding, unlike the release",
  parameters: commonParameters(100)
    .extend({
      gammaLow: share(0.2).describe("smallest synergy weight; `gamma` fixes it instead"),
      gammaHigh: share(0.9).describe("largest synergy weight"),
      revealed: flag(false).describe("whether agents see the synergy weight"),
    })
    .refine((p) => p.gammaLow <= p.gammaHigh, { error: "gammaLow must not exceed gammaHigh", path: ["gammaLow"] }),
  constants: ({ gamma, gammaLow, gammaHigh, revealed }) => ({
    endowment: each(2, 100),
    share: each(2, 0.5),
    baseline: each(2, 40),
    dependence: everyPair(2, 0.5),
    theta: 20,
    gamma: gamma ?? gammaHigh,
    trust: [0.1, 0.3, 0.6, 0.03, 0.5, 1, 0.55],
    extensions: [hiddenSynergy(gamma ?? gammaLow, gamma ?? gammaHigh, revealed)],
    expectedGamma: gamma ?? (gammaLow + gammaHigh) / 2,
    random: gamma === undefined && gammaLow !== gammaHigh,
  }),
});
