// Where the unknowns of a hiring program stand: chances of efforts, payments times chances, and the largest of these.

import type { HiringProblem } from "./problem.ts";

/** What payments may look at, beside the efforts that were asked for. */
export interface PaymentSight {
  readonly reports: "all" | "own";
  readonly state: boolean;
}

/** Column numbers. */
export interface HiringColumns {
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

export function hiringColumns(problem: HiringProblem, used: readonly number[], sees: PaymentSight): HiringColumns {
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
