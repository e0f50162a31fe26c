// Linear program of the optimal hiring mechanism (after arXiv 2307.06210). The variables are μ(b) and y_i = μ(b)·γ_i, which makes the
// product linear. An obedience constraint pools all profiles with the same recommendation to the agent, because that is all it knows. The
// gain of another action is bounded with the best lie after each signal, so that combined shirking and lying is covered.

import type { LinearProgram, LinearRow } from "../../math/linear-program.ts";
import type { HiringMechanism } from "./mechanism.ts";
import { cellOf, type DecisionRule, type HiringProblem } from "./problem.ts";

export interface HiringDemands {
  /** M: upper bound of each payment (the lower bound is 0); Infinity for none. */
  readonly cap: number;
  /** Fixed efforts; default any distribution of efforts. */
  readonly profile?: number;
  /** What payments may depend on; default all agents' reports and the state. */
  readonly sees?: PaymentSight;
  /**
   * ε: robustness margin. The payment for obedience must exceed that of any deviation, beyond the difference of costs, by ε times the
   * agent's largest payment in each profile. Agents then also obey under every law close to the problem's, for example where all P(· | b,
   * θ) are within ε/2 in total variation. Default 0.
   */
  readonly tightening?: number;
  /**
   * Constraints on agents that deviate in their action. Default "may-lie": combined deviations in action and report are excluded.
   * "tells-truth" excludes deviations in action and deviations in report separately, and thus misses combined ones; it is provided to show
   * this.
   */
  readonly disobedient?: "may-lie" | "tells-truth";
}

/** The program and the decoder of its solution. */
export interface HiringProgram {
  readonly program: LinearProgram;
  /** Description of each row's constraint; undefined for rows that define a mechanism. */
  readonly demands: readonly (string | undefined)[];
  /** Decodes a solution into a mechanism, or the reason why there is none. */
  read(x: Float64Array): HiringMechanism | { readonly unattained: string };
}

/** Smaller probabilities count as 0. */
const CHANCE = 1e-9;

export function hiringProgram(problem: HiringProblem, rule: DecisionRule, demands: HiringDemands): HiringProgram {
  const { profiles } = problem;
  const used = demands.profile === undefined ? Array.from({ length: profiles.count }, (_, b) => b) : [demands.profile];
  const columns = hiringColumns(problem, used, demands.sees ?? { reports: "all", state: true });
  const rows = new Rows(columns.count);
  demandMechanism(rows, columns, profiles.sizes.length, demands.cap);
  for (const [agent, actions] of profiles.sizes.entries())
    for (let recommendation = 0; recommendation < actions; recommendation++) {
      const pool = used.filter((b) => profiles.digit(b, agent) === recommendation);
      if (pool.length > 0) demandObedience(rows, problem, columns, demands, { agent, recommendation, pool });
    }
  return {
    program: {
      sense: "maximise",
      objective: [...profitOf(problem, rule, columns), ...new Array<number>(rows.columns - columns.count).fill(0)],
      rows: rows.all,
    },
    demands: rows.demands,
    read: (x) => mechanismAt(problem, rule, columns, demands.cap, x),
  };
}

/** Objective Σ_b μ(b)·val(b) − Σ_i E[y_i], by columns. */
function profitOf(problem: HiringProblem, rule: DecisionRule, columns: HiringColumns): number[] {
  const { prior, profiles, signals, law } = problem;
  const objective = new Array<number>(columns.count).fill(0);
  for (const b of columns.used) {
    objective[columns.chance(b)] = rule.values[b];
    for (let state = 0; state < prior.length; state++)
      for (let s = 0; s < signals.count; s++)
        for (let agent = 0; agent < profiles.sizes.length; agent++)
          objective[columns.paid(agent, b, state, s)] -= prior[state] * law[cellOf(problem, b, state, s)];
  }
  return objective;
}

/**
 * Adds the constraints that define a mechanism: Σ μ(b) = 1, and 0 ≤ y_i(b, ·) ≤ largest_i(b) ≤ M·μ(b), so that payments vanish with μ(b).
 */
function demandMechanism(rows: Rows, columns: HiringColumns, agents: number, cap: number): void {
  const whole = new Terms();
  for (const b of columns.used) whole.add(columns.chance(b), 1);
  rows.demand(whole, 1, undefined, 1);
  for (let agent = 0; agent < agents; agent++)
    for (const b of columns.used) {
      const largest = columns.largest(agent, b);
      for (const y of columns.payments(agent, b)) rows.demand(new Terms().add(largest, 1).add(y, -1), 0);
      if (cap < Number.POSITIVE_INFINITY) rows.demand(new Terms().add(columns.chance(b), cap).add(largest, -1), 0);
    }
}

/** An agent and the pool of profiles with the same recommendation to it. */
interface SharedRecommendation {
  readonly agent: number;
  readonly recommendation: number;
  readonly pool: readonly number[];
}

/** Adds the constraints that no other action with any reports, and no lie, is profitable. */
function demandObedience(
  rows: Rows,
  problem: HiringProblem,
  columns: HiringColumns,
  { tightening = 0, disobedient = "may-lie" }: HiringDemands,
  { agent, recommendation, pool }: SharedRecommendation,
): void {
  const { prior, costs, profiles, signals, law } = problem;
  const kinds = signals.sizes[agent];
  const spare = (terms: Terms) => {
    for (const b of pool) terms.add(columns.largest(agent, b), -tightening);
    return terms;
  };
  /** Adds weight × the agent's expected payment when it does `action`, sees `signal` and reports `report`. */
  const pay = (terms: Terms, weight: number, action: number, signal: number, report: number) => {
    for (const b of pool) {
      const done = profiles.replaced(b, agent, action);
      for (let s = 0; s < signals.count; s++) {
        if (signals.digit(s, agent) !== signal) continue;
        const reports = signals.replaced(s, agent, report);
        for (let state = 0; state < prior.length; state++)
          terms.add(
            columns.paid(agent, b, state, reports),
            weight * prior[state] * law[cellOf(problem, done, state, s)],
          );
      }
    }
    return terms;
  };

  for (let action = 0; action < profiles.sizes[agent]; action++) {
    if (action === recommendation) continue;
    const terms = spare(new Terms());
    for (const b of pool) terms.add(columns.chance(b), costs[agent][action] - costs[agent][recommendation]);
    for (let signal = 0; signal < kinds; signal++) {
      pay(terms, 1, recommendation, signal, signal);
      // Variable for the value of the best report after this signal.
      const best = rows.column();
      terms.add(best, -1);
      for (let report = 0; report < kinds; report++)
        if (disobedient === "may-lie" || report === signal)
          rows.demand(pay(new Terms().add(best, 1), -1, action, signal, report), 0);
    }
    rows.demand(terms, 0, `agent ${agent}, told to take action ${recommendation}, must not gain by action ${action}`);
  }

  for (let signal = 0; signal < kinds; signal++) {
    // A lie about a signal that never occurs needs no robustness margin.
    if (!pool.some((b) => mayBeSeen(problem, agent, b, signal))) continue;
    for (let report = 0; report < kinds; report++) {
      if (report === signal) continue;
      const terms = pay(pay(spare(new Terms()), 1, recommendation, signal, signal), -1, recommendation, signal, report);
      rows.demand(
        terms,
        0,
        `agent ${agent}, having taken action ${recommendation} and seen signal ${signal}, must not gain by reporting ${report}`,
      );
    }
  }
}

function mayBeSeen(problem: HiringProblem, agent: number, b: number, signal: number): boolean {
  const { prior, signals, law } = problem;
  for (let state = 0; state < prior.length; state++)
    for (let s = 0; s < signals.count; s++)
      if (signals.digit(s, agent) === signal && prior[state] * law[cellOf(problem, b, state, s)] > 0) return true;
  return false;
}

/** Decodes γ_i = y_i/μ(b) where μ(b) > 0. Without a cap, payments may remain where μ(b) = 0: then no mechanism attains the optimum. */
function mechanismAt(
  problem: HiringProblem,
  { decisions }: DecisionRule,
  columns: HiringColumns,
  cap: number,
  x: Float64Array,
): HiringMechanism | { readonly unattained: string } {
  const { prior, costs, profiles, signals, law } = problem;
  const chances = new Float64Array(profiles.count);
  const payments = costs.map(() => new Float64Array(law.length));
  const likely = (b: number) => x[columns.chance(b)] > CHANCE;
  const sum = columns.used.filter(likely).reduce((total, b) => total + x[columns.chance(b)], 0);
  for (const b of columns.used) {
    const chance = x[columns.chance(b)];
    if (likely(b)) chances[b] = chance / sum;
    for (let agent = 0; agent < costs.length; agent++) {
      if (!likely(b)) {
        if (cap < Number.POSITIVE_INFINITY || columns.payments(agent, b).every((y) => x[y] < 1e-7)) continue;
        return {
          unattained: `nothing bounds payments: agent ${agent} would be paid without limit when the efforts are ${profiles.digits(b)}, which are hardly ever asked for; the best is only approached`,
        };
      }
      for (let state = 0; state < prior.length; state++)
        for (let r = 0; r < signals.count; r++) {
          const payment = x[columns.paid(agent, b, state, r)] / chance;
          payments[agent][cellOf(problem, b, state, r)] = Math.min(cap, Math.max(0, payment));
        }
    }
  }
  return { chances, payments, decisions, announced: "own" };
}

/** Accumulates rows with their auxiliary columns. */
class Rows {
  readonly all: LinearRow[] = [];
  readonly demands: (string | undefined)[] = [];
  columns: number;

  constructor(columns: number) {
    this.columns = columns;
  }

  column(): number {
    return this.columns++;
  }

  /** Adds the row terms ≥ lower, and ≤ upper if given. */
  demand(terms: Terms, lower: number, words?: string, upper?: number): void {
    this.all.push({ ...terms.row(), lower, ...(upper === undefined ? {} : { upper }) });
    this.demands.push(words);
  }
}

/** Coefficients of a row. */
class Terms {
  readonly #values = new Map<number, number>();

  add(column: number, value: number): this {
    if (value !== 0) this.#values.set(column, (this.#values.get(column) ?? 0) + value);
    return this;
  }

  row(): Pick<LinearRow, "columns" | "values"> {
    return { columns: [...this.#values.keys()], values: [...this.#values.values()] };
  }
}

/** What payments may depend on besides the recommended efforts. */
export interface PaymentSight {
  readonly reports: "all" | "own";
  readonly state: boolean;
}

/** Layout of the variables. */
interface HiringColumns {
  /** Profiles of efforts that may be recommended. */
  readonly used: readonly number[];
  /** Number of columns; a program may append its own. */
  readonly count: number;
  /** Column of μ(b). */
  chance(profile: number): number;
  /** Column of y_i(b, θ, reports); cases that payments cannot distinguish share a column. */
  paid(agent: number, profile: number, state: number, reports: number): number;
  /** All columns y_i(b, ·) of an agent in a profile. */
  payments(agent: number, profile: number): number[];
  /** Column of max y_i(b, ·), or of an upper bound. */
  largest(agent: number, profile: number): number;
}

/** Creates the layout: probabilities of efforts, payments times probabilities, and the maxima of these. */
function hiringColumns(problem: HiringProblem, used: readonly number[], sees: PaymentSight): HiringColumns {
  const { prior, profiles, signals } = problem;
  const agents = profiles.sizes.length;
  const place = new Map(used.map((b, k) => [b, k]));
  const placeOf = (b: number): number => {
    const k = place.get(b);
    if (k === undefined) throw new Error(`efforts ${profiles.digits(b)} cannot be asked for`);
    return k;
  };
  const kinds = signals.sizes.map((own) => (sees.reports === "all" ? signals.count : own));
  const width = kinds.map((count) => (sees.state ? prior.length : 1) * count);
  const start: number[] = [];
  let count = used.length;
  for (let agent = 0; agent < agents; agent++) {
    start.push(count);
    count += used.length * width[agent];
  }
  const bounds = count;
  count += agents * used.length;
  return {
    used,
    count,
    chance: placeOf,
    paid(agent, b, state, r) {
      const reports = sees.reports === "all" ? r : signals.digit(r, agent);
      const seen = sees.state ? state * kinds[agent] + reports : reports;
      return start[agent] + placeOf(b) * width[agent] + seen;
    },
    payments: (agent, b) =>
      Array.from({ length: width[agent] }, (_, k) => start[agent] + placeOf(b) * width[agent] + k),
    largest: (agent, b) => bounds + agent * used.length + placeOf(b),
  };
}
