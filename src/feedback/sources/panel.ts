// A panel: several persons vote on the same two episodes, out of one budget of answers.

import { z } from "zod";
import { under } from "../../core/errors.ts";
import { flag, maybeWhole } from "../../core/parameters.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { personFields, personIn } from "./person.ts";
import { defineFeedback } from "./source.ts";
import { budgetField, oneTaste } from "./taste.ts";

const member = z.strictObject(personFields);

const parameters = z.strictObject({
  persons: z
    .array(member)
    .min(1)
    .max(100)
    .prefault([{}, {}, {}])
    .describe("its members, each with a taste, noise and honesty of its own"),
  each: maybeWhole(1, 100).describe("persons that are asked of one pair, drawn anew each time; default all"),
  majority: flag(false).describe("whether the panel says what most say, and not the share of its voices"),
  budget: budgetField.describe("answers of single persons that are paid for; default as many as are asked"),
});

export const panel = defineFeedback({
  id: "panel",
  summary: "several simulated persons that vote on the same two episodes, out of one budget of answers",
  source: "Bradley & Terry (1952)",
  parameters,
  example: {
    parameters: {
      persons: [
        { weights: { payoff: 1 }, slope: 0.1 },
        { weights: { payoff: 1 }, slope: 0.1 },
      ],
      budget: 400,
    },
  },
  make({ persons, each = persons.length, majority, budget = Number.POSITIVE_INFINITY }) {
    for (const [k, one] of persons.entries()) under(["persons", k], () => oneTaste(one));
    const voices = Math.min(each, persons.length);
    return ({ spec, random }) => {
      const seats = random.stream("seats");
      const members = persons.map((one, k) =>
        under(["persons", k], () => personIn(one, spec, random.stream("person", k))),
      );
      let answered = 0;
      return {
        get asked() {
          return answered;
        },
        compare({ first, second }) {
          if (answered + voices > budget) return undefined;
          answered += voices;
          let sum = 0;
          for (const k of randomOrder(members.length, seats).slice(0, voices))
            sum += members[k].judge(first, second) ?? 0.5;
          const share = sum / voices;
          return majority ? (1 + Math.sign(share - 0.5)) / 2 : share;
        },
      };
    };
  },
}).entry;
