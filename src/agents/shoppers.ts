// Assistants of customers on a marketplace: they ask all businesses that a search shows, and differ in which proposal they pay.

import { z } from "zod";
import { reactive } from "../core/agent.ts";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { flag, oneOf, within } from "../core/parameters.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { scripted, trembling } from "./scripted.ts";

/** How many usual prices an order is worth that is met. */
const WORTH = 2;

export const shopper = scripted({
  id: "shopper",
  summary:
    "asks all businesses that are shown, and pays a proposal: the first, the first that is good enough, or the best of all",
  source: "buyers of arXiv 2510.25779; the rule of a reservation value is that of optimal search",
  parameters: z.strictObject({
    takes: oneOf(["first", "enough", "best"], "best").describe(
      "first: the first proposal of the whole order; enough: the first whose surplus is at least `enough`, or else the best; best: the best of all that come",
    ),
    enough: within(-10, 2, 0.5).describe(
      "surplus of a proposal that is good enough: worth less price, in usual prices",
    ),
    amenities: flag(true).describe("whether it asks for the amenities; else it takes them for granted"),
    ...trembling,
  }),
  make:
    ({ takes, enough, amenities }): AgentPlan =>
    (seat) => {
      const { limit, at } = fieldsOf(seat);
      const [leave, wait, askAll, pay] = [0, 1, 2, 3 + limit];
      const [open, latest] = [at("open"), at("latest")];
      const [rating, asked, complete, price, claimed] = ["rating", "asked", "complete", "price", "claimed"].map(at);
      return reactive((seen) => {
        /** Surplus of a business's proposal; −∞ without one. */
        const surplus = (k: number): number => {
          if (seen[complete + k] !== 1) return Number.NEGATIVE_INFINITY;
          return (seen[claimed + k] === 1 || !amenities ? WORTH : 0) - seen[price + k];
        };
        let [hasFree, best] = [false, 0];
        for (let k = 0; k < limit; k++) {
          if (seen[rating + k] >= 0 && seen[asked + k] === 0) hasFree = true;
          if (surplus(k) > surplus(best)) best = k;
        }
        if (hasFree) return askAll;
        const now = seen[latest];
        // A proposal without the amenities is none for a shopper that asks for them.
        const isGood = now >= 0 && surplus(now) > 0;
        if (isGood && (takes === "first" || (takes === "enough" && surplus(now) >= enough))) return pay + now;
        if (seen[open] > 0) return wait;
        return surplus(best) > 0 ? pay + best : leave;
      });
    },
});

function fieldsOf({ spec }: Seat) {
  const size = spec.observation.find(({ name }) => name === "complete")?.size;
  if (size === undefined || fieldOffset(spec, "claimed") === undefined) {
    const what = "a shopper plays marketplaces, and this world shows no proposals";
    throw new UserError({ code: "no-shop", what, hint: "environment: marketplace/shopping" });
  }
  return { limit: size, at: (name: string) => fieldOffset(spec, name) ?? 0 };
}
