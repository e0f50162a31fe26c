// Registry of single-item auction rules.

import { Registry } from "../core/registry.ts";
import { optimalMechanism, sealedMechanism } from "./direct.ts";
import { type AuctionRule, defineRule } from "./rule.ts";
import { firstPrice, type SealedAuction, secondPrice } from "./sealed-bid.ts";

/** The bidder other than `bidder` with the highest positive level, the first of equals; −1 where there is none. */
function rivalOf(bidder: number, levels: Float64Array): number {
  let rival = -1;
  let most = 0;
  for (let k = 0; k < levels.length; k++) {
    if (k === bidder || levels[k] <= most) continue;
    most = levels[k];
    rival = k;
  }
  return rival;
}

/** Utility of winning with the smallest winning bid `needed`, with at most `most` to bid; `behind` means that an equal bid loses. */
function gain(value: number, needed: number, most: number, behind: boolean): number {
  return needed > most || (needed === most && behind) ? 0 : Math.max(0, value - needed);
}

function named(id: string, summary: string, source: string, rule: Omit<AuctionRule, "family">) {
  return defineRule({ id, summary, source, make: (): AuctionRule => ({ family: "auction", ...rule }) }).entry;
}

const sealed = (sell: SealedAuction, truthful: boolean): Omit<AuctionRule, "family"> => ({
  truthful,
  mechanism: ({ bidders, reserve }) => ({
    ...sealedMechanism(sell, bidders, reserve),
    best(bidder, value, reports, most) {
      const rival = rivalOf(bidder, reports);
      const level = rival < 0 ? 0 : reports[rival];
      return gain(value, Math.max(level, reserve), most, rival >= 0 && rival < bidder && level >= reserve);
    },
  }),
});

const byVirtualValues: Omit<AuctionRule, "family"> = {
  truthful: true,
  byPrior: true,
  mechanism({ bidders, virtual }) {
    const levels = new Float64Array(bidders);
    return {
      ...optimalMechanism(virtual),
      best(bidder, value, reports, most) {
        for (let k = 0; k < bidders; k++) levels[k] = virtual[k].of(reports[k]);
        const rival = rivalOf(bidder, levels);
        const needed = virtual[bidder].least(rival < 0 ? 0 : levels[rival]);
        return gain(value, needed, most, rival >= 0 && rival < bidder);
      },
    };
  },
};

export const auctionRules = new Registry<AuctionRule>("rule", [
  named("first-price", "one thing goes to the highest bid, which is paid", "Vickrey (1961)", sealed(firstPrice, false)),
  named(
    "second-price",
    "one thing goes to the highest bid, which pays the next",
    "Vickrey (1961)",
    sealed(secondPrice, true),
  ),
  named(
    "optimal",
    "one thing goes to the highest virtual value, and costs the least that would have won",
    "Myerson (1981)",
    byVirtualValues,
  ),
]);
