// Hiring several agents to find something out: the optimal way to ask for effort and pay for reports, why efforts must be
// correlated, and learning it.

import { linearPrograms } from "../../math/linear-program.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { auditEquations } from "./audit-checks.ts";
import { oneAgentEquations, twinsEquations } from "./exact-checks.ts";
import { learning, onlineClaims } from "./online-checks.ts";
import { selectionEquations } from "./selection-checks.ts";

export const hiringAgents: Study = {
  id: "hiring-agents",
  title: "Online Information Acquisition: Hiring Multiple Agents",
  source: "arXiv 2307.06210 (Cacciamani, Castiglioni & Gatti, ICLR 2024)",
  claim:
    "Who pays several agents for costly information does best by correlating their efforts, so that nobody knows whether it is checked; the best way is a linear program, and is learnt with regret of about T^⅔.",
  claimed: "optimal mechanism in polynomial time; efforts must be correlated; regret O~(T^⅔)",
  // No draw of these seeds was looked at before the thresholds were fixed.
  seeds: { first: 7001, short: 200, full: 1000 },
  notDone: ["Learning what the agents' costs are: they are given to the learner, and the card estimates them."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const [firstSeed] = seeds;
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const one = oneAgentEquations(solver);
  const twins = twinsEquations(solver);
  const audit = auditEquations(solver, firstSeed, full ? 250 : 50);
  const selection = selectionEquations(solver);
  const jobs = ([1, 2] as const).flatMap((agents) => [true, false].map((tightened) => ({ seeds, agents, tightened })));
  const learnt = await context.all(
    learning,
    jobs,
    ({ agents, tightened }) => `${agents === 1 ? "one agent" : "twins"}, ${tightened ? "tightened" : "as estimated"}`,
  );
  return combined(...learnt.map(onlineClaims), { claims: one }, twins, audit, selection);
}
