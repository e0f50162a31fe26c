// Hiring several agents to find something out: the optimal way to ask for effort and pay for reports, why efforts must be
// correlated, and learning it.

import { linearPrograms } from "../../math/linear-program.ts";
import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { auditChecks } from "./audit-checks.ts";
import { oneAgentChecks, twinsChecks } from "./exact-checks.ts";
import { learning, onlineChecks } from "./online-checks.ts";
import { selectionChecks } from "./selection-checks.ts";

export const hiringAgents: Study = {
  id: "hiring-agents",
  title: "Online Information Acquisition: Hiring Multiple Agents",
  source: "arXiv 2307.06210 (Cacciamani, Castiglioni & Gatti, ICLR 2024)",
  claim:
    "Who pays several agents for costly information does best by correlating their efforts, so that nobody knows whether it is checked; the best way is a linear program, and is learnt with regret of about T^⅔.",
  claimed: "optimal mechanism in polynomial time; efforts must be correlated; regret O~(T^⅔)",
  run,
};

/** No draw of these seeds was looked at before the thresholds were fixed. */
const FIRST_SEED = 7001;

async function run(context: StudyContext): Promise<StudyResult> {
  const more = context.full ? 5 : 1;
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const one = oneAgentChecks(solver);
  const twins = twinsChecks(solver);
  const audit = auditChecks(solver, FIRST_SEED, 50 * more);
  const selection = selectionChecks(solver);
  const seeds = (context.seeds ?? 200) * more;
  const jobs = ([1, 2] as const).flatMap((agents) =>
    [true, false].map((tightened) => ({ firstSeed: FIRST_SEED, seeds, agents, tightened })),
  );
  const online = onlineChecks(
    await context.all(
      learning,
      jobs,
      ({ agents, tightened }) => `${agents === 1 ? "one agent" : "twins"}, ${tightened ? "tightened" : "as estimated"}`,
    ),
  );
  return {
    measured: [twins.measured, audit.measured, online.measured, selection.measured].join("; "),
    checks: [...one, ...twins.checks, ...audit.checks, ...online.checks, ...selection.checks],
    controls: [...twins.controls, ...audit.controls, ...online.controls, ...selection.controls],
  };
}
