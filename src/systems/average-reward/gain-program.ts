// The optimal gain as a linear program over state-action frequencies: slower than iteration, but exact in one go, and its
// dual prices are the biases.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import { goesOn } from "./gain.ts";

/** The optimum of the long run by its frequencies. */
export interface FrequencyOptimum {
  /** J */
  readonly gain: number;
  /** Share of time in each state and action, [states × actions]. */
  readonly frequencies: Float64Array;
  /** V with V(0) = 0, [states]; an optimal one in the states that the best policy visits. */
  readonly bias: Float64Array;
}

/**
 * J = max Σ ρ(s,a)·r(s,a) over ρ ≥ 0 with Σ_a ρ(s',a) = Σ_{s,a} ρ(s,a)P(s'|s,a) for each s' and Σ ρ = 1 (Manne, 1960;
 * Puterman, 1994, section 8.8). Right for communicating processes and those with one recurrent class under each policy.
 */
export function averageRewardProgram(solver: LinearPrograms, mdp: TabularMdp): FrequencyOptimum {
  goesOn(mdp);
  const { states: S, actions: A } = mdp;
  const columns = Array.from({ length: S }, (): number[] => []);
  const values = Array.from({ length: S }, (): number[] => []);
  for (let at = 0; at < S * A; at++) {
    const s = Math.floor(at / A);
    columns[s].push(at);
    values[s].push(1);
    for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) {
      columns[mdp.next[k]].push(at);
      values[mdp.next[k]].push(-mdp.probability[k]);
    }
  }
  const rows: LinearRow[] = columns.map((row, s) => ({ columns: row, values: values[s], lower: 0, upper: 0 }));
  rows.push({ columns: mdp.reward.map((_, at) => at), values: new Float64Array(S * A).fill(1), lower: 1, upper: 1 });
  const { objective, x, rowDuals } = solver.optimum({ sense: "maximise", objective: mdp.reward, rows });
  return { gain: objective, frequencies: x, bias: rowDuals.slice(0, S).map((dual, _, all) => dual - all[0]) };
}
