// Arms that pay a mean of their own plus normal noise of one deviation. Without noise, learners can be followed exactly.

import { z } from "zod";
import { list, whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { bandit, byMeans, FARTHEST } from "./arms.ts";

export const gaussianBandit = bind({
  id: "bandits/gaussian",
  summary: "arms that pay a mean each plus normal noise",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    means: list(z.number().min(-1e6).max(1e6), 1, 10_000, [1, 0.5, 0]).describe("mean payoff of each arm"),
    deviation: within(0, 1e6, 1).describe("standard deviation of the noise"),
  }),
  make: ({ horizon, means, deviation }) =>
    bandit({
      ...byMeans(means),
      horizon,
      low: Math.min(...means) - FARTHEST * deviation,
      high: Math.max(...means) + FARTHEST * deviation,
      deterministic: deviation === 0,
      pay: (arm, _round, random) => (deviation === 0 ? means[arm] : means[arm] + deviation * random.normal()),
    }),
});
