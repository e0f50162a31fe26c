// Learning budgets from what they buy: against the best mixture of budgets, an equal split, and a learner without prices.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { bought, type Shelf, type SpendingLimits, shelfOf } from "../../mechanisms/budgets/levers.ts";
import { atLeast, atMost, worded } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { percent, ratioOf, sampled } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { budgetGrid, budgetLearner, campaign } from "./sgd-ucb.ts";

const CHANNELS = 3;
const WORTH = [2.4, 1.2, 0.6];
const [REALISATIONS, AUCTIONS] = [8, 6];

/** The two settings: money binds, or return on spend does (on 1.5 it would not, where no channel runs out of things to sell). */
export const SETTINGS = [
  { name: "money binds", moneyBinds: true, budget: 0.9, roi: 1 },
  { name: "return binds", moneyBinds: false, budget: 2.4, roi: 1.75 },
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

/** What every channel can spend in every period: up to there a budget is spent whole, as the model has it. */
function spendable(shelves: readonly (readonly Shelf[])[], { budget }: SpendingLimits): number {
  return Math.min(budget, ...shelves.flatMap((own) => own.map(({ cost }) => cost[cost.length - 1])));
}

/** The most value a period, over mixtures of 401 budgets in each channel. */
function optimum(solver: LinearPrograms, shelves: readonly (readonly Shelf[])[], limits: SpendingLimits): number {
  const { budget, roi } = limits;
  const grid = budgetGrid(401, spendable(shelves, limits));
  const cells = shelves.flatMap((own) =>
    [...grid].map((one) => {
      return { value: mean(own.map((shelf) => bought(shelf, one).value)), spend: one };
    }),
  );
  const columns = [...cells.keys()];
  return solver.optimum({
    sense: "maximise",
    objective: cells.map(({ value }) => value),
    rows: [
      { columns, values: cells.map(({ spend }) => spend), upper: budget },
      { columns, values: cells.map(({ value, spend }) => value - roi * spend), lower: 0 },
      ...shelves.map((_, j) => ({
        columns: columns.slice(j * grid.length, (j + 1) * grid.length),
        values: [...grid].map(() => 1),
        lower: 1,
        upper: 1,
      })),
    ],
  }).objective;
}

const ARMS = ["learner", "greedy", "equal split", "without prices"] as const;
type Arm = (typeof ARMS)[number];

/** Means over the periods. */
interface Conduct {
  readonly value: number;
  /** Value as a share of the optimum. */
  readonly share: number;
  readonly spend: number;
  /** Value less γ·money. */
  readonly slack: number;
}

interface Job {
  readonly seed: number;
  readonly setting: number;
  readonly horizon: number;
}

/** Plays all arms in one market, which they meet in the same realisations. */
export async function learn({ seed, setting, horizon }: Job): Promise<Readonly<Record<string, Conduct>>> {
  const limits = SETTINGS[setting];
  const { budget, roi } = limits;
  const shelves = market(seed);
  const best = optimum(await linearPrograms(), shelves, limits);
  const arms = budgetGrid(Math.round(horizon ** (1 / 3)), spendable(shelves, limits));
  const play = (arm: Arm): Conduct => {
    const random = Random.of(seed, "periods", setting, horizon);
    const [bonus, unpriced] = [arm === "greedy" ? 0 : 0.3, arm === "without prices"];
    const learner = budgetLearner({ channels: CHANNELS, arms, budget, roi, horizon, bonus, unpriced });
    const openPeriod = () => {
      const realisation = random.integer(REALISATIONS);
      return (j: number, money: number) => bought(shelves[j][realisation], money);
    };
    const equal = arm === "equal split" ? budget / CHANNELS : undefined;
    const { value, spend } = campaign(learner, horizon, openPeriod, equal);
    const perPeriod = { value: value / horizon, spend: spend / horizon, slack: (value - roi * spend) / horizon };
    return { ...perPeriod, share: value / horizon / best };
  };
  return Object.fromEntries(ARMS.map((arm) => [arm, play(arm)]));
}

export const learning = studyJob(import.meta.url, learn);

/** One setting: what the learner reaches at the longest horizon, and how far the gap falls from the shortest. */
export function settingClaims(
  { name, moneyBinds, budget }: (typeof SETTINGS)[number],
  shortest: readonly Readonly<Record<string, Conduct>>[],
  longest: readonly Readonly<Record<string, Conduct>>[],
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
