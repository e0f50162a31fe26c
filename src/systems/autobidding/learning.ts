// Learning budgets from what they buy: against the best mixture of budgets, an equal split, and a learner without prices.

import { budgetGrid, budgetLearner } from "../../algorithms/bandits/budget-learner.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { bestMixture, bought, type Shelf, type SpendingLimits, shelfOf } from "../../mechanisms/budgets/levers.ts";
import { atLeast, atMost, worded } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { percent, ratioOf, sampled } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { campaign } from "./campaign.ts";
import { equalSplit, tunedSplit } from "./splits.ts";

const CHANNELS = 3;
const WORTH = [2.4, 1.2, 0.6];
const [REALISATIONS, AUCTIONS] = [8, 6];

/** The two settings: money binds, or return on spend does. */
export const SETTINGS = [
  { name: "money binds", moneyBinds: true, budget: 0.9, roi: 1 },
  { name: "return binds", moneyBinds: false, budget: 2.4, roi: 1.5 },
] as const;

/** A market: what each channel sells in each of eight equally likely realisations. */
function market(seed: number): Shelf[][] {
  const random = Random.of(seed, "market");
  return WORTH.map((worth) =>
    Array.from({ length: REALISATIONS }, () => {
      const costs = Float64Array.from({ length: AUCTIONS }, () => random.uniform(0.03, 0.25));
      return shelfOf({ costs, values: costs.map((cost) => cost * random.uniform(0.6, 1.4) * worth) });
    }),
  );
}

/** The most value a period, over mixtures of 401 budgets in each channel; the limits are on money that is spent. */
function optimum(solver: LinearPrograms, shelves: readonly (readonly Shelf[])[], limits: SpendingLimits): number {
  const means = shelves.map((own) =>
    Array.from(budgetGrid(401, limits.budget), (one) => {
      const all = own.map((shelf) => bought(shelf, one));
      return { value: mean(all.map(({ value }) => value)), spend: mean(all.map(({ spend }) => spend)) };
    }),
  );
  return bestMixture(solver, means, limits).objective;
}

const ARMS = ["learner", "greedy", "equal split", "tuned split", "without prices"] as const;
type Arm = (typeof ARMS)[number];

/** Means over the periods; value is also a share of the optimum, and `slack` is value less γ·money. */
type Conduct = Readonly<Record<"value" | "share" | "spend" | "slack", number>>;

/** Plays all arms in one market, which they meet in the same realisations. */
export async function learn({ seed, setting, horizon }: Readonly<Record<"seed" | "setting" | "horizon", number>>) {
  const limits = SETTINGS[setting];
  const { budget, roi } = limits;
  const shelves = market(seed);
  const solver = await linearPrograms();
  const best = optimum(solver, shelves, limits);
  const arms = budgetGrid(Math.round(horizon ** (1 / 3)), budget);
  const common = { channels: CHANNELS, arms, budget, roi, horizon, bonus: 0.3 };
  const learnerOf = (arm: Arm) => {
    if (arm === "equal split") return equalSplit(common);
    if (arm === "tuned split") return tunedSplit(common, solver, Random.of(seed, arm, setting, horizon));
    return budgetLearner({ ...common, bonus: arm === "greedy" ? 0 : common.bonus, unpriced: arm === "without prices" });
  };
  const play = (arm: Arm): Conduct => {
    const random = Random.of(seed, "periods", setting, horizon);
    const openPeriod = () => {
      const realisation = random.integer(REALISATIONS);
      return (j: number, money: number) => bought(shelves[j][realisation], money);
    };
    const { value, spend } = campaign(learnerOf(arm), horizon, openPeriod);
    return { value, spend, slack: value - roi * spend, share: value / best };
  };
  return Object.fromEntries(ARMS.map((arm) => [arm, play(arm)])) as Record<Arm, Conduct>;
}

export const learning = studyJob(import.meta.url, learn);

/** One setting: what the learner reaches at the longest horizon, and how far the gap falls from the shortest. */
export function settingClaims(
  { name, moneyBinds, budget }: (typeof SETTINGS)[number],
  shortest: readonly Readonly<Record<Arm, Conduct>>[],
  longest: readonly Readonly<Record<Arm, Conduct>>[],
): StudyResult {
  const [first, last] = [shortest, longest].map((seeds) => comparison<Arm, Conduct>(seeds));
  const gaps = ({ values }: typeof first) => values("learner", ({ share }) => 1 - share);
  // Money beyond the budget and return short of γ, as shares of the budget and of value.
  const beyond = ({ spend }: Conduct) => spend / budget - 1;
  const short = ({ slack, value }: Conduct) => -slack / value;
  const limited = (arm: Arm) => [
    is(percent(last.mean(arm, beyond)), worded(atMost(0.015), "≤ 1.5 %"), "money beyond the budget"),
    is(percent(last.mean(arm, short)), worded(atMost(0.005), "≤ 0.5 % of value"), "return short of γ"),
  ];
  const reached = (arm: Arm) => is(percent(last.mean(arm, "share")), worded(atLeast(0.975), "≥ 97.5 %"), "value");
  return {
    claims: [
      claim(`${name}: value of the learner, share of the best mixture`, [
        reached("learner"),
        beside("greedy, without the bonus", percent(last.mean("greedy", "share"))),
      ]),
      claim(
        `${name}: value of the learner less that of a split that is tuned on a pilot, of the best mixture`,
        is(percent(last.less("learner", "tuned split", "share")), worded(atLeast(0), "≥ 0 %")),
      ),
      claim(`${name}: gap at the longest horizon over that at the shortest`, [
        is(ratioOf(gaps(last), gaps(first)), atMost(0.75)),
        beside("longest", percent(sampled(gaps(last)))),
        beside("shortest", percent(sampled(gaps(first)))),
      ]),
      claim(`${name}: money beyond the budget, and return short of γ`, limited("learner")),
    ],
    controls: [
      control(`${name}: an equal split comes near the best within the limits`, [
        reached("equal split"),
        ...limited("equal split"),
      ]),
      // Where money does not bind, prices of money are not needed.
      ...(moneyBinds
        ? [control(`${name}: a learner without prices keeps the budget`, limited("without prices").slice(0, 1))]
        : []),
    ],
    tables: [last.table(name, ARMS, { "share of the best": "share", money: "spend", "return beyond γ": "slack" })],
  };
}
