// Online learning where a change of the arm costs: what a budget of observations buys, and why observations that are tied to
// playing stop helping.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { budgetClaims, budgetContests, horizonClaims, horizonContests } from "./budgets.ts";
import { controlClaims, controlContests, limitClaims } from "./limits.ts";
import { playing } from "./measure.ts";

export const switchingCosts: Study = {
  id: "switching-costs",
  title: "What feedback buys where switching costs",
  source: "arXiv 2306.09588 (Cheng, Zhou & Ji, 2023)",
  claim:
    "With a switching cost, B observations chosen freely bring regret to order T·√(K/B) for every B; those of the arm that is played help only up to B of order K^(1/3)·T^(2/3), because looking means playing and playing means switching.",
  claimed:
    "bandit Θ̃(K^(1/3)·T^(2/3)), full information Θ̃(√(T·ln K)); with B_ex extra observations T·√(K/B_ex) beyond B_ex of order K^(1/3)·T^(2/3), no help below; no experiments",
  seeds: { first: 7001, short: 20, full: 100 },
  notDone: ["The lower bounds, which hold for every learner: here the worst of four kinds of losses is told."],
  seenBefore: ["Thresholds: written after a trial by another program, 10 other seeds on independent losses."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const contests = [...budgetContests(seeds), ...horizonContests(seeds), ...controlContests(seeds)];
  const played = await context.all(playing, contests, ({ losses, rounds, players }) =>
    [losses, `${rounds} rounds`, ...players.map(({ name, budget }) => `${name} ${budget}`)].join(", "),
  );
  const all = played.flat();
  return combined(
    { claims: limitClaims(all) },
    budgetClaims(all, seeds[0]),
    { claims: horizonClaims(all, seeds[0]) },
    controlClaims(all),
  );
}
