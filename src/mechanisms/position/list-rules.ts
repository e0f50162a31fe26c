// Registry of position-auction rules.

import { Registry } from "../../core/registry.ts";
import { type AnsweredMechanism, answered, bestTruthfully } from "../best-bid.ts";
import { defineRule, type ListRule } from "../rule.ts";
import { externalityPricing, virtualPricing } from "./list.ts";
import { type ScorePrice, scoreAuction } from "./score-auction.ts";

/** Creates a named position-auction rule. */
function named(id: string, summary: string, source: string, rule: Omit<ListRule, "family">) {
  return defineRule({ id, summary, source, make: (): ListRule => ({ family: "list", ...rule }) }).entry;
}

const scored = (price: ScorePrice): Omit<ListRule, "family"> => ({
  truthful: false,
  floors: "by slot",
  mechanism: (users, { qualities, reserve, floors }) =>
    reserved(scoreAuction(users, qualities, price, floors), reserve),
});

export const listRules = new Registry<ListRule>("rule", [
  named(
    "first-price",
    "places by bid times quality, a click costs what is bid",
    "Edelman, Ostrovsky & Schwarz (2007)",
    scored("own"),
  ),
  named(
    "gsp",
    "places by bid times quality, a click costs what keeps the place",
    "Edelman, Ostrovsky & Schwarz (2007); Varian (2007)",
    scored("next"),
  ),
  named("vcg", "the best placement, charged what others lose by it", "Vickrey (1961); Clarke (1971); Groves (1973)", {
    truthful: true,
    floors: "alike",
    mechanism(users, { reserve, floors }) {
      const vcg = externalityPricing(users, "best", floors);
      return reserved({ ...vcg, best: bestTruthfully(vcg) }, reserve);
    },
  }),
  named(
    "optimal",
    "the best placement by virtual values, charged by the payment identity",
    "Myerson (1981); arXiv 2506.03309",
    {
      truthful: true,
      byPrior: true,
      mechanism(users, { virtual }) {
        const optimal = virtualPricing(users, virtual);
        return { ...optimal, best: bestTruthfully(optimal) };
      },
    },
  ),
  named("approximate", "a placement that is quick to find, charged what others lose by it", "Nisan & Ronen (2007)", {
    truthful: false,
    floors: "alike",
    mechanism: (users, { reserve, floors }) =>
      reserved(answered(externalityPricing(users, "approximate", floors)), reserve),
  }),
]);

/**
 * Adds a seller's cost per click: the rule runs on bids less the cost, ads that bid at most the cost are not shown, and each click is
 * charged the cost in addition. Incentives are unchanged. The ranking of ads with different qualities may change, unlike with a floor
 * (floors.ts).
 */
function reserved(rule: AnsweredMechanism, reserve = 0): AnsweredMechanism {
  if (reserve === 0) return rule;
  const above = new Float64Array(rule.bidders);
  const lowered = (reports: Float64Array) => {
    for (let k = 0; k < above.length; k++) above[k] = Math.max(0, reports[k] - reserve);
    return above;
  };
  return {
    ...rule,
    run(reports) {
      const { allocation, payments } = rule.run(lowered(reports));
      for (let k = 0; k < payments.length; k++) payments[k] += reserve * allocation[k];
      return { allocation, payments };
    },
    best: (bidder, value, reports, most) => rule.best(bidder, value - reserve, lowered(reports), most - reserve),
  };
}
