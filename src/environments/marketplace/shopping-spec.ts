// What an assistant on a marketplace sees and may do, and what is measured.

import type { NumericSpec } from "../../core/environment.ts";
import { event, field, flow, named, parts, singleAgentSpec } from "../declaration.ts";
import { MOST_SHOWN } from "./market-source.ts";

/** Choices before those of single businesses: `ASK` + k asks business k, `ASK` + shown + k pays it. */
export const [LEAVE, WAIT, ASK_ALL, ASK] = [0, 1, 2, 3];

/** Fields of an observation before those of the businesses shown, and number of fields of each business. */
export const SCALARS = 3;
export const [RATING, SPONSORED, ASKED, REPLIED, COMPLETE, PRICE, CLAIMED] = [0, 1, 2, 3, 4, 5, 6];

/** Ratio of a price and the usual price up to which observations go. */
export const DEAREST = 10;

const CHANNELS = [
  flow(
    "payoff",
    "usual prices",
    -1e6,
    1e6,
    "sum",
    "what purchases are worth, in usual prices of the order, less the cost of waiting",
  ),
  flow(
    "share",
    "share of the optimum",
    -1e6,
    1,
    "sum",
    "utility of the customers as a share of what the best purchases would give",
  ),
  flow("utility", "money", -1e12, 1e12, "sum", "worth of the orders that were met, less payments"),
  flow("paid", "money", 0, 1e12, "sum", "payments of the customers"),
  flow("takings", "money", 0, 1e12, "sum", "what the marketplace takes of the payments"),
  flow("bought", "share of customers", 0, 1, "sum", "customers who paid a proposal"),
  flow("met", "share of customers", 0, 1, "sum", "customers whose order was met by a business with the amenities"),
  flow("first", "share of customers", 0, 1, "sum", "customers who paid the first proposal that came"),
  flow("deceived", "share of customers", 0, 1, "sum", "customers who paid a business that claimed an amenity it lacks"),
  flow("sponsored", "share of customers", 0, 1, "sum", "customers who paid a sponsor"),
  flow("contacts", "businesses", 0, MOST_SHOWN, "sum", "businesses that were asked"),
  event("waits", "replies", "replies that the assistant waited for"),
] as const;
export const [PAYOFF, SHARE, UTILITY, PAID, TAKINGS, BOUGHT, MET, FIRST, DECEIVED, SPONSOR, ASKS, WAITS] =
  CHANNELS.keys();

/** Specification for `customers` customers, each with `turns` turns and searches that show `limit` businesses. */
export function specOf({
  limit,
  turns,
  customers,
}: {
  readonly limit: number;
  readonly turns: number;
  readonly customers: number;
}): NumericSpec {
  const slots = Array.from({ length: limit }, (_, k) => k + 1);
  const each = (name: string, low: number, high: number, meaning: string) =>
    field(name, low, high, `of each business shown: ${meaning}`, { size: limit });
  const spec = singleAgentSpec({
    label: "assistant",
    horizon: customers * turns,
    action: named(
      ...["leave", "wait for a reply", "ask all"],
      ...slots.map((k) => `ask ${k}`),
      ...slots.map((k) => `pay ${k}`),
    ),
    actionUnit: "choice",
    observation: [
      field("turn", 0, 1, "share of the turns for this customer that are over"),
      field("open", 0, 1, "replies that are to come, as a share of the businesses that a search shows"),
      field("latest", -1, limit - 1, "place of the business that replied last, from 0; −1 before"),
      each("rating", -1, 100, "its rating; −1 where there is none"),
      each("sponsor", 0, 1, "1 where it pays for its place"),
      each("asked", 0, 1, "1 where it was asked"),
      each("replied", 0, 1, "1 where it has replied"),
      each("complete", 0, 1, "1 where it proposes the whole order"),
      each("price", 0, DEAREST, "price of its proposal, in usual prices of the order"),
      each("claimed", 0, 1, "1 where it says that it has the amenities"),
    ],
    channels: CHANNELS,
    publicState: parts({
      customer: "customer that is served, from 0",
      business: "businesses shown, by number; −1 for none",
      proposal: "place of each proposal among those that came; 0 before",
      payment: "payments of the customers",
    }),
  });
  return { ...spec, legal: legalFor(limit), isInWords: true };
}

/** Legal choices: what was shown may be asked once, what is complete may be paid, and a reply that is open may be waited for. */
function legalFor(limit: number): NonNullable<NumericSpec["legal"]> {
  return (seen) => {
    const at = (which: number, k: number) => seen[SCALARS + which * limit + k];
    const slots = Array.from({ length: limit }, (_, k) => k);
    const free = slots.filter((k) => at(RATING, k) >= 0 && at(ASKED, k) === 0);
    return [
      LEAVE,
      ...(seen[1] > 0 ? [WAIT] : []),
      ...(free.length > 0 ? [ASK_ALL] : []),
      ...free.map((k) => ASK + k),
      ...slots.filter((k) => at(COMPLETE, k) === 1).map((k) => ASK + limit + k),
    ];
  };
}
