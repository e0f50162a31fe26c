// A simulated person: a taste, noise that grows with every question, and what is known when the question is put.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { flag, oneOf, positive, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type Annotator, simulatedAnnotator } from "../annotator.ts";
import { defineFeedback, type FinishedEpisode } from "./source.ts";
import { budgetField, oneTaste, tasteFields, worthOf } from "./taste.ts";

/** Parameters of a person, alone or in a panel. */
export const personFields = {
  ...tasteFields,
  slope: positive(1e6, 1).describe(
    "β of the chance 1/(1 + exp(−β·difference)) that the better is preferred: at 1, one unit of the taste is seen in 73 of 100 questions",
  ),
  draw: within(0, 100, 0).describe("differences felt within this, in units of the noise, may be called a draw"),
  fatigue: within(0, 1000, 0).describe("f: after q answers the slope is β/(1 + f·q)"),
  hindsight: flag(true).describe("whether the whole episode is known; without it, what half of the horizon had shown"),
  honesty: oneOf(["honest", "flipped", "coin"], "honest").describe(
    "answers by the taste, by its opposite, or by a coin",
  ),
};

const parameters = z.strictObject({ ...personFields, budget: budgetField });
const described = z.object(personFields);
export type PersonDescription = z.output<typeof described>;

/** The annotator of that description. Throws a UserError as `worthOf` does. */
export function personIn(
  person: PersonDescription,
  spec: NumericSpec,
  random: Random,
  budget = Number.POSITIVE_INFINITY,
): Annotator<FinishedEpisode> {
  const worth = worthOf(person, spec);
  const { slope, draw, fatigue, honesty, hindsight } = person;
  const value = ({ end, half }: FinishedEpisode): number => worth(hindsight ? end : half);
  return simulatedAnnotator({ value, slope, draw, fatigue, honesty, random, budget });
}

export const person = defineFeedback({
  id: "person",
  summary: "a simulated person that compares two episodes by its taste, with noise, fatigue and hindsight or without",
  source: "Bradley & Terry (1952), with draws as in Rao & Kupper (1967)",
  parameters,
  example: { parameters: { weights: { payoff: 1 }, slope: 0.1 } },
  make(described) {
    oneTaste(described);
    return ({ spec, random }) => {
      const annotator = personIn(described, spec, random, described.budget);
      return {
        get asked() {
          return annotator.asked;
        },
        compare: ({ first, second }) => annotator.judge(first, second),
      };
    };
  },
}).entry;
