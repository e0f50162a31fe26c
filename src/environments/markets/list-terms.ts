// Parameters of the position-auction environment (positions, click model, rule), and their consistency.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { flag, list, maybeWhole, oneOf, whole, within } from "../../core/parameters.ts";
import type { Registry } from "../../core/registry.ts";
import { playedLog } from "../../logs/source.ts";
import type { ListRule } from "../../mechanisms/rule.ts";
import { budgetTerms, valueStretches } from "./bidders.ts";
import { floorParameters } from "./list-floors.ts";

/** Maximum number of bidders. */
const MOST_BIDDERS = 16;

const rate = z.number().gt(0).lt(1);

/** Parameters of the environment for a set of rules. */
export const listParameters = (rules: Registry<ListRule>) =>
  z.strictObject({
    horizon: whole(1, 10_000_000, 200).describe("users who are shown a list, one after the other"),
    bidders: whole(1, MOST_BIDDERS, 4).describe("who bid for places in all lists, one ad each"),
    slots: list(z.number().gt(0).max(1), 1, 8, [1, 0.6, 0.3]).describe(
      "places of a list from the top: how often an ad is clicked there, as a share of its quality; never rising",
    ),
    shown: maybeWhole(1, 8).describe("ads in a list at most; default as many as there are slots"),
    users: oneOf(["separable", "cascade", "logit"], "separable").describe(
      "separable: an ad is clicked as often as its place and quality say, beside any other ads; cascade: users read from the top and leave with the first ad that they click; logit: they choose one of all ads that are shown, or none. An ad that is shown alone is clicked as often by all of them",
    ),
    qualities: z
      .union([z.array(rate).min(1), z.strictObject({ low: rate, high: rate })])
      .default({ low: 0.2, high: 0.6 })
      .describe(
        "how often each ad is clicked alone in a slot of 1: a list, or ends between which each episode draws them",
      ),
    fit: within(0, 5, 0).describe(
      "how much the odds of a click on an ad in a place differ from list to list, as a standard deviation of their logarithm; gsp and first-price go by qualities alone, the others see it",
    ),
    rule: oneOf(rules.ids(), "gsp").describe(
      "first-price and gsp rank ads by bid times quality, and a click costs what is bid, or what keeps the place; vcg shows what is worth most to these users, and charges what the others lose; optimal does so by virtual values (Myerson, 1981); approximate is as vcg with a placement that is quick to find: greedy for cascade users, and for logit users as if each ad were read alone; or a file with a rule of one's own",
    ),
    reserve: within(0, 1e6, 0).describe(
      "what a click costs the seller, and so at least: ads are ranked by what they bid above it, and one that bids no more is not shown. The optimal rule sets its own",
    ),
    ...floorParameters,
    values: valueStretches.describe(
      "what a click is worth to a bidder, anew for each list: stretches that rise, each with its share, within which all is alike",
    ),
    log: playedLog
      .optional()
      .describe("auctions of one's own, in place of `bidders`, `values` and `qualities`; an episode is a window of it"),
    budget: budgetTerms.describe(
      "money of each bidder for all lists: one number, a list or a map by name; default no end of it",
    ),
    informed: flag(false).describe(
      "whether bidders see each other's values and qualities, as theory of equilibria of gsp has it; it knows none with a floor by bidder or by slot",
    ),
  });

export type ListOptions = z.output<ReturnType<typeof listParameters>>;

/** Throws a UserError where positions or qualities are inconsistent with other parameters, or a log has too many bidders. */
export function checkList({ slots, qualities, users, fit }: ListOptions, bidders: number): void {
  if (bidders > MOST_BIDDERS) {
    const what = `the log has ${bidders} bidders, and at most ${MOST_BIDDERS} may bid for a list`;
    const hint = "read some of them: `where` takes an SQL condition";
    throw new UserError({ code: "too-many", what, path: ["log"], hint });
  }
  const rising = slots.findIndex((clicks, s) => s > 0 && clicks > slots[s - 1]);
  if (rising > 0) {
    const what = `slot ${rising + 1} is clicked more than the one above it`;
    const hint = "list the slots from the top, the most clicked first";
    throw new UserError({ code: "bad-slots", what, path: ["slots"], hint });
  }
  if (Array.isArray(qualities) && qualities.length !== bidders) {
    const what = `${qualities.length} qualities for ${bidders} bidders`;
    const hint = "give one for each, or `{ low, high }` to have them drawn";
    throw new UserError({ code: "wrong-count", what, path: ["qualities"], hint });
  }
  if (!Array.isArray(qualities) && qualities.low > qualities.high) {
    const what = `qualities are drawn from ${qualities.low} to ${qualities.high}`;
    throw new UserError({ code: "bad-qualities", what, path: ["qualities"], hint: "low is at most high" });
  }
  if (users === "separable" && fit > 0) {
    const what = "separable users click by place and quality alone, and no ad fits a place better than another";
    const hint = "leave it out, or let users be `cascade` or `logit`";
    throw new UserError({ code: "no-fit", what, path: ["fit"], hint });
  }
}
