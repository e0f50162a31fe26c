// Two-partner environments with uncertainty about cooperation: an unknown synergy, or an agreement that can be broken.

import { flag, share } from "../../core/parameters.ts";
import { field, flow, level } from "../declaration.ts";
import type { Extension } from "./declaration.ts";
import { alike, commonParameters, world } from "./define.ts";

/** Draws the synergy weight at reset; agents observe it only where it is revealed. */
const hiddenSynergy = (low: number, high: number, revealed: boolean): Extension => ({
  observation: revealed ? [field("synergy", 0, 1, "weight of the synergy in this episode")] : [],
  bind: (common) => ({
    reset(random) {
      common.gamma[0] = low === high ? low : random.uniform(low, high);
    },
    step() {},
    observe(observations, offset) {
      if (revealed) observations[offset] = common.gamma[0];
    },
  }),
});

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
    ...alike(2, 40, 0.5),
    theta: 20,
    gamma: gamma ?? gammaHigh,
    trust: [0.1, 0.3, 0.6, 0.03, 0.5, 1, 0.55],
    extensions: [hiddenSynergy(gamma ?? gammaLow, gamma ?? gammaHigh, revealed)],
    expectedGamma: gamma ?? (gammaLow + gammaHigh) / 2,
    random: gamma === undefined && gammaLow !== gammaHigh,
  }),
});

/** Largest difference of two actions that count as agreement, and largest permitted deviation from the agreement. */
const TOLERANCE = 10;
/** Cost to both partners per unit of deviation in a breach. */
const COST = 3;

/** An action more than 10 from the current agreement costs both partners 3 for every unit of their own deviation. */
const agreement: Extension = {
  shapes: { agreed: [2], agreeing: [1], shownAgreed: [2], shownAgreeing: [1] },
  channels: [
    flow("penalty", "value", 0, COST * 100, "sum", "cost of a breach of the agreement, taken off pay"),
    level("agreed", "0 or 1", 0, 1, "whether an agreement stands", "mean"),
  ],
  observation: [
    field("agreement", 0, 100, "the agreed actions before the last step, zeros where there are none", { size: 2 }),
    field("agreeing", 0, 1, "whether an agreement stood before the last step"),
  ],
  bind(common, { agreed, agreeing, shownAgreed, shownAgreeing }, place) {
    const [penalty, channel] = [place("penalty"), place("agreed")];
    return {
      step(outcomes, channels) {
        shownAgreed.set(agreed);
        shownAgreeing[0] = agreeing[0];
        const first = common.actions[0];
        const second = common.actions[1];
        const firstDeviation = Math.abs(first - agreed[0]);
        const secondDeviation = Math.abs(second - agreed[1]);
        if (agreeing[0] === 1 && Math.max(firstDeviation, secondDeviation) > TOLERANCE) {
          outcomes[penalty] = COST * firstDeviation;
          outcomes[channels + penalty] = COST * secondDeviation;
        }
        if (Math.abs(first - second) <= TOLERANCE) {
          agreed.set(common.actions);
          agreeing[0] = 1;
        }
        outcomes[channel] = agreeing[0];
        outcomes[channels + channel] = agreeing[0];
      },
      observe(observations, offset) {
        observations[offset] = shownAgreed[0];
        observations[offset + 1] = shownAgreed[1];
        observations[offset + 2] = shownAgreeing[0];
      },
    };
  },
};

export const cooperativeNegotiation = world({
  name: "cooperative-negotiation",
  summary: "two partners who agree by playing alike and pay for breaking the agreement",
  source: "Coopetition-Gym v1 CooperativeNegotiation-v0 (arXiv 2605.02063; arXiv 2510.24909)",
  parameters: commonParameters(100).extend({
    extras: flag(true).describe("whether agreements exist (the release's parallel view has none)"),
  }),
  constants: ({ extras }) => ({
    ...alike(2, 35, 0.55),
    theta: 20,
    gamma: 0.6,
    trust: [0.12, 0.4, 0.65, 0.02, 0.55, 1.2, 0.5],
    extensions: extras ? [agreement] : [],
  }),
});
