// Contracts that score what a report foretells: the state (proper scoring rules) or a peer's report (peer prediction), scaled up until
// effort pays. They know no draw of efforts: always the same are asked for.

import type { Hired, NotHired } from "./best-mechanisms.ts";
import { dot, fixedEfforts, hiringOutcome } from "./mechanism.ts";
import { cellOf, type HiringProblem } from "./problem.ts";

/** The score of a forecast, [outcomes], when outcome `came`; `report` is what the forecast was made from. */
export type ScoringRule = (forecast: Float64Array, came: number, report: number) => number;

/** Rules under which the honest forecast scores best (Gneiting & Raftery, 2007), and agreement, under which it need not. */
export const SCORES = {
  /** 2·p(came) − Σ p² (Brier, 1950) */
  quadratic: (forecast, came) => 2 * forecast[came] - forecast.reduce((sum, p) => sum + p * p, 0),
  /** p(came)/‖p‖ */
  spherical: (forecast, came) => forecast[came] / Math.hypot(...forecast),
  /** ln p(came) (Good, 1952) */
  logarithmic: (forecast, came) => Math.log(forecast[came]),
  /** 1 where the report is what came. */
  agreement: (_forecast, came, report) => (came === report ? 1 : 0),
} satisfies Record<string, ScoringRule>;

export type ScoreName = keyof typeof SCORES;

/** What a contract pays for. */
export interface ScoringTerms {
  readonly score: ScoreName;
  /** What is foretold: the state, or the report of the next agent (Miller, Resnick & Zeckhauser, 2005). */
  readonly target: "state" | "peer";
  /** The efforts that are asked for and, by `cap`, how much may be paid at most. */
  readonly profile: number;
  readonly cap: number;
  /** Pays so many times the least that makes effort worth its price. Default 1, where agents are indifferent. */
  readonly generosity?: number;
}

/**
 * Pays agent i k_i·(S(forecast after its report, what came) − the lowest score for what came), where k_i is the least with which no
 * other action with any lies gains, while the others obey and tell the truth. An agent who is asked for its cheapest action is
 * paid nothing. Effort pays under a proper rule if it shows something of the target; what cannot be met is named.
 */
export function scoringContract(problem: HiringProblem, terms: ScoringTerms): Hired | NotHired {
  const { costs, profiles, signals } = problem;
  const { profile, cap, generosity = 1 } = terms;
  const scaled: Scores[] = [];
  for (let agent = 0; agent < costs.length; agent++) {
    const scores = scoresOf(problem, terms, agent);
    if (typeof scores === "string") return { status: "infeasible", reason: scores };
    const scale = leastScale(problem, terms, agent, scores);
    if (typeof scale === "string") return { status: "infeasible", reason: scale };
    const paid = scores.map((row) => row.map((score) => generosity * scale * score));
    const most = Math.max(...paid.map((row) => Math.max(...row)));
    if (most > cap)
      return {
        status: "infeasible",
        reason: `agent ${agent} must be paid up to ${Number(most.toPrecision(4))} for action ${profiles.digit(profile, agent)}, and no payment may be above ${cap}`,
      };
    scaled.push(paid);
  }
  const mechanism = fixedEfforts(
    problem,
    profile,
    (agent, state, reports) =>
      scaled[agent][signals.digit(reports, agent)][outcomesOf(problem, terms, agent).came(state, reports)],
  );
  return { status: "optimal", mechanism, profit: hiringOutcome(problem, mechanism).profit };
}

/** By own signal or report, then by what came, [signals][outcomes]. */
type Scores = readonly Float64Array[];

/** What is foretold to an agent: how many things may come, and which came. */
function outcomesOf({ prior, signals }: HiringProblem, { target }: ScoringTerms, agent: number) {
  if (target === "state") return { count: prior.length, came: (state: number) => state };
  const agents = signals.sizes.length;
  if (agents < 2) throw new Error("one agent has no peer");
  const peer = (agent + 1) % agents;
  return { count: signals.sizes[peer], came: (_state: number, reports: number) => signals.digit(reports, peer) };
}

/** P(own signal, what came) when the agent takes `action` and the others do as they are asked. */
function jointLaw(problem: HiringProblem, terms: ScoringTerms, agent: number, action: number): Scores {
  const { prior, profiles, signals, law } = problem;
  const { count, came } = outcomesOf(problem, terms, agent);
  const joint = Array.from({ length: signals.sizes[agent] }, () => new Float64Array(count));
  const done = profiles.replaced(terms.profile, agent, action);
  for (let state = 0; state < prior.length; state++)
    for (let s = 0; s < signals.count; s++)
      joint[signals.digit(s, agent)][came(state, s)] += prior[state] * law[cellOf(problem, done, state, s)];
  return joint;
}

/** Scores of each report less the lowest for what came, or why there are none. */
function scoresOf(problem: HiringProblem, terms: ScoringTerms, agent: number): Scores | string {
  const joint = jointLaw(problem, terms, agent, problem.profiles.digit(terms.profile, agent));
  const all = joint[0].map((_, came) => joint.reduce((sum, row) => sum + row[came], 0));
  const scores = joint.map((row, report) => {
    const sum = row.reduce((a, b) => a + b, 0);
    // A report that honesty never makes foretells nothing new.
    const forecast = sum > 0 ? row.map((p) => p / sum) : all;
    return row.map((_, came) => SCORES[terms.score](forecast, came, report));
  });
  if (!scores.every((row) => row.every(Number.isFinite)))
    return `the ${terms.score} score of agent ${agent} has no bound: a forecast gives something no chance`;
  const lowest = all.map((_, came) => Math.min(...scores.map((row) => row[came])));
  return scores.map((row) => row.map((score, came) => score - lowest[came]));
}

/** The least k ≥ 0 with k·(score of obedience − score of a deviation) ≥ its price − the deviation's, for all deviations. */
function leastScale(problem: HiringProblem, terms: ScoringTerms, agent: number, scores: Scores): number | string {
  const costs = problem.costs[agent];
  const effort = problem.profiles.digit(terms.profile, agent);
  const deviator = `agent ${agent}, asked for action ${effort},`;
  const honest = expectedScore(jointLaw(problem, terms, agent, effort), scores, false);
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  let [needs, forbids] = ["", ""];
  for (let action = 0; action < costs.length; action++) {
    const ahead = honest - expectedScore(jointLaw(problem, terms, agent, action), scores, true);
    const price = costs[effort] - costs[action];
    if (Math.abs(ahead) < 1e-12) {
      if (price > 0) return `${deviator} scores no better than by action ${action}, which is cheaper`;
    } else if (ahead > 0) {
      if (price / ahead > least) [least, needs] = [price / ahead, `${deviator} must not gain by action ${action}`];
    } else if (price / ahead < most) {
      const words = action === effort ? "by lies" : `by action ${action}`;
      [most, forbids] = [price / ahead, `${deviator} scores better ${words}`];
    }
  }
  if (least <= most) return least;
  return needs === "" ? `${forbids}, and it is cheaper` : `${needs}, but ${forbids}`;
}

/** What the reports after an action score in expectation: the truth, or the best report after each signal. */
function expectedScore(joint: Scores, scores: Scores, lies: boolean): number {
  return joint.reduce((sum, row, signal) => {
    const worth = scores.map((reported) => dot(row, reported));
    return sum + (lies ? Math.max(...worth) : worth[signal]);
  }, 0);
}
