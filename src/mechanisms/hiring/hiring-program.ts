// The best way to hire as a linear program (after arXiv 2307.06210). Unknowns are μ(b) and y_i = μ(b)·γ_i, so that the product is
// linear; a demand pools all profiles in which an agent is told the same, since that is all that it knows. What an agent gains by
// another action is bounded by the best lie after each signal, so that shirking and lying at once are covered.

import type { LinearProgram, LinearRow } from "../../math/linear-program.ts";
import type { HiringMechanism } from "./mechanism.ts";
import { cellOf, type DecisionRule, type HiringProblem } from "./problem.ts";

/** What is asked of a mechanism. */
export interface HiringDemands {
  /** M: no payment is above it (none is below 0). Infinity for no cap. */
  readonly cap: number;
  /** Always these efforts; default any draw of efforts. */
  readonly profile?: number;
  /** Default all agents' reports and the state. */
  readonly sees?: PaymentSight;
  /**
   * ε: what an agent is paid by obedience must exceed what it is paid otherwise by ε times its largest payment in each profile, beyond
   * what costs ask for. The mechanism is then obeyed under every law that is so near to the problem's that this difference is off
   * by no more, as it is where all of P(· | b, θ) are within ε/2 in total variation. Default 0.
   */
  readonly tightening?: number;
  /**
   * Whether who takes another action may lie about what it then sees. Default "may-lie". "tells-truth" demands obedience of the truthful
   * and truth of the obedient, and misses who does neither: it is here to show that.
   */
  readonly disobedient?: "may-lie" | "tells-truth";
}

/** The program, and how its solution is read. */
export interface HiringProgram {
  readonly program: LinearProgram;
  /** What each row demands of whom, in words; undefined for rows that only say what a mechanism is. */
  readonly demands: readonly (string | undefined)[];
  /** The mechanism at a solution, or why there is none. */
  read(x: Float64Array): HiringMechanism | { readonly unattained: string };
}

/** Less than this is no chance. */
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

/** Σ_b μ(b)·val(b) − Σ_i E[y_i], by columns. */
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

/** Says what a mechanism is: Σ μ(b) = 1, and 0 ≤ y_i(b, ·) ≤ largest_i(b) ≤ M·μ(b), so that nothing is paid where there is no chance. */
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

/** An agent that is told the same in all profiles of the pool. */
interface SharedRecommendation {
  readonly agent: number;
  readonly recommendation: number;
  readonly pool: readonly number[];
}

/** Demands that the agent gains by no other action with any reports, and by no lie. */
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
  /** Adds weight × what the agent is paid in expectation where it does `action`, sees `signal` and reports `report`. */
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
      // The value of the best report after this signal.
      const best = rows.column();
      terms.add(best, -1);
      for (let report = 0; report < kinds; report++)
        if (disobedient === "may-lie" || report === signal)
          rows.demand(pay(new Terms().add(best, 1), -1, action, signal, report), 0);
    }
    rows.demand(terms, 0, `agent ${agent}, told to take action ${recommendation}, must not gain by action ${action}`);
  }

  for (let signal = 0; signal < kinds; signal++) {
    // A lie about what is never seen asks for nothing to spare.
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

/** γ_i = y_i/μ(b) where b has a chance. Without a cap a payment may be left where none is: then there is no mechanism. */
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

/** Rows as they come, with columns of their own. */
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

  /** terms ≥ lower, and ≤ upper where there is one. */
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

/** What payments may look at, beside the efforts that were asked for. */
export interface PaymentSight {
  readonly reports: "all" | "own";
  readonly state: boolean;
}

/** Column numbers. */
interface HiringColumns {
  /** Profiles of efforts that may be asked for. */
  readonly used: readonly number[];
  /** Columns in all; a program may add its own behind them. */
  readonly count: number;
  /** μ(b) */
  chance(profile: number): number;
  /** y_i(b, θ, reports): the same column where payments cannot tell two apart. */
  paid(agent: number, profile: number, state: number, reports: number): number;
  /** All y_i(b, ·) of an agent in a profile. */
  payments(agent: number, profile: number): number[];
  /** max y_i(b, ·), or a bound on it. */
  largest(agent: number, profile: number): number;
}

/** Where the unknowns stand: chances of efforts, payments times chances, and the largest of these. */
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
