// Bidders for auctions. They observe the value of the item and their remaining budget.

import { z } from "zod";
import { reactive } from "../core/agent.ts";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { within } from "../core/parameters.ts";
import type { BoundEntry } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { nextPrice } from "../mechanisms/allocation/prices.ts";
import { autobidder } from "../mechanisms/budgets/autobidder.ts";
import { scripted, trembling } from "./scripted.ts";

const shaded = scripted({
  id: "bidder/shaded",
  summary: "bids a share of what the thing is worth to it",
  parameters: z.strictObject({ share: within(0, 100, 1).describe("of the value; 1 is the truth"), ...trembling }),
  make:
    ({ share }): AgentPlan =>
    (seat) => {
      const value = fieldOf(seat, "value");
      return reactive((observation) => share * observation[value]);
    },
});

const paced = scripted({
  id: "bidder/paced",
  summary:
    "keeps a price of money, which rises when it spends faster than its budget lasts, and bids value/(1 + price)",
  source: "adaptive pacing: Balseiro & Gur (2019); arXiv 2011.10124, section on repeated auctions",
  parameters: z.strictObject({
    rate: z
      .number()
      .gt(0)
      .max(1e6)
      .optional()
      .describe("step of the price for spending a thing's share of the budget too much; default 1/√(things)"),
    ...trembling,
  }),
  make:
    ({ rate }): AgentPlan =>
    (seat) => {
      const { horizon } = seat.spec;
      const [value, money] = [fieldOf(seat, "value"), fieldOf(seat, "money")];
      const step = rate ?? 1 / Math.sqrt(horizon);
      let price = 0;
      let before = 1;
      return {
        reset() {
          price = 0;
          before = 1;
        },
        act(observation, action) {
          const left = observation[money];
          // The budget per item is 1 in these units.
          price = nextPrice("subgradient", price, step, 1, (before - left) * horizon);
          before = left;
          action[0] = observation[value] / (1 + price);
        },
      };
    },
});

/**
 * Index of an observation field. Throws a UserError where the environment lacks it; the message names an environment, `shownIn`, that has
 * it.
 */
export function fieldOf({ spec }: Seat, name: string, shownIn = "markets/auction"): number {
  const at = fieldOffset(spec, name);
  if (at !== undefined) return at;
  const what = `a bidder must see its "${name}", and this world does not show it`;
  throw new UserError({ code: "no-bidding", what, hint: `${shownIn} does` });
}

export const bidders: readonly BoundEntry<AgentPlan>[] = [shaded, paced];

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
          // In units of the budget per impression, so that both prices are of order 1 in any currency.
          const unit = observation[rate];
          if (before === undefined) bidder.reset({ budget: 1, roi: target ?? observation[wanted] });
          else bidder.learn(before, observation[price] / unit, observation[won] === 1);
          before = observation[value] / unit;
          action[0] = unit * bidder.bid(before, highest / unit);
        },
      };
    },
});
