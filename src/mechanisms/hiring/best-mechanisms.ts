// Optimal hiring mechanisms in four classes: all mechanisms, those with deterministic efforts, those that pay each agent by its own report
// only, and those in which obedience is a dominant strategy.

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { altered, reportMaps } from "./deviations.ts";
import { type HiringDemands, type HiringProgram, hiringProgram } from "./hiring-program.ts";
import { cellChances, expectedCost, fixedEfforts, type HiringMechanism, obedience } from "./mechanism.ts";
import { bestDecisions, cellOf, type HiringProblem, seesAlone } from "./problem.ts";

/** A mechanism and the principal's expected profit. */
export interface Hired {
  readonly status: "optimal";
  readonly mechanism: HiringMechanism;
  readonly profit: number;
}

/** Reason why no optimal mechanism exists. */
export interface NotHired {
  /** "unattained": the profit has a supremum that no mechanism attains. */
  readonly status: "infeasible" | "unattained";
  /** Description of the constraints that cannot be satisfied. */
  readonly reason: string;
}

/** The most profitable mechanism without a profitable deviation in actions and reports. Throws where the solver fails. */
export function bestHiring(solver: LinearPrograms, problem: HiringProblem, demands: HiringDemands): Hired | NotHired {
  const built = hiringProgram(problem, bestDecisions(problem), demands);
  const solved = solver.solve(built.program, { tolerance: 1e-10 });
  if (solved.status === "infeasible") return { status: "infeasible", reason: unmet(solver, built) };
  if (solved.status !== "optimal") throw new Error(`hiring: ${solved.reason}`);
  const mechanism = built.read(solved.x);
  return "unattained" in mechanism
    ? { status: "unattained", reason: mechanism.unattained }
    : { status: "optimal", mechanism, profit: solved.objective };
}

/** The most profitable mechanism with deterministic efforts. */
export function bestDeterministic(
  solver: LinearPrograms,
  problem: HiringProblem,
  demands: Omit<HiringDemands, "profile">,
): Hired | NotHired {
  let best: Hired | undefined;
  const reasons: string[] = [];
  for (let profile = 0; profile < problem.profiles.count; profile++) {
    const outcome = bestHiring(solver, problem, { ...demands, profile });
    if (outcome.status !== "optimal") reasons.push(outcome.reason);
    else if (best === undefined || outcome.profit > best.profit) best = outcome;
  }
  return best ?? { status: "infeasible", reason: reasons.join("; ") };
}

/**
 * The most profitable mechanism that pays each agent by its own report and the state, with independent draws of efforts. An agent's pay for
 * an effort then does not depend on the others, and profit is linear in each agent's draw, so deterministic efforts are optimal. Throws
 * where an agent's signal depends on the others' efforts.
 */
export function bestUncorrelated(solver: LinearPrograms, problem: HiringProblem, cap: number): Hired | NotHired {
  if (!seesAlone(problem)) throw new Error("what an agent sees depends on what the others do");
  return bestDeterministic(solver, problem, { cap, sees: { reports: "own", state: true } });
}

/**
 * The cheapest payments for these efforts under which obedience is a dominant strategy by at least `margin`, so that no other equilibrium
 * exists. The program grows with the number of the others' strategies.
 */
export function bestDominant(
  solver: LinearPrograms,
  problem: HiringProblem,
  { cap, profile, margin = 0 }: { readonly cap: number; readonly profile: number; readonly margin?: number },
): Hired | NotHired {
  const { costs, profiles, signals, prior, law } = problem;
  const frame = fixedEfforts(problem, profile, () => 0);
  const truth = obedience(problem, frame);
  const efforts = profiles.digits(profile);
  const own = costs.map((prices, agent) =>
    Array.from(prices.keys()).flatMap((action) =>
      reportMaps(problem, agent).map((reports) => altered(truth[agent], efforts[agent], action, reports)),
    ),
  );
  const cells = prior.length * signals.count;
  const from = cellOf(problem, profile, 0, 0);
  const rows: LinearRow[] = [];
  const demands: string[] = [];
  const plays = mixedRadix(own.map((strategies) => strategies.length));
  const honest = own.map((strategies, agent) =>
    strategies.findIndex(
      ({ actions, reports }) =>
        actions[efforts[agent]] === efforts[agent] && reports.every((report, k) => report === truth[agent].reports[k]),
    ),
  );
  for (let agent = 0; agent < costs.length; agent++) {
    const columns = Array.from({ length: cells }, (_, k) => agent * cells + k);
    for (let play = 0; play < plays.count; play++) {
      // One row for each own strategy and each strategy profile of the others.
      if (plays.digit(play, agent) === honest[agent]) continue;
      const other = plays.digits(play).map((k, i) => own[i][k]);
      const kept = other.with(agent, own[agent][honest[agent]]);
      const [now, then] = [kept, other].map((strategies) => cellChances(problem, frame, strategies));
      const extra = [kept, other].map((strategies) => expectedCost(problem, frame, agent, strategies[agent]));
      rows.push({
        columns,
        values: columns.map((_, k) => now[from + k] - then[from + k]),
        lower: extra[0] - extra[1] + margin,
      });
      demands.push(`agent ${agent} must not gain by another strategy, for any play of the others`);
    }
  }
  const objective = new Float64Array(costs.length * cells);
  for (let agent = 0; agent < costs.length; agent++)
    for (let k = 0; k < cells; k++) objective[agent * cells + k] = prior[Math.floor(k / signals.count)] * law[from + k];
  const solved = solver.solve({ sense: "minimise", objective, rows, upper: cap });
  if (solved.status === "infeasible") return { status: "infeasible", reason: demands[0] };
  if (solved.status !== "optimal") throw new Error(`hiring: ${solved.reason}`);
  const { x, objective: paid } = solved;
  const mechanism = fixedEfforts(problem, profile, (agent, state, r) => x[agent * cells + state * signals.count + r]);
  return { status: "optimal", mechanism, profit: bestDecisions(problem).values[profile] - paid };
}

/** Finds the violated constraints and their least violation: the same program with penalised slacks. */
function unmet(solver: LinearPrograms, { program, demands }: HiringProgram): string {
  let columns = program.objective.length;
  const objective = new Array<number>(columns).fill(0);
  const rows = program.rows.map((row, k) => {
    if (demands[k] === undefined) return row;
    objective.push(1);
    return { ...row, columns: [...Array.from(row.columns), columns++], values: [...Array.from(row.values), 1] };
  });
  const { x } = solver.optimum({ ...program, sense: "minimise", objective, rows });
  const missed: string[] = [];
  let at = program.objective.length;
  for (const words of demands) {
    if (words === undefined) continue;
    const short = x[at++];
    if (short > 1e-9) missed.push(`${words}: short by ${Number(short.toPrecision(4))}`);
  }
  return missed.join("; ");
}
