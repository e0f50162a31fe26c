// Six equal actors with a public record of past contribution that everybody can see.

import { flag, whole } from "../../../core/parameters.ts";
import { commonParameters, each, everyPair, world } from "../define.ts";
import type { Extension } from "../game.ts";

/** A public score of past contribution: rep := 0.9·rep + 0.1·a/e. It is shown one step late and never paid. */
function publicRecord(agents: number): Extension {
  return {
    name: "record",
    shapes: { record: [agents], shownRecord: [agents] },
    channels: [
      {
        name: "publicRecord",
        unit: "share",
        low: 0,
        high: 1,
        over: "last",
        state: true,
        meaning: "public score of past contribution",
      },
    ],
    observation: [
      {
        name: "publicRecord",
        size: agents,
        low: 0,
        high: 1,
        meaning: "public score of everybody, before the last step",
      },
    ],
    bind(common, { record, shownRecord }, place) {
      const channel = place("publicRecord");
      return {
        reset() {},
        step(outcomes, channels) {
          for (let i = 0; i < agents; i++) {
            shownRecord[i] = record[i];
            record[i] = 0.9 * record[i] + (0.1 * common.actions[i]) / common.endowment[i];
            outcomes[i * channels + channel] = record[i];
          }
        },
        observe(observations, offset) {
          for (let i = 0; i < agents; i++) observations[offset + i] = shownRecord[i];
        },
      };
    },
  };
}

export const dynamicPartnerSelection = world({
  name: "dynamic-partner-selection",
  summary: "six equal actors with a public record of past contribution",
  source: "Coopetition-Gym v1 DynamicPartnerSelection-v0 (arXiv 2605.02063; arXiv 2510.18802)",
  parameters: commonParameters(50).extend({
    agents: whole(2, 1000, 6).describe("actors"),
    extras: flag(true).describe("whether the public record is kept (the release's parallel view keeps none)"),
  }),
  constants: ({ agents, extras }) => ({
    endowment: each(agents, 100),
    share: each(agents, 1 / agents),
    baseline: each(agents, 35),
    dependence: everyPair(agents, 0.4),
    theta: 18,
    gamma: 0.55,
    trust: [0.12, 0.35, 0.6, 0.015, 0.45, 1.2, 0.5],
    extensions: extras ? [publicRecord(agents)] : [],
  }),
});
