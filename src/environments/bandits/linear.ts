// Linear bandits: arms are vectors whose payoff is a linear function plus noise, so that each is informative on the others. Vectors are
// fixed, or drawn anew and observed in every round.

import { z } from "zod";
import { list, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { bandit, byMeans, FARTHEST } from "./arms.ts";
import { dot, fixedFeatures, rows, vectorName } from "./vector-arms.ts";

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
    const known = byMeans(means);
    return bandit({
      ...known,
      worth: { ...known.worth, names: actions.map(vectorName) },
      horizon,
      low: Math.min(...means) - FARTHEST * deviation,
      high: Math.max(...means) + FARTHEST * deviation,
      deterministic: deviation === 0,
      features: fixedFeatures(actions),
      pay: (arm, _round, random) => (deviation === 0 ? means[arm] : means[arm] + deviation * random.normal()),
    });
  },
});

export const contextualLinearBandit = bind({
  id: "bandits/contextual-linear",
  summary: "arms of which every round shows other vectors, paid by a linear function of them plus normal noise",
  source: "Li, Chu, Langford & Schapire (2010); Chu, Li, Reyzin & Schapire (2011)",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    arms: whole(1, 1000, 5).describe("arms of a round; their vectors are uniform on the unit sphere"),
    theta: list(z.number().min(-1e6).max(1e6), 2, 100, [0.8, -0.4, 0.2]).describe(
      "what a unit of each of a vector's numbers pays",
    ),
    deviation: within(0, 1e6, 0.1).describe("standard deviation of the noise"),
  }),
  make: ({ horizon, arms, theta, deviation }) => {
    const dimension = theta.length;
    const most = Math.hypot(...theta);
    const worth = (arm: number, shown: Float64Array): number => {
      let sum = 0;
      for (let k = 0; k < dimension; k++) sum += theta[k] * shown[arm * dimension + k];
      return sum;
    };
    const best = (shown: Float64Array): number => {
      let top = worth(0, shown);
      for (let arm = 1; arm < arms; arm++) top = Math.max(top, worth(arm, shown));
      return top;
    };
    const draw = (random: Random, shown: Float64Array) => {
      for (let arm = 0; arm < arms; arm++) {
        let square = 0;
        for (let k = 0; k < dimension; k++) {
          // Payoffs use the vectors as observed, in single precision.
          const drawn = random.normal();
          shown[arm * dimension + k] = drawn;
          square += drawn * drawn;
        }
        const length = Math.sqrt(square);
        for (let k = 0; k < dimension; k++) {
          const at = arm * dimension + k;
          shown[at] = Math.fround(shown[at] / length);
        }
      }
    };
    // A vector of rounded numbers may be slightly longer than 1.
    const bound = most * (1 + 1e-6);
    return bandit({
      count: arms,
      horizon,
      low: -bound - FARTHEST * deviation,
      high: bound + FARTHEST * deviation,
      spread: 2 * bound,
      deterministic: false,
      best: "the arm that is best in this round",
      course: {
        size: arms * dimension,
        label: "vectors of the arms",
        begin: draw,
        move: (_arm, random, shown) => draw(random, shown),
      },
      features: {
        dimension,
        low: -1,
        high: 1,
        meaning: "the vector of each arm in this round",
        write: (shown, out, at) => out.set(shown, at),
      },
      isBest: (arm, shown) => worth(arm, shown) === best(shown),
      pay: (arm, _round, random, shown) => worth(arm, shown) + (deviation === 0 ? 0 : deviation * random.normal()),
      gap: (arm, _round, shown) => best(shown) - worth(arm, shown),
      worth: { low: -most, high: most, anew: true, of: (arm, _round, shown) => worth(arm, shown) },
    });
  },
});
