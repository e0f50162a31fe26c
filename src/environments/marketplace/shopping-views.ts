// The state of shopping, and how people see it: the conversation with a customer, the ledger of all, and a scene of proposals.

import type { NumericEnvironment } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { barScene } from "../bar-scene.ts";
import { short } from "../scene-shapes.ts";
import { usualPrice, WORTH } from "./market.ts";
import type { IndexedMarket } from "./market-source.ts";

/** Allocates the state for searches that show `limit` businesses. */
export const shoppingState = (limit: number, customers: number) =>
  layout({
    draw: [1],
    customer: [1],
    turn: [1],
    now: [1],
    replies: [1],
    proposals: [1],
    latest: [1],
    /** Of each business shown: its index, −1 for none; when its reply comes, −1 before it is asked; places of its reply and its proposal. */
    business: [limit],
    comes: [limit],
    reply: [limit],
    proposal: [limit],
    /** Of each business shown: the price of the order, −1 where it does not sell all of it; amenities as they are and as claimed; sponsors. */
    price: [limit],
    fits: [limit],
    claims: [limit],
    sponsor: [limit],
    /** Of each customer: the business paid, −1 for none, the payment, and the place of the proposal. */
    from: [customers],
    payment: [customers],
    taken: [customers],
  });

/** Views of the state, and the market that it is about. */
export interface Shopping {
  readonly views: ReturnType<typeof shoppingState>["views"];
  market(): IndexedMarket;
}

export function viewsOf({ views, market }: Shopping): Pick<NumericEnvironment, "texts" | "scene"> {
  const { customer, latest, business, comes, reply, proposal, price, fits, claims, from, payment, taken } = views;
  const [limit, customers] = [business.length, from.length];
  const served = () => market().customers[customer[0]];
  return {
    texts: {
      messages: () => (customer[0] >= customers ? "" : messages().join("\n")),
      ledger: () => ledger().join("\n"),
    },
    scene: () => {
      const bars = Array.from({ length: limit }, (_, k) => k)
        .filter((k) => customer[0] < customers && proposal[k] > 0)
        .sort((a, b) => proposal[a] - proposal[b])
        .map((k) => ({
          ...{ name: market().businesses[business[k]].name, value: price[k] },
          ...{ marked: latest[0] === k, note: fits[k] === 1 ? "fits" : claims[k] === 1 ? "false claim" : "lacks one" },
        }));
      const bought = from.reduce((sum, one) => sum + (one >= 0 ? 1 : 0), 0);
      const worth = customer[0] < customers ? WORTH * usualPrice(served()) : 0;
      const lines = [{ name: "worth", value: worth, tone: "accent" as const }];
      const title = customer[0] < customers ? `Proposals for ${served().id}` : "All customers are served";
      return barScene(
        [{ title, bars, high: Math.max(1, worth, ...bars.map(({ value }) => value)), lines, notes: "amenities" }],
        `${Math.min(customer[0] + 1, customers)} of ${customers} customers, ${bought} purchases, ${short(payment.reduce((a, b) => a + b, 0))} paid.`,
      );
    },
  };

  /** The conversation with the customer that is served, in the order of time. */
  function messages(): string[] {
    const { businesses } = market();
    const named = (k: number) => `${businesses[business[k]].name} (${businesses[business[k]].id})`;
    const shown = Array.from(business.keys()).filter((k) => business[k] >= 0);
    const asked = shown.filter((k) => comes[k] >= 0);
    const read = asked.filter((k) => reply[k] > 0).sort((a, b) => reply[a] - reply[b]);
    return [
      `${served().id}: ${served().request}`,
      `search: ${shown.map(named).join(", ")}`,
      ...(asked.length === 0 ? [] : [`assistant asks ${asked.map(named).join(", ")}`]),
      ...read.map((k) => {
        const claim = claims[k] === 1 ? "has the amenities" : "lacks an amenity";
        return `${named(k)}: ${price[k] < 0 ? "does not sell all of it" : `proposes ${price[k].toFixed(2)}, ${claim}`}`;
      }),
    ];
  }

  /** A line for each customer that was served. */
  function ledger(): string[] {
    const { customers: all, businesses } = market();
    return all.slice(0, customer[0]).map(({ id }, k) => {
      if (from[k] < 0) return `${id} bought nothing`;
      return `${id} paid ${payment[k].toFixed(2)} to ${businesses[from[k]].id}, proposal ${taken[k]}`;
    });
  }
}
