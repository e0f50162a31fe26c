// Five actors whose market standing multiplies what they are paid.

import { flag, share, whole } from "../../../core/parameters.ts";
import { commonParameters, each, everyPair, world } from "../define.ts";
import type { Extension } from "../game.ts";

/** Pay factor of a market standing. */
function tier(standing: number): number {
  return standing >= 0.8 ? 1.3 : standing >= 0.5 ? 1 : standing >= 0.25 ? 0.7 : 0.4;
}

/** q := clip(q + 0.1·(a/e − 0.5), 0, 1); pay is scaled by the tier that q falls in. */
function marketStanding(agents: number, visibility: number): Extension {
  const noise = 1 - visibility;
  return {
    name: "standing",
    shapes: { standing: [agents], shownStanding: [agents] },
    channels: [
      {
        name: "multiplier",
        unit: "factor",
        low: 0.4,
        high: 1.3,
        over: "mean",
        state: false,
        meaning: "market tier: 1.3 from a standing of 0.80, 1 from 0.50, 0.7 from 0.25, else 0.4",
      },
      {
        name: "standing",
        unit: "share",
        low: 0,
        high: 1,
        over: "last",
        state: true,
        meaning: "market standing, raised by investing more than half",
      },
    ],
    observation: [
      {
        name: "standing",
        size: agents,
        low: noise > 0 ? Number.NEGATIVE_INFINITY : 0,
        high: noise > 0 ? Number.POSITIVE_INFINITY : 1,
        meaning: "everybody's market standing before the last step",
      },
    ],
    bind(common, { standing, shownStanding }, place) {
      const multiplier = place("multiplier");
      const channel = place("standing");
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
    endowment: each(agents, 100),
    share: each(agents, 1 / agents),
    baseline: each(agents, 35),
    dependence: everyPair(agents, 0.35),
    theta: 18,
    gamma: 0.5,
    trust: [0.1, 0.3, 0.55, 0.015, 0.45, 1, 0.5],
    extensions: extras ? [marketStanding(agents, visibility)] : [],
    random: extras && visibility < 1,
  }),
});
