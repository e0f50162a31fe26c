// Groups in which every actor has a public standing, observed one step late: a record of contributions, or a market position.

import { flag, share, whole } from "../../core/parameters.ts";
import { field, flow, level } from "../declaration.ts";
import type { Extension } from "./declaration.ts";
import { alike, commonParameters, world } from "./define.ts";

/** A public score of past contributions: rep := 0.9·rep + 0.1·a/e. It has no effect on pay. */
const publicRecord = (agents: number): Extension => ({
  shapes: { record: [agents], shownRecord: [agents] },
  channels: [level("publicRecord", "share", 0, 1, "public score of past contribution")],
  observation: [field("publicRecord", 0, 1, "public score of every agent, before the last step", { size: agents })],
  bind(common, { record, shownRecord }, place) {
    const channel = place("publicRecord");
    return {
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
});

export const dynamicPartnerSelection = world({
  name: "dynamic-partner-selection",
  summary: "six equal actors with a public record of past contribution",
  source: "Coopetition-Gym v1 DynamicPartnerSelection-v0 (arXiv 2605.02063; arXiv 2510.18802)",
  parameters: commonParameters(50).extend({
    agents: whole(2, 1000, 6).describe("actors"),
    extras: flag(true).describe("whether the public record is kept (the release's parallel view keeps none)"),
  }),
  constants: ({ agents, extras }) => ({
    ...alike(agents, 35, 0.4),
    theta: 18,
    gamma: 0.55,
    trust: [0.12, 0.35, 0.6, 0.015, 0.45, 1.2, 0.5],
    extensions: extras ? [publicRecord(agents)] : [],
  }),
});

/** Pay factor of a market standing. */
const tier = (standing: number): number => (standing >= 0.8 ? 1.3 : standing >= 0.5 ? 1 : standing >= 0.25 ? 0.7 : 0.4);

/** q := clip(q + 0.1·(a/e − 0.5), 0, 1); pay is multiplied by the factor of q's tier. */
function marketStanding(agents: number, visibility: number): Extension {
  const noise = 1 - visibility;
  const [low, high] = noise > 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [0, 1];
  const tiers = "market tier: 1.3 from a standing of 0.80, 1 from 0.50, 0.7 from 0.25, else 0.4";
  return {
    shapes: { standing: [agents], shownStanding: [agents] },
    channels: [
      flow("multiplier", "factor", 0.4, 1.3, "mean", tiers),
      level("standing", "share", 0, 1, "market standing, raised by investing more than half"),
    ],
    observation: [field("standing", low, high, "every agent's market standing before the last step", { size: agents })],
    bind(common, { standing, shownStanding }, place) {
      const [multiplier, channel] = [place("multiplier"), place("standing")];
      return {
        reset(random) {
          standing.fill(0.5);
          for (let i = 0; i < agents; i++) shownStanding[i] = 0.5 + (noise > 0 ? noise * random.normal() : 0);
        },
        report(outcomes, channels) {
          for (let i = 0; i < agents; i++) outcomes[i * channels + channel] = standing[i];
        },
        step(outcomes, channels, random) {
          for (let i = 0; i < agents; i++) {
            shownStanding[i] = standing[i] + (noise > 0 ? noise * random.normal() : 0);
            const next = standing[i] + 0.1 * (common.actions[i] / common.endowment[i] - 0.5);
            standing[i] = next < 0 ? 0 : next > 1 ? 1 : next;
            outcomes[i * channels + multiplier] *= tier(standing[i]);
            outcomes[i * channels + channel] = standing[i];
          }
        },
        observe(observations, offset) {
          for (let i = 0; i < agents; i++) observations[offset + i] = shownStanding[i];
        },
      };
    },
  };
}

export const reputationMarket = world({
  name: "reputation-market",
  summary: "five actors whose market standing multiplies their pay",
  source: "Coopetition-Gym v1 ReputationMarket-v0 (arXiv 2605.02063; arXiv 2510.24909)",
  parameters: commonParameters(100).extend({
    agents: whole(2, 1000, 5).describe("actors"),
    visibility: share(1).describe("1 shows the standings exactly; noise of deviation 1 − visibility is added"),
    extras: flag(true).describe("whether standings exist (the release's parallel view has none)"),
  }),
  constants: ({ agents, visibility, extras }) => ({
    ...alike(agents, 35, 0.35),
    theta: 18,
    gamma: 0.5,
    trust: [0.1, 0.3, 0.55, 0.015, 0.45, 1, 0.5],
    extensions: extras ? [marketStanding(agents, visibility)] : [],
    random: extras && visibility < 1,
  }),
});
