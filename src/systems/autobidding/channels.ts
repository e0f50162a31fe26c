// Channels that bid for themselves in second-price auctions against rivals that do the same: the learner sees nothing but what its
// budgets bought.

import { type BudgetLearner, budgetGrid, budgetLearner } from "../../algorithms/bandits/budget-learner.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { type Autobidder, autobidder } from "../../mechanisms/budgets/autobidder.ts";
import type { Purchase } from "../../mechanisms/budgets/levers.ts";
import { emptySales, secondPrice } from "../../mechanisms/sealed-bid.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { claim, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { campaign } from "./campaign.ts";
import { equalSplit, tunedSplit } from "./splits.ts";

/** Auctions of a period, and rivals in each channel: the more, the dearer. */
const AUCTIONS = 200;
const RIVALS = [2, 6, 12];
/** Money of all channels for an auction of each, and of a rival for one; what both must return. */
const [OWN_BUDGET, RIVAL_BUDGET, ROI] = [0.3, 0.1, 0.1];

type Arm = "learner" | "equal split" | "tuned split";

/** Mean value and money a period, of arms that meet the same auctions. */
export async function compete({ seed, periods }: Readonly<Record<"seed" | "periods", number>>) {
  const [channels, budget] = [RIVALS.length, OWN_BUDGET * RIVALS.length];
  const arms = budgetGrid(Math.max(4, Math.round(periods ** (1 / 3))), budget);
  const common = { channels, arms, budget, roi: ROI, horizon: periods, bonus: 0.3 };
  const tuned = tunedSplit(common, await linearPrograms(), Random.of(seed, "tuned split"));
  return {
    learner: perPeriod(seed, periods, budgetLearner(common)),
    "equal split": perPeriod(seed, periods, equalSplit(common)),
    "tuned split": perPeriod(seed, periods, tuned),
  };
}

export const competing = studyJob(import.meta.url, compete);

function perPeriod(seed: number, periods: number, learner: BudgetLearner): Purchase {
  const sellers = RIVALS.map((rivals) => channel(rivals));
  const market = (period: number) => (j: number, money: number) => {
    const won = sellers[j](money, Random.of(seed, "auctions", j, period));
    return { value: won.value / AUCTIONS, spend: won.spend / AUCTIONS };
  };
  return campaign(learner, periods, market);
}

/** A channel with so many rivals: what a budget an auction buys in a period. */
function channel(rivals: number): (budget: number, random: Random) => Purchase {
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
        // No bidder bids more than what is left, or than anything could be worth.
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

export function channelClaims(
  seeds: readonly Readonly<Record<Arm, Purchase>>[],
): Pick<StudyResult, "claims" | "tables"> {
  const arms = comparison<Arm, Purchase>(seeds);
  const most = Math.max(...arms.values("learner", "spend"));
  const name = "channels that bid for themselves";
  return {
    claims: [
      claim(`${name}: value of the learner less that of an equal split, money within the budget`, [
        is(arms.less("learner", "equal split", "value"), above(0)),
        is(most, atMost(1.015 * OWN_BUDGET * RIVALS.length), "most money"),
      ]),
      claim(
        `${name}: value of the learner less that of a split that is tuned on a pilot`,
        is(arms.less("learner", "tuned split", "value"), atLeast(0)),
      ),
    ],
    tables: [arms.table(name, ["learner", "equal split", "tuned split"], { value: "value", money: "spend" })],
  };
}
