// Scoring contracts: they score the forecast implied by a report, of the state (proper scoring rules) or of a peer's report (peer
// prediction), scaled so that effort pays. Efforts are deterministic.

import type { Hired, NotHired } from "./best-mechanisms.ts";
import { dot, fixedEfforts, hiringOutcome } from "./mechanism.ts";
import { cellOf, type HiringProblem } from "./problem.ts";

/** Score of a forecast, [outcomes], when outcome `came` occurs; `report` is the report behind the forecast. */
export type ScoringRule = (forecast: Float64Array, came: number, report: number) => number;

/** Proper scoring rules, which the honest forecast maximises (Gneiting & Raftery, 2007), and agreement, for which it need not. */
export const SCORES = {
  /** Quadratic score 2·p(came) − Σ p² (Brier, 1950). */
  quadratic: (forecast, came) => 2 * forecast[came] - forecast.reduce((sum, p) => sum + p * p, 0),
  /** Spherical score p(came)/‖p‖. */
  spherical: (forecast, came) => forecast[came] / Math.hypot(...forecast),
  /** Logarithmic score ln p(came) (Good, 1952). */
  logarithmic: (forecast, came) => Math.log(forecast[came]),
  /** 1 where the report equals the outcome. */
  agreement: (_forecast, came, report) => (came === report ? 1 : 0),
} satisfies Record<string, ScoringRule>;

export type ScoreName = keyof typeof SCORES;

export interface ScoringTerms {
  readonly score: ScoreName;
  /** Target of the forecast: the state, or the report of the next agent (Miller, Resnick & Zeckhauser, 2005). */
  readonly target: "state" | "peer";
  /** The recommended efforts, and the payment cap. */
  readonly profile: number;
  readonly cap: number;
  /** Factor on the smallest payments that make effort worth its cost. Default 1, where agents are indifferent. */
  readonly generosity?: number;
}

/**
 * Creates a contract that pays agent i k_i·(S(forecast after its report, outcome) − the lowest score for the outcome). k_i is the smallest
 * factor for which no deviation in action and reports is profitable while the others obey and report truthfully. An agent whose recommended
 * action is its cheapest gets nothing. Under a proper rule, effort pays if it reveals information on the target; otherwise the violated
 * constraint is named.
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

/** Values by own signal or report, then by outcome, [signals][outcomes]. */
type Scores = readonly Float64Array[];

/** Outcomes of an agent's target: their number, and which one occurred. */
function outcomesOf({ prior, signals }: HiringProblem, { target }: ScoringTerms, agent: number) {
  if (target === "state") return { count: prior.length, came: (state: number) => state };
  const agents = signals.sizes.length;
  if (agents < 2) throw new Error("one agent has no peer");
  const peer = (agent + 1) % agents;
  return { count: signals.sizes[peer], came: (_state: number, reports: number) => signals.digit(reports, peer) };
}

/** Joint distribution of own signal and outcome when the agent takes `action` and the others obey. */
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

/** Scores of each report less the lowest for the outcome, or the reason why there are none. */
function scoresOf(problem: HiringProblem, terms: ScoringTerms, agent: number): Scores | string {
  const joint = jointLaw(problem, terms, agent, problem.profiles.digit(terms.profile, agent));
  const all = joint[0].map((_, came) => joint.reduce((sum, row) => sum + row[came], 0));
  const scores = joint.map((row, report) => {
    const sum = row.reduce((a, b) => a + b, 0);
    // A report that an honest agent never makes implies the prior forecast.
    const forecast = sum > 0 ? row.map((p) => p / sum) : all;
    return row.map((_, came) => SCORES[terms.score](forecast, came, report));
  });
  if (!scores.every((row) => row.every(Number.isFinite)))
    return `the ${terms.score} score of agent ${agent} has no bound: a forecast gives something no chance`;
  const lowest = all.map((_, came) => Math.min(...scores.map((row) => row[came])));
  return scores.map((row) => row.map((score, came) => score - lowest[came]));
}

/** Smallest k ≥ 0 with k·(score of obedience − score of a deviation) ≥ cost of obedience − cost of the deviation, for all deviations. */
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

/** Expected score after an action, with truthful reports or the best report after each signal. */
function expectedScore(joint: Scores, scores: Scores, lies: boolean): number {
  return joint.reduce((sum, row, signal) => {
    const worth = scores.map((reported) => dot(row, reported));
    return sum + (lies ? Math.max(...worth) : worth[signal]);
  }, 0);
}
