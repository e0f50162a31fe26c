// A critic: gives each episode a score, with an error of its own, and prefers the higher score.

import { z } from "zod";
import { within } from "../../core/parameters.ts";
import { defineFeedback, type FinishedEpisode } from "./source.ts";
import { budgetField, oneTaste, tasteFields, worthOf } from "./taste.ts";

const parameters = z.strictObject({
  ...tasteFields,
  noise: within(0, 1e12, 0).describe("standard deviation of the error of a score, in units of the taste"),
  step: within(0, 1e12, 0).describe("scores are rounded to multiples of it, so that close ones are a draw; 0 for none"),
  budget: budgetField.describe("pairs, or single episodes, that are scored; default as many as are asked"),
});

export const critic = defineFeedback({
  id: "critic",
  summary: "a critic that scores each of two episodes by its rubric, with an error, and prefers the higher score",
  parameters,
  example: { parameters: { rubric: [{ channel: "trust", worst: 0, best: 1 }], noise: 0.1, step: 0.1 } },
  make(described) {
    oneTaste(described);
    const { noise, step, budget = Number.POSITIVE_INFINITY } = described;
    return ({ spec, random }) => {
      const worth = worthOf(described, spec);
      const score = ({ end }: FinishedEpisode): number => {
        const felt = worth(end) + noise * random.normal();
        return step === 0 ? felt : Math.round(felt / step);
      };
      let answered = 0;
      return {
        get asked() {
          return answered;
        },
        compare({ first, second }) {
          if (answered >= budget) return undefined;
          answered += 1;
          const difference = score(first) - score(second);
          return (1 + Math.sign(difference)) / 2;
        },
        rate(episode) {
          if (answered >= budget) return undefined;
          answered += 1;
          return { score: score(episode) * (step === 0 ? 1 : step) };
        },
      };
    };
  },
}).entry;
