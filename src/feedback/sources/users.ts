// Users who react: each of an audience is shown one episode and reacts or does not, rarely. Two episodes are compared by their reactions.

import { z } from "zod";
import { share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { defineFeedback, type EpisodeStanding } from "./source.ts";
import { budgetField, oneTaste, tasteFields, worthOf } from "./taste.ts";

const parameters = z.strictObject({
  ...tasteFields,
  intercept: z
    .number()
    .min(-100)
    .max(100)
    .default(-3)
    .describe("log-odds that a user reacts to an episode that is worth nothing: at −3 one of twenty-one does"),
  trolls: share(0).describe("share of users that react by a coin, or against what they like, as many of both"),
  audience: whole(1, 1_000_000, 100).describe("users that each of two episodes is shown to"),
  budget: budgetField.describe("users that may be shown an episode in all; default as many as are asked for"),
});

export const users = defineFeedback({
  id: "users",
  summary: "users that react to single episodes, rarely; of two the one with more reactions is preferred",
  source: "chance of a reaction 1/(1 + exp(−(intercept + worth)))",
  parameters,
  example: { parameters: { weights: { trust: 2 }, audience: 200 } },
  make(described) {
    oneTaste(described);
    const { intercept, trolls, audience, budget = Number.POSITIVE_INFINITY } = described;
    return ({ spec, random }) => {
      const worth = worthOf(described, spec);
      const chance = (end: EpisodeStanding) => {
        const honest = preferenceProbability(intercept + worth(end));
        return (1 - trolls) * honest + (trolls / 2) * (1.5 - honest);
      };
      let asked = 0;
      return {
        get asked() {
          return asked;
        },
        compare({ first, second }) {
          if (asked + 2 * audience > budget) return undefined;
          asked += 2 * audience;
          const [one, other] = [first, second].map(({ end }) => reactions(chance(end), audience, random));
          return (1 + Math.sign(one - other)) / 2;
        },
        rate({ end }) {
          if (asked + audience > budget) return undefined;
          asked += audience;
          const reacted = reactions(chance(end), audience, random);
          return { shown: audience, reacted };
        },
      };
    };
  },
}).entry;

/** How many of so many users react. */
function reactions(chance: number, audience: number, random: Random): number {
  let count = 0;
  for (let k = 0; k < audience; k++) if (random.uniform() < chance) count += 1;
  return count;
}
