// Hiring several agents to find something out: the optimal way to ask for effort and pay for reports, why efforts must be
// correlated, and learning it.

import { linearPrograms } from "../../math/linear-program.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { auditEquations } from "./audit-checks.ts";
import { oneAgentEquations, twinsEquations } from "./exact-checks.ts";
import { LEARNERS, learning, named, onlineClaims } from "./online-checks.ts";
import { selectionEquations } from "./selection-checks.ts";

export const hiringAgents: Study = {
  id: "hiring-agents",
  title: "Online Information Acquisition: Hiring Multiple Agents",
  source: "arXiv 2307.06210 (Cacciamani, Castiglioni & Gatti, ICLR 2024)",
  claim:
    "Who pays several agents for costly information does best by correlating their efforts, so that nobody knows whether it is checked; the best way is a linear program, and is learnt with regret of about T^⅔.",
  claimed: "optimal mechanism in polynomial time; efforts must be correlated; regret O~(T^⅔)",
  // No draw of these seeds was looked at before the thresholds were fixed.
  seeds: { first: 35_001, short: 400, full: 1000 },
  notDone: [
    "Re-estimating after the commitment, and agents whose idle reports are right more often than by chance: their costs could not be told from right reports alone.",
  ],
  seenBefore: [
    "Seeds from 7001 on, of the earlier record, with costs that are known.",
    "Seeds 901 to 1300 with all learners here. There twins whose costs are learnt had a slope of 0.77 over all lengths, as they are too dear to hire in the shorter runs, and 0.64 from T = 1e5 on.",
    "A search for one agent's cost at a time was tried there first; its slope was 0.78. These seeds, when what correlated efforts are worth was a claim.",
  ],
  changed: [
    "What work costs is learnt too: from T^⅔ rounds of offers, by when reports begin to be right. Learners that know it stay beside.",
    "Slopes are judged by their interval over seeds; before, by their value.",
    "Fresh seeds, and 400 where 200 were. What correlated efforts are worth is computed: an equation, and no claim any more.",
  ],
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
  const jobs = LEARNERS.map((learner) => ({ seeds, ...learner }));
  const learnt = await context.all(learning, jobs, named);
  return combined(onlineClaims(learnt), { claims: one }, twins, audit, selection);
}
