// Arms that are vectors of a fixed list and pay a linear function of them plus noise, so that each tells something of the others.

import { z } from "zod";
import { list, whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { bandit, byMeans, FARTHEST } from "./arms.ts";
import { dot, fixedFeatures, rows } from "./vector-arms.ts";

export const linearBandit = bind({
  id: "bandits/linear",
  summary: "arms that are vectors and pay a linear function of them plus normal noise",
  source: "Dani, Hayes & Kakade (2008); Abbasi-Yadkori, Pál & Szepesvári (2011)",
  parameters: z
    .strictObject({
      horizon: whole(1, 10_000_000, 1000).describe("rounds"),
      actions: rows
        .default([
          [1, 0],
          [0.9, 0.4],
          [0.6, 0.8],
          [0, 1],
        ])
        .describe("the vector of each arm"),
      theta: list(z.number().min(-1e6).max(1e6), 1, 100, [0.8, 0.4]).describe(
        "what a unit of each of a vector's numbers pays",
      ),
      deviation: within(0, 1e6, 0.1).describe("standard deviation of the noise"),
    })
    .refine(({ actions, theta }) => actions[0].length === theta.length, {
      error: "It must have one number for each of an action's",
      path: ["theta"],
    }),
  make: ({ horizon, actions, theta, deviation }) => {
    const means = actions.map((action) => dot(action, theta));
    return bandit({
      ...byMeans(means),
      horizon,
      low: Math.min(...means) - FARTHEST * deviation,
      high: Math.max(...means) + FARTHEST * deviation,
      deterministic: deviation === 0,
      features: fixedFeatures(actions),
      pay: (arm, _round, random) => (deviation === 0 ? means[arm] : means[arm] + deviation * random.normal()),
    });
  },
});
