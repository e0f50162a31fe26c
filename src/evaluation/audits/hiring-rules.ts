// Ways to pay agents whose work nobody sees, audited by trying every action with every map from signals to reports: whether somebody gains
// by doing something else than was asked, or by telling something else than was seen.

import type { Random } from "../../core/random.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { bestHiring, type Hired, type NotHired } from "../../mechanisms/hiring/best-mechanisms.ts";
import { bestDeviation } from "../../mechanisms/hiring/deviations.ts";
import { drawnProblem } from "../../mechanisms/hiring/drawn-problem.ts";
import { fixedEfforts, type HiringMechanism } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { type ScoringTerms, scoringContract } from "../../mechanisms/hiring/scoring-contract.ts";
import type { AuditedRule } from "./audit.ts";

/** No payment is above it; a right decision is worth up to 1. */
const CAP = 1;
/** Problems that are drawn until one can be paid for. */
const DRAWS = 1000;

interface Terms extends Pick<AuditedRule, "id" | "summary" | "source" | "truthful"> {
  /** The mechanism of a problem, or undefined where it has none. */
  mechanism(problem: HiringProblem, random: Random, solver: LinearPrograms): HiringMechanism | undefined;
}

function hiringRule({ mechanism, ...terms }: Terms): AuditedRule {
  return {
    ...terms,
    async examine(random) {
      const solver = await linearPrograms();
      for (let draw = 0; draw < DRAWS; draw++) {
        const problem = drawnProblem(random);
        const found = mechanism(problem, random, solver);
        if (found === undefined) continue;
        const { agent, told, action, reports, gain } = bestDeviation(problem, found);
        return {
          gain,
          deviation: `agent ${agent + 1}, asked for action ${told}, takes action ${action} and reports ${reports.join(", ")} for signals ${reports.map((_, signal) => signal).join(", ")}`,
        };
      }
      throw new Error(`${terms.id}: none of ${DRAWS} problems could be paid for`);
    },
  };
}

const paid = (found: Hired | NotHired) => (found.status === "optimal" ? found.mechanism : undefined);

/** All efforts, those first that ask for the highest actions. */
const demanding = ({ profiles }: HiringProblem) =>
  Array.from({ length: profiles.count }, (_, k) => k).sort(
    (a, b) => profiles.digits(b).reduce((x, y) => x + y) - profiles.digits(a).reduce((x, y) => x + y),
  );

/** A contract at the highest efforts that it can pay for, if these are not idleness. */
function scored(problem: HiringProblem, terms: Pick<ScoringTerms, "score" | "target">): HiringMechanism | undefined {
  for (const profile of demanding(problem).slice(0, -1)) {
    const found = paid(scoringContract(problem, { ...terms, profile, cap: CAP }));
    if (found !== undefined) return found;
  }
  return undefined;
}

const contract = (id: string, what: string, source: string, terms: Pick<ScoringTerms, "score" | "target">) =>
  hiringRule({
    id: `hiring/${id}`,
    summary: `agents are paid for ${what}, by the least with which nobody gains by shirking`,
    source,
    truthful: true,
    mechanism: (problem) => scored(problem, terms),
  });

export const hiringRules: readonly AuditedRule[] = [
  hiringRule({
    id: "hiring/optimal",
    summary: "efforts are drawn, and paid for by reports and the state, as is most profitable",
    source: "arXiv 2307.06210",
    truthful: true,
    mechanism: (problem, _random, solver) => paid(bestHiring(solver, problem, { cap: CAP })),
  }),
  contract("quadratic", "what their reports foretell of the state, by the quadratic score", "Brier (1950)", {
    score: "quadratic",
    target: "state",
  }),
  contract(
    "spherical",
    "what their reports foretell of the state, by the spherical score",
    "Gneiting & Raftery (2007)",
    { score: "spherical", target: "state" },
  ),
  contract("logarithmic", "what their reports foretell of the state, by the logarithmic score", "Good (1952)", {
    score: "logarithmic",
    target: "state",
  }),
  contract("peer-prediction", "what their reports foretell of a peer's", "Miller, Resnick & Zeckhauser (2005)", {
    score: "quadratic",
    target: "peer",
  }),
  contract("agreement", "agreeing with a peer", "Miller, Resnick & Zeckhauser (2005)", {
    score: "agreement",
    target: "peer",
  }),
  hiringRule({
    id: "hiring/posted-price",
    summary: "a right report is paid a price that knows nothing of what work costs or shows",
    source: "after the model of arXiv 2307.06210",
    truthful: false,
    mechanism(problem, random) {
      const price = random.uniform(0, 0.4);
      const { digit } = problem.signals;
      return fixedEfforts(problem, demanding(problem)[0], (agent, state, r) => (digit(r, agent) === state ? price : 0));
    },
  }),
  hiringRule({
    id: "hiring/wage",
    summary: "everybody is paid what work costs, whatever they report",
    source: "after the model of arXiv 2307.06210",
    truthful: false,
    mechanism(problem) {
      const profile = demanding(problem)[0];
      return fixedEfforts(problem, profile, (agent) => problem.costs[agent][problem.profiles.digit(profile, agent)]);
    },
  }),
];
