// A person that says of two episodes which is better as a whole, and of each of several aspects which is better in that.

import { z } from "zod";
import { under } from "../../core/errors.ts";
import { personFields, personIn } from "./person.ts";
import { defineFeedback, type FeedbackSource } from "./source.ts";
import { budgetField, oneTaste } from "./taste.ts";

const aspect = z.strictObject(personFields);

const parameters = z.strictObject({
  ...personFields,
  aspects: z
    .record(z.string(), aspect)
    .refine((named) => Object.keys(named).length > 0, { error: "name at least one aspect" })
    .prefault({ objective: {} })
    .describe("what it is asked about, by name, each with a taste and noise of its own"),
  budget: budgetField.describe("questions that are answered about each aspect, and about the whole; default all"),
});

export const aspects = defineFeedback({
  id: "aspects",
  summary: "a simulated person that compares two episodes as wholes, and in each of several aspects",
  source: "annotations of several dimensions: arXiv 2501.13918; Rao & Kupper (1967)",
  parameters,
  example: { parameters: { slope: 0.1, aspects: { payoff: { weights: { payoff: 1 }, slope: 0.1 } } } },
  make({ aspects: named, budget, ...whole }) {
    oneTaste(whole);
    for (const [name, one] of Object.entries(named)) under(["aspects", name], () => oneTaste(one));
    return ({ spec, random }) => {
      const asked = (person: z.output<typeof aspect>, stream: string): FeedbackSource => {
        const annotator = personIn(person, spec, random.stream(stream), budget);
        return {
          get asked() {
            return annotator.asked;
          },
          compare: ({ first, second }) => annotator.judge(first, second),
        };
      };
      const single = Object.entries(named).map(
        ([name, one]) => [name, under(["aspects", name], () => asked(one, `aspect ${name}`))] as const,
      );
      return Object.assign(asked(whole, "whole"), { aspects: new Map(single) });
    };
  },
}).entry;
