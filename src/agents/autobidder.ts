// A bidder that keeps a budget and a return on what it spends, by a price of each: dual descent.

import { z } from "zod";
import type { AgentPlan } from "../core/agent.ts";
import { autobidder } from "../mechanisms/budgets/autobidder.ts";
import { fieldOf } from "./bidders.ts";
import { scripted, trembling } from "./scripted.ts";

export const autobid = scripted({
  id: "bidder/autobid",
  summary:
    "buys as much value as its budget and a return on spend allow, by prices of both that learn; profit is nothing to it",
  source: "arXiv 2302.01523, section on autobidders in channels",
  parameters: z.strictObject({
    target: z
      .number()
      .min(0)
      .max(1e6)
      .optional()
      .describe("value for each unit of money; default what the world wants, 0 for none"),
    rate: z
      .number()
      .gt(0)
      .max(1e6)
      .optional()
      .describe("step of both prices for an impression's share of the budget; default 1/√(impressions)"),
    ...trembling,
  }),
  make:
    ({ target, rate: step }): AgentPlan =>
    (seat) => {
      const [value, price, won, rate, wanted] = ["value", "price", "won", "rate", "target"].map((name) =>
        fieldOf(seat, name, "markets/campaign"),
      );
      const highest = seat.spec.actionHigh[seat.seat];
      const bidder = autobidder(step ?? 1 / Math.sqrt(seat.spec.horizon));
      let before: number | undefined;
      return {
        reset() {
          before = undefined;
        },
        act(observation, action) {
          // In units of what the budget has in store for an impression, so that both prices are numbers near 1 in any currency.
          const unit = observation[rate];
          if (before === undefined) bidder.reset({ budget: 1, roi: target ?? observation[wanted] });
          else bidder.learn(before, observation[price] / unit, observation[won] === 1);
          before = observation[value] / unit;
          action[0] = unit * bidder.bid(before, highest / unit);
        },
      };
    },
});
