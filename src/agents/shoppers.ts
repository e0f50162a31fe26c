// Customers of a marketplace, or their assistants: they ask all businesses that a search shows, and differ in which proposal they pay.

import { z } from "zod";
import { reactive } from "../core/agent.ts";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { flag, oneOf, share, within } from "../core/parameters.ts";
import { preset } from "../core/preset.ts";
import type { BoundEntry } from "../core/registry.ts";
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
    obeys: flag(false).describe("whether it pays a proposal at once that presses it to, where businesses may press"),
    haggles: flag(false).describe("whether it asks the best for a better proposal before it pays, where that can be"),
    patience: share(1).describe("share of the turns after which it waits for no further reply"),
    ...trembling,
  }),
  make:
    ({ takes, enough, amenities, obeys, haggles, patience }): AgentPlan =>
    (seat) => {
      refuseOtherPart(seat, "customers", "a shopper is a customer");
      const { limit, at, has } = fieldsOf(seat);
      const [leave, wait, askAll, pay, haggle] = [0, 1, 2, 3 + limit, 3 + 2 * limit];
      const [turn, over, presses, written] = ["turn", "over", "presses", "written"].map(at);
      const [open, latest] = [at("open"), at("latest")];
      const [rating, asked, complete, price, claimed] = ["rating", "asked", "complete", "price", "claimed"].map(at);
      return reactive((seen) => {
        if (has("over") && seen[over] === 1) return wait;
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
        if (obeys && has("presses") && now >= 0 && seen[complete + now] === 1 && seen[presses + now] === 1)
          return pay + now;
        if (isGood && (takes === "first" || (takes === "enough" && surplus(now) >= enough))) return pay + now;
        if (seen[open] > 0 && seen[turn] < patience) return wait;
        if (haggles && has("written") && surplus(best) > 0 && seen[written + best] < 1) return haggle + best;
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
  const has = (name: string) => fieldOffset(spec, name) !== undefined;
  return { limit: size, at: (name: string) => fieldOffset(spec, name) ?? 0, has };
}

/** Throws a UserError where a world has such a group of seats and this seat is none of them. */
export function refuseOtherPart({ spec, seat }: Seat, group: string, what: string): void {
  const seats = spec.groups?.[group];
  if (seats === undefined || seats.includes(seat)) return;
  const hint = `name it under "${group}"`;
  throw new UserError({ code: "other-part", what: `${what}, and ${spec.labels[seat]} is none`, hint });
}

export const shoppers: readonly BoundEntry<AgentPlan>[] = [
  shopper,
  preset(shopper, {
    id: "shopper/first",
    summary: "pays the first proposal that comes, and does not ask for amenities",
    defaults: { takes: "first", amenities: false },
  }),
  preset(shopper, {
    id: "shopper/careful",
    summary: "waits for all proposals, and pays the best of those that say they have the amenities",
    defaults: {},
  }),
  preset(shopper, {
    id: "shopper/obedient",
    summary: "pays at once a proposal that presses it to, and else the best of all",
    defaults: { obeys: true },
    example: { environment: "marketplace/talk", group: "customers" },
  }),
];
