// Audits of ways to pay agents whose work nobody sees, by trying every action with every map from signals to reports: whether somebody
// gains by doing something else than was asked, or by telling something else than was seen.

import { linearPrograms } from "../../math/linear-program.ts";
import { bestDeviation } from "../../mechanisms/hiring/deviations.ts";
import { drawnProblem } from "../../mechanisms/hiring/inspectors.ts";
import type { HiringRule } from "../../mechanisms/rule.ts";
import type { AuditedRule } from "./audit.ts";
import type { About } from "./bid-audits.ts";

/** No payment is above it; a right decision is worth up to 1. */
const CAP = 1;
/** Problems that are drawn until one can be paid for. */
const DRAWS = 1000;

/** A rule by which agents are paid. */
export function hiringAudit(about: About, rule: HiringRule): AuditedRule {
  const id = `hiring/${about.id}`;
  return {
    ...about,
    id,
    truthful: rule.truthful,
    async examine(random) {
      const solver = await linearPrograms();
      for (let draw = 0; draw < DRAWS; draw++) {
        const problem = drawnProblem(random);
        const found = rule.mechanism(problem, { cap: CAP, random, solver });
        if (found === undefined) continue;
        const { agent, told, action, reports, gain } = bestDeviation(problem, found);
        return {
          gain,
          deviation: `agent ${agent + 1}, asked for action ${told}, takes action ${action} and reports ${reports.join(", ")} for signals ${reports.map((_, signal) => signal).join(", ")}`,
        };
      }
      throw new Error(`${id}: none of ${DRAWS} problems could be paid for`);
    },
  };
}
