// Channels that bid for themselves in second-price auctions against rivals that do the same: the learner sees nothing but what its
// budgets bought.

import { Random } from "../../core/random.ts";
import { type Autobidder, autobidder } from "../../mechanisms/budgets/autobidder.ts";
import { emptySales, secondPrice } from "../../mechanisms/sealed-bid.ts";
import { above, atMost } from "../../study/bound.ts";
import { beside, type Claim, claim, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { studyJob } from "../../study/study.ts";
import { type Bought, budgetGrid, budgetLearner, campaign } from "./sgd-ucb.ts";

/** Auctions of a period, and rivals in each channel: the more, the dearer. */
const AUCTIONS = 200;
const RIVALS = [2, 6, 12];
/** Money of all channels for an auction of each, and of a rival for one; what both must return. */
const [OWN_BUDGET, RIVAL_BUDGET, ROI] = [0.3, 0.1, 0.1];

interface Job {
  readonly seed: number;
  readonly periods: number;
}

type Arm = "learner" | "split";

/** Mean value and money a period. */
export async function compete({ seed, periods }: Job): Promise<Record<Arm, Bought>> {
  return { learner: perPeriod(seed, periods, "learner"), split: perPeriod(seed, periods, "split") };
}

export const competing = studyJob(import.meta.url, compete);

function perPeriod(seed: number, periods: number, arm: Arm): Bought {
  const channels = RIVALS.length;
  const total = OWN_BUDGET * channels;
  const learner = budgetLearner({
    channels,
    arms: budgetGrid(Math.max(4, Math.round(periods ** (1 / 3))), total),
    budget: total,
    roi: ROI,
    horizon: periods,
    bonus: 0.3,
  });
  const sellers = RIVALS.map((rivals) => channel(rivals));
  // Both campaigns meet the same auctions.
  const market = (period: number) => (j: number, money: number) => {
    const won = sellers[j](money, Random.of(seed, "auctions", j, period));
    return { value: won.value / AUCTIONS, spend: won.spend / AUCTIONS };
  };
  const { value, spend } = campaign(learner, periods, market, arm === "split" ? total / channels : undefined);
  return { value: value / periods, spend: spend / periods };
}

/** A channel with so many rivals: what a budget an auction buys in a period. */
function channel(rivals: number): (budget: number, random: Random) => Bought {
  const all: readonly Autobidder[] = Array.from({ length: rivals + 1 }, autobidder);
  const [worth, bids] = [new Float64Array(rivals + 1), new Float64Array(rivals + 1)];
  const sales = emptySales(1);
  return (budget, random) => {
    for (const [k, bidder] of all.entries()) bidder.reset({ budget: k === 0 ? budget : RIVAL_BUDGET, roi: ROI });
    let [value, spend] = [0, 0];
    let left = budget * AUCTIONS;
    for (let auction = 0; auction < AUCTIONS; auction++) {
      for (let k = 0; k <= rivals; k++) {
        worth[k] = random.uniform();
        // Nobody bids more than what is left, or than anything could be worth.
        bids[k] = all[k].bid(worth[k], k === 0 ? Math.min(1, left) : 1);
      }
      secondPrice(bids, rivals + 1, 0, sales);
      const winner = sales.winners[0];
      for (let k = 0; k <= rivals; k++) all[k].learn(worth[k], k === winner ? sales.prices[0] : 0, k === winner);
      if (winner !== 0) continue;
      value += worth[0];
      spend += sales.prices[0];
      left -= sales.prices[0];
    }
    return { value, spend };
  };
}

export function channelClaim(seeds: readonly Readonly<Record<Arm, Bought>>[]): Claim {
  const arms = comparison<Arm, Bought>(seeds);
  const most = Math.max(...arms.values("learner", "spend"));
  return claim(
    "channels that bid for themselves: value of the learner less that of an equal split, money within the budget",
    [
      is(arms.less("learner", "split", "value"), above(0)),
      is(most, atMost(1.015 * OWN_BUDGET * RIVALS.length), "most money"),
      beside("value of the split", arms.mean("split", "value")),
      beside("money of the learner", arms.mean("learner", "spend")),
      beside("money of the split", arms.mean("split", "spend")),
    ],
  );
}
