// SGD-UCB as an agent: it learns how much of a budget to give each channel of a campaign from what the channels return.

import { z } from "zod";
import { fieldOffset } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { maybeWhole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { budgetGrid, budgetLearner } from "./budget-learner.ts";

const parameters = z.strictObject({
  amounts: maybeWhole(2, 10_000).describe(
    "amounts that a channel may be given, evenly from nothing to a period's whole budget; default the cube root of the number of periods",
  ),
  bonus: within(0, 1e6, 0.3).describe(
    "c in the bonus c·√(2·ln T/n) of an amount that was given n times, in what a period's budget is worth; 0 is greedy",
  ),
  target: z
    .number()
    .min(0)
    .max(1e6)
    .optional()
    .describe("value for each unit of money; default what the world wants, 0 for none"),
});

export const sgdUcb: BoundEntry<AgentPlan> = bind({
  id: "bandit/sgd-ucb",
  summary:
    "learns what each channel of a campaign returns for each amount, and spends by prices of money and of return that keep both limits on average",
  source: "SGD-UCB: Deng, Golrezaei, Jaillet, Liang & Mirrokni (2023), arXiv 2302.01523",
  parameters,
  example: { environment: "markets/channels" },
  make:
    ({ amounts, bonus, target }: z.output<typeof parameters>): AgentPlan =>
    ({ spec }) => {
      const { horizon, observation, choices } = spec;
      const [spent, returned, budget, wanted] = ["spent", "returned", "budget", "target"].map((name) =>
        fieldOffset(spec, name),
      );
      const channels = observation.find(({ name }) => name === "spent")?.size ?? 0;
      if (spent === undefined || returned === undefined || budget === undefined || wanted === undefined) {
        const what =
          "bandit/sgd-ucb must see what it spent in each channel and what was returned, and this world shows neither";
        throw new UserError({ code: "no-channels", what, hint: "markets/channels does" });
      }
      if (choices !== undefined) {
        const what = "bandit/sgd-ucb gives each channel money, and here an action is one of some splits";
        throw new UserError({ code: "no-money", what, hint: "leave out `parts` of markets/channels" });
      }
      const arms = budgetGrid(amounts ?? Math.max(2, Math.round(horizon ** (1 / 3))), 1);
      // In shares of a period's budget, so that its prices are numbers near 1 in any currency.
      const make = (roi: number) => budgetLearner({ channels, arms, budget: 1, roi, horizon, bonus });
      const [values, spends] = [new Float64Array(channels), new Float64Array(channels)];
      let learner: ReturnType<typeof make> | undefined;
      return {
        reset() {
          learner = undefined;
        },
        act(seen, action) {
          if (learner === undefined) learner = make(target ?? seen[wanted]);
          else {
            for (let j = 0; j < channels; j++) {
              values[j] = seen[returned + j] / seen[budget];
              spends[j] = seen[spent + j];
            }
            learner.learn(values, spends);
          }
          learner.choose();
          action.set(learner.budgets);
        },
      };
    },
});
