// Two partners who come to an agreement by playing alike, and pay for breaking it.

import { flag } from "../../../core/parameters.ts";
import { commonParameters, each, everyPair, world } from "../define.ts";
import type { Extension } from "../game.ts";

/** How far two actions may lie apart and still count as agreeing, and an action from the agreement. */
const TOLERANCE = 10;
/** What a unit of deviation from the agreement costs both partners in a breach. */
const COST = 3;

/** Whoever moves more than 10 from the standing agreement costs both sides 3 for every unit of their own deviation. */
function agreement(): Extension {
  return {
    name: "agreement",
    shapes: { agreed: [2], agreeing: [1], shownAgreed: [2], shownAgreeing: [1] },
    channels: [
      {
        name: "penalty",
        unit: "value",
        low: 0,
        high: COST * 100,
        over: "sum",
        state: false,
        meaning: "cost of a breach of the agreement, taken off pay",
      },
      {
        name: "agreed",
        unit: "0 or 1",
        low: 0,
        high: 1,
        over: "mean",
        state: true,
        meaning: "whether an agreement stands",
      },
    ],
    observation: [
      {
        name: "agreement",
        size: 2,
        low: 0,
        high: 100,
        meaning: "the agreed actions before the last step, zeros where there are none",
      },
      { name: "agreeing", size: 1, low: 0, high: 1, meaning: "whether an agreement stood before the last step" },
    ],
    bind(common, { agreed, agreeing, shownAgreed, shownAgreeing }, place) {
      const penalty = place("penalty");
      const channel = place("agreed");
      return {
        reset() {},
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
}

export const cooperativeNegotiation = world({
  name: "cooperative-negotiation",
  summary: "two partners who agree by playing alike and pay for breaking the agreement",
  source: "Coopetition-Gym v1 CooperativeNegotiation-v0 (arXiv 2605.02063; arXiv 2510.24909)",
  parameters: commonParameters(100).extend({
    extras: flag(true).describe("whether agreements exist (the release's parallel view has none)"),
  }),
  constants: ({ extras }) => ({
    endowment: each(2, 100),
    share: each(2, 0.5),
    baseline: each(2, 35),
    dependence: everyPair(2, 0.55),
    theta: 20,
    gamma: 0.6,
    trust: [0.12, 0.4, 0.65, 0.02, 0.55, 1.2, 0.5],
    extensions: extras ? [agreement()] : [],
  }),
});
