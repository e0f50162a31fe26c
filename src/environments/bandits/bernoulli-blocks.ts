// Arms that pay 1 or 0, whose probabilities are drawn anew for every block: what one block teaches about an arm is worth
// nothing in the next, what all of them teach about blocks is.

import { z } from "zod";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { drawBeta } from "../../math/beta-draw.ts";
import { bandit } from "./arms.ts";
import { blockParameters } from "./sight.ts";

export const bernoulliBlocks = bind({
  id: "bandits/bernoulli-blocks",
  summary: "arms that pay 1 with probabilities that every block draws anew",
  source: "the Bernoulli bandits of arXiv 1611.02779, section 3.1",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 20).describe("pulls of a block"),
    arms: whole(1, 1000, 5).describe("arms"),
    prior: z
      .tuple([z.number().gt(0).max(1e6), z.number().gt(0).max(1e6)])
      .default([1, 1])
      .describe("a and b of the beta distribution that each arm's probability is drawn from; 1 and 1: uniform"),
    ...blockParameters,
  }),
  make: ({ horizon, arms, prior: [a, b], stays, feedback }) => {
    const best = (hidden: Float64Array) => {
      let most = hidden[0];
      for (let k = 1; k < arms; k++) if (hidden[k] > most) most = hidden[k];
      return most;
    };
    return bandit({
      count: arms,
      horizon,
      low: 0,
      high: 1,
      spread: 1,
      deterministic: false,
      best: "the arm of the largest mean",
      block: {
        size: arms,
        label: "means",
        stays,
        feedback,
        draw(random, hidden) {
          for (let k = 0; k < arms; k++) hidden[k] = drawBeta(a, b, random);
        },
      },
      isBest: (arm, hidden) => hidden[arm] === best(hidden),
      pay: (arm, _round, random, hidden) => (random.uniform() < hidden[arm] ? 1 : 0),
      gap: (arm, _round, hidden) => best(hidden) - hidden[arm],
    });
  },
});
