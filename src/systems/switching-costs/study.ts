// Online learning where changing one's mind costs: what a budget of observations buys, and why observations that are tied to
// playing stop helping.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { budgetChecks, budgetSettings, limitChecks } from "./budget-checks.ts";
import { controlResults, controlSettings } from "./controls.ts";
import { exactChecks } from "./exact-checks.ts";
import { horizonChecks, horizonSettings } from "./horizon-checks.ts";
import { playing } from "./measure.ts";

export const switchingCosts: Study = {
  id: "switching-costs",
  title: "What feedback buys where switching costs",
  source: "arXiv 2306.09588 (Cheng, Zhou & Ji, 2023)",
  claim:
    "With a switching cost, B observations chosen freely bring regret to order T·√(K/B) for every B; those of the arm that is played help only up to B of order K^(1/3)·T^(2/3), because looking means playing and playing means switching.",
  claimed:
    "bandit Θ̃(K^(1/3)·T^(2/3)), full information Θ̃(√(T·ln K)); with B_ex extra observations T·√(K/B_ex) beyond B_ex of order K^(1/3)·T^(2/3), no help below; no experiments",
  run,
};

/** Nothing was played on these seeds before the thresholds were fixed. */
const FIRST_SEED = 7001;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = { firstSeed: FIRST_SEED, seeds: context.seeds ?? (context.full ? 100 : 20) };
  const exact = exactChecks(FIRST_SEED);
  const settings = [...budgetSettings(seeds), ...horizonSettings(seeds), ...controlSettings(seeds)];
  const played = await context.all(playing, settings, ({ losses, rounds, players }) =>
    [losses, `${rounds} rounds`, ...players.map(({ name, budget }) => `${name} ${budget}`)].join(", "),
  );
  const all = played.flat();
  const budgets = budgetChecks(all, FIRST_SEED);
  const { checks, controls } = controlResults(all);
  return {
    measured: budgets.measured,
    checks: [...exact, ...limitChecks(all), ...budgets.checks, ...horizonChecks(all, FIRST_SEED), ...checks],
    controls,
  };
}
