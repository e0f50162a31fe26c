// Arms that pay 1 or 0, each with its own probability.

import { z } from "zod";
import { list, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { bandit, byMeans } from "./arms.ts";

export const bernoulliBandit = bind({
  id: "bandits/bernoulli",
  summary: "arms that pay 1 with a fixed probability each",
  source: "Auer, Cesa-Bianchi & Fischer (2002), distribution 1",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    means: list(z.number().min(0).max(1), 1, 10_000, [0.9, 0.6]).describe("probability with which each arm pays 1"),
  }),
  make: ({ horizon, means }) =>
    bandit({
      ...byMeans(means),
      horizon,
      low: 0,
      high: 1,
      deterministic: means.every((mean) => mean === 0 || mean === 1),
      pay: (arm, _round, random) => (random.uniform() < means[arm] ? 1 : 0),
    }),
});
