// Registry of hiring rules, which pay agents for unobserved effort.

import { Registry } from "../../core/registry.ts";
import { defineRule, type HiringMeans, type HiringRule } from "../rule.ts";
import { bestDominant, bestHiring, type Hired, type NotHired } from "./best-mechanisms.ts";
import { fixedEfforts, type HiringMechanism } from "./mechanism.ts";
import type { HiringProblem } from "./problem.ts";
import { type ScoringTerms, scoringContract } from "./scoring-contract.ts";

const paid = (outcome: Hired | NotHired) => (outcome.status === "optimal" ? outcome.mechanism : undefined);

/** All effort profiles, the most demanding first. */
const demanding = ({ profiles }: HiringProblem) =>
  Array.from({ length: profiles.count }, (_, k) => k).sort(
    (a, b) => profiles.digits(b).reduce((x, y) => x + y) - profiles.digits(a).reduce((x, y) => x + y),
  );

type Scoring = Pick<ScoringTerms, "score" | "target">;

/** A scoring contract for the highest efforts that it can afford, unless these are idleness. */
function scored(problem: HiringProblem, cap: number, terms: Scoring): HiringMechanism | undefined {
  for (const profile of demanding(problem).slice(0, -1)) {
    const mechanism = paid(scoringContract(problem, { ...terms, profile, cap }));
    if (mechanism !== undefined) return mechanism;
  }
  return undefined;
}

/** Creates a named hiring rule. */
function named(
  id: string,
  summary: string,
  source: string,
  truthful: boolean,
  mechanism: (problem: HiringProblem, means: HiringMeans) => HiringMechanism | undefined,
) {
  return defineRule({ id, summary, source, make: (): HiringRule => ({ family: "hiring", truthful, mechanism }) }).entry;
}

/** Creates a rule that rewards `what` with the smallest payments that deter shirking. */
const contract = (id: string, what: string, source: string, terms: Scoring) => {
  const summary = `agents are paid for ${what}, by the least with which no agent gains by shirking`;
  return named(id, summary, source, true, (problem, { cap }) => scored(problem, cap, terms));
};

/** Proper scoring rules for forecasts of the state, with their sources. */
const PROPER = [
  ["quadratic", "Brier (1950)"],
  ["spherical", "Gneiting & Raftery (2007)"],
  ["logarithmic", "Good (1952)"],
] as const;
const MODEL = "after the model of arXiv 2307.06210";
const PEERS = "Miller, Resnick & Zeckhauser (2005)";

export const hiringRules = new Registry<HiringRule>("rule", [
  named(
    "optimal",
    "efforts are drawn, and paid for by reports and the state, as is most profitable",
    "arXiv 2307.06210",
    true,
    (problem, { cap, solver }) => paid(bestHiring(solver, problem, { cap })),
  ),
  named(
    "dominant",
    "agents are paid by reports and the state, by the least with which work and truth are best for any play of the others",
    MODEL,
    true,
    (problem, { cap, solver }) => {
      for (const profile of demanding(problem).slice(0, -1)) {
        const mechanism = paid(bestDominant(solver, problem, { cap, profile }));
        if (mechanism !== undefined) return mechanism;
      }
      return undefined;
    },
  ),
  ...PROPER.map(([score, source]) => {
    const what = `what their reports foretell of the state, by the ${score} score`;
    return contract(score, what, source, { score, target: "state" });
  }),
  contract("peer-prediction", "what their reports foretell of a peer's", PEERS, { score: "quadratic", target: "peer" }),
  contract("agreement", "agreeing with a peer", PEERS, { score: "agreement", target: "peer" }),
  named(
    "posted-price",
    "a right report is paid a price that knows nothing of what work costs or shows",
    MODEL,
    false,
    (problem, { random }) => {
      const price = random.uniform(0, 0.4);
      const { digit } = problem.signals;
      return fixedEfforts(problem, demanding(problem)[0], (agent, state, r) => (digit(r, agent) === state ? price : 0));
    },
  ),
  named("wage", "every agent is paid what work costs, for any report", MODEL, false, (problem) => {
    const profile = demanding(problem)[0];
    return fixedEfforts(problem, profile, (agent) => problem.costs[agent][problem.profiles.digit(profile, agent)]);
  }),
]);
