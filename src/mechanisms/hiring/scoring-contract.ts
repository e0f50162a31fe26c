// Contracts that score what a report foretells: the state (proper scoring rules) or a peer's report (peer prediction), scaled up until
// effort pays. They know no draw of efforts: always the same are asked for.

import type { Hired, NotHired } from "./best-mechanisms.ts";
import { fixedEfforts, hiringOutcome } from "./mechanism.ts";
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
  const scaled: Float64Array[] = [];
  for (let agent = 0; agent < costs.length; agent++) {
    const table = scoreTable(problem, terms, agent);
    if (typeof table === "string") return { status: "infeasible", reason: table };
    const scale = leastScale(problem, terms, agent, table);
    if (typeof scale === "string") return { status: "infeasible", reason: scale };
    const paid = table.map((score) => generosity * scale * score);
    const most = Math.max(...paid);
    if (most > cap)
      return {
        status: "infeasible",
        reason: `agent ${agent} must be paid up to ${Number(most.toPrecision(4))} for action ${profiles.digit(profile, agent)}, and no payment may be above ${cap}`,
      };
    scaled.push(paid);
  }
  const mechanism = fixedEfforts(problem, profile, (agent, state, reports) => {
    const came = outcomeOf(problem, terms, agent, state, reports);
    return scaled[agent][signals.digit(reports, agent) * outcomeCount(problem, terms, agent) + came];
  });
  return { status: "optimal", mechanism, profit: hiringOutcome(problem, mechanism).profit };
}

function outcomeCount({ prior, signals }: HiringProblem, { target }: ScoringTerms, agent: number): number {
  return target === "state" ? prior.length : signals.sizes[peerOf(signals.sizes.length, agent)];
}

function outcomeOf(
  { signals }: HiringProblem,
  { target }: ScoringTerms,
  agent: number,
  state: number,
  reports: number,
): number {
  return target === "state" ? state : signals.digit(reports, peerOf(signals.sizes.length, agent));
}

function peerOf(agents: number, agent: number): number {
  if (agents < 2) throw new Error("one agent has no peer");
  return (agent + 1) % agents;
}

/** P(own signal, what came) when the agent takes `action` and the others do as they are asked, [signals × outcomes]. */
function jointLaw(problem: HiringProblem, terms: ScoringTerms, agent: number, action: number): Float64Array {
  const { prior, profiles, signals, law } = problem;
  const width = outcomeCount(problem, terms, agent);
  const joint = new Float64Array(signals.sizes[agent] * width);
  const done = profiles.replaced(terms.profile, agent, action);
  for (let state = 0; state < prior.length; state++)
    for (let s = 0; s < signals.count; s++)
      joint[signals.digit(s, agent) * width + outcomeOf(problem, terms, agent, state, s)] +=
        prior[state] * law[cellOf(problem, done, state, s)];
  return joint;
}

/** Scores of each report less the lowest for what came, [signals × outcomes], or why there are none. */
function scoreTable(problem: HiringProblem, terms: ScoringTerms, agent: number): Float64Array | string {
  const width = outcomeCount(problem, terms, agent);
  const kinds = problem.signals.sizes[agent];
  const joint = jointLaw(problem, terms, agent, problem.profiles.digit(terms.profile, agent));
  const all = new Float64Array(width);
  for (let k = 0; k < joint.length; k++) all[k % width] += joint[k];
  const scores = new Float64Array(kinds * width);
  for (let report = 0; report < kinds; report++) {
    const row = joint.subarray(report * width, (report + 1) * width);
    const sum = row.reduce((a, b) => a + b, 0);
    // A report that honesty never makes foretells nothing new.
    const forecast = sum > 0 ? row.map((p) => p / sum) : all;
    for (let came = 0; came < width; came++)
      scores[report * width + came] = SCORES[terms.score](forecast, came, report);
  }
  if (!scores.every(Number.isFinite))
    return `the ${terms.score} score of agent ${agent} has no bound: a forecast gives something no chance`;
  for (let came = 0; came < width; came++) {
    let lowest = Number.POSITIVE_INFINITY;
    for (let report = 0; report < kinds; report++) lowest = Math.min(lowest, scores[report * width + came]);
    for (let report = 0; report < kinds; report++) scores[report * width + came] -= lowest;
  }
  return scores;
}

/** The least k ≥ 0 with k·(score of obedience − score of a deviation) ≥ its price − the deviation's, for all deviations. */
function leastScale(problem: HiringProblem, terms: ScoringTerms, agent: number, table: Float64Array): number | string {
  const costs = problem.costs[agent];
  const asked = problem.profiles.digit(terms.profile, agent);
  const who = `agent ${agent}, asked for action ${asked},`;
  const honest = expectedScore(problem, terms, agent, table, asked, false);
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  let [needs, forbids] = ["", ""];
  for (let action = 0; action < costs.length; action++) {
    const ahead = honest - expectedScore(problem, terms, agent, table, action, true);
    const price = costs[asked] - costs[action];
    if (Math.abs(ahead) < 1e-12) {
      if (price > 0) return `${who} scores no better than by action ${action}, which is cheaper`;
    } else if (ahead > 0) {
      if (price / ahead > least) [least, needs] = [price / ahead, `${who} must not gain by action ${action}`];
    } else if (price / ahead < most) {
      const words = action === asked ? "by lies" : `by action ${action}`;
      [most, forbids] = [price / ahead, `${who} scores better ${words}`];
    }
  }
  if (least <= most) return least;
  return needs === "" ? `${forbids}, and it is cheaper` : `${needs}, but ${forbids}`;
}

/** What the reports after an action score in expectation: the truth, or the best report after each signal. */
function expectedScore(
  problem: HiringProblem,
  terms: ScoringTerms,
  agent: number,
  table: Float64Array,
  action: number,
  lies: boolean,
): number {
  const width = outcomeCount(problem, terms, agent);
  const kinds = problem.signals.sizes[agent];
  const joint = jointLaw(problem, terms, agent, action);
  let sum = 0;
  for (let signal = 0; signal < kinds; signal++) {
    const worth = Array.from({ length: kinds }, (_, report) => {
      let score = 0;
      for (let came = 0; came < width; came++) score += joint[signal * width + came] * table[report * width + came];
      return score;
    });
    sum += lies ? Math.max(...worth) : worth[signal];
  }
  return sum;
}
