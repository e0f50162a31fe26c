// Learning budgets from what they buy: against the best mixture of budgets, an equal split, and a learner without prices.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { bought, type Shelf, shelfOf } from "../../mechanisms/budgets/knapsack.ts";
import type { Limits } from "../../mechanisms/budgets/levers.ts";
import { type Check, type Control, holds, type StudyJob } from "../../study/legacy.ts";
import { budgetGrid, budgetLearner } from "./sgd-ucb.ts";

const CHANNELS = 3;
const WORTH = [2.4, 1.2, 0.6];
const [REALISATIONS, AUCTIONS] = [8, 6];

/** The two settings: money binds, or return on spend does (on 1.5 it would not, where no channel runs out of things to sell). */
export const SETTINGS: readonly Limits[] = [
  { budget: 0.9, roi: 1 },
  { budget: 2.4, roi: 1.75 },
];

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
function spendable(shelves: readonly (readonly Shelf[])[], { budget }: Limits): number {
  return Math.min(budget, ...shelves.flatMap((own) => own.map(({ cost }) => cost[cost.length - 1])));
}

/** The most value a period, over mixtures of 401 budgets in each channel. */
function optimum(solver: LinearPrograms, shelves: readonly (readonly Shelf[])[], limits: Limits): number {
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

/** Means over the periods: value as a share of the optimum, money spent, and value less γ·money. */
export interface Bought {
  readonly share: number;
  readonly spend: number;
  readonly slack: number;
  /** Value a period, which slack is held against. */
  readonly value: number;
}

export interface Job {
  readonly seed: number;
  readonly setting: number;
  readonly horizon: number;
}

export async function learn({ seed, setting, horizon }: Job): Promise<Record<Arm, Bought>> {
  const limits = SETTINGS[setting];
  const solver = await linearPrograms();
  const shelves = market(seed);
  const best = optimum(solver, shelves, limits);
  const played = (arm: Arm) => play(shelves, limits, horizon, arm, Random.of(seed, "periods", setting, horizon), best);
  return {
    learner: played("learner"),
    greedy: played("greedy"),
    "equal split": played("equal split"),
    "without prices": played("without prices"),
  };
}

export const learning: StudyJob<Job, Record<Arm, Bought>> = { module: import.meta.url, name: "learn", compute: learn };

function play(
  shelves: readonly (readonly Shelf[])[],
  limits: Limits,
  horizon: number,
  arm: Arm,
  random: Random,
  best: number,
): Bought {
  const { budget, roi } = limits;
  const learner = budgetLearner({
    channels: CHANNELS,
    arms: budgetGrid(Math.round(horizon ** (1 / 3)), spendable(shelves, limits)),
    budget,
    roi,
    horizon,
    bonus: arm === "greedy" ? 0 : 0.3,
    unpriced: arm === "without prices",
  });
  const [values, spends] = [new Float64Array(CHANNELS), new Float64Array(CHANNELS)];
  let [value, spend] = [0, 0];
  for (let period = 0; period < horizon; period++) {
    const realisation = random.integer(REALISATIONS);
    if (arm === "equal split") learner.budgets.fill(budget / CHANNELS);
    else learner.choose();
    for (let j = 0; j < CHANNELS; j++) {
      const own = bought(shelves[j][realisation], learner.budgets[j]);
      values[j] = own.value;
      spends[j] = own.spend;
      value += own.value;
      spend += own.spend;
    }
    if (arm !== "equal split") learner.learn(values, spends);
  }
  return {
    share: value / horizon / best,
    spend: spend / horizon,
    slack: (value - roi * spend) / horizon,
    value: value / horizon,
  };
}

/** What came of all seeds of a setting and a horizon. */
export interface Setting {
  readonly setting: number;
  readonly horizon: number;
  readonly seeds: readonly Record<Arm, Bought>[];
}

export function learningChecks(all: readonly Setting[]): { checks: Check[]; controls: Control[]; measured: string } {
  const horizons = [...new Set(all.map(({ horizon }) => horizon))].sort((a, b) => a - b);
  const [shortest, longest] = [horizons[0], horizons[horizons.length - 1]];
  const of = (setting: number, horizon: number, arm: Arm, what: (bought: Bought) => number) => {
    const found = all.find((one) => one.setting === setting && one.horizon === horizon);
    return mean((found?.seeds ?? []).map((seed) => what(seed[arm])));
  };
  const percent = (x: number) => `${(100 * x).toFixed(2)} %`;
  const figures = (setting: number, arm: Arm) => {
    const at = (what: (bought: Bought) => number) => of(setting, longest, arm, what);
    return `value ${percent(at(({ share }) => share))} of the best, money ${at(({ spend }) => spend).toFixed(3)} of ${SETTINGS[setting].budget}, return beyond γ ${at(({ slack }) => slack).toFixed(4)}`;
  };
  const gap = (setting: number, horizon: number) => 1 - of(setting, horizon, "learner", ({ share }) => share);
  const names = ["money binds", "return binds"];
  const loses = (setting: number, arm: Arm) =>
    of(setting, longest, arm, ({ share }) => share) < 0.975 ||
    of(setting, longest, arm, ({ spend }) => spend) > 1.015 * SETTINGS[setting].budget ||
    of(setting, longest, arm, ({ slack, value }) => slack / value) < -0.005;
  return {
    measured: names
      .map((name, k) => `${name}: ${figures(k, "learner")} (equal split: ${figures(k, "equal split")})`)
      .join("; "),
    checks: names.flatMap((name, k) => [
      holds(
        `${name}: value of the learner at T = ${longest}, share of the best mixture`,
        "≥ 97.5 %",
        `${figures(k, "learner")}; greedy, without the bonus, ${percent(of(k, longest, "greedy", ({ share }) => share))}`,
        gap(k, longest) <= 0.025,
      ),
      holds(
        `${name}: gap at T = ${longest} over that at T = ${shortest}`,
        "≤ 0.75",
        `${percent(gap(k, longest))} over ${percent(gap(k, shortest))}`,
        gap(k, longest) <= 0.75 * gap(k, shortest),
      ),
      holds(
        `${name}: money beyond the budget, and return short of γ, at T = ${longest}`,
        "≤ 1.5 %; ≤ 0.5 % of value",
        figures(k, "learner"),
        of(k, longest, "learner", ({ spend }) => spend) <= 1.015 * SETTINGS[k].budget &&
          of(k, longest, "learner", ({ slack, value }) => slack / value) >= -0.005,
      ),
    ]),
    controls: [
      {
        name: "money binds, equal split: ≥ 97.5 % of the best within the limits",
        failed: loses(0, "equal split"),
        measured: figures(0, "equal split"),
      },
      {
        name: "return binds, equal split: ≥ 97.5 % of the best within the limits",
        failed: loses(1, "equal split"),
        measured: figures(1, "equal split"),
      },
      {
        name: "money binds, a learner without prices: money within 1.5 % of the budget",
        failed: of(0, longest, "without prices", ({ spend }) => spend) > 1.015 * SETTINGS[0].budget,
        measured: figures(0, "without prices"),
      },
    ],
  };
}
