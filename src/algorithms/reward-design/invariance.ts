// What every reward designed for a known target has to keep: the target stays optimal, by the same margins. Here are the
// target, its margins, and the linear constraints on a reward that say so.
// Source: Devidze, Radanovic, Kamalaruban & Singla, NeurIPS 2021, section 3; arXiv 2402.07019, section 4.

import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import type { LinearRow } from "../../math/linear-program.ts";
import { bestActions, greedyChoice } from "../planning/policy.ts";
import { policyIteration } from "../planning/value-iteration.ts";

/** An optimal policy of the original reward and what sets it apart. */
export interface OptimalTarget {
  /** π*(s), the first of the best actions, [states]. */
  readonly choice: Int32Array;
  /** 1 where an action is optimal, ties included, [states × actions]. */
  readonly optimal: Uint8Array;
  /** δ(s) = min over actions that are not optimal of Q*(s,π*(s)) − Q*(s,a); 0 where all are optimal, [states]. */
  readonly gap: Float64Array;
  readonly values: Float64Array;
  /** Q*, [states × actions]. */
  readonly actionValues: Float64Array;
}

export function optimalTarget(mdp: TabularMdp): OptimalTarget {
  const { states: S, actions: A } = mdp;
  const { values, actionValues } = policyIteration(mdp);
  const optimal = new Uint8Array(S * A);
  const gap = new Float64Array(S);
  for (let s = 0; s < S; s++) {
    for (const a of bestActions(actionValues, s, A)) optimal[s * A + a] = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < A; a++)
      if (optimal[s * A + a] === 0) least = Math.min(least, values[s] - actionValues[s * A + a]);
    gap[s] = Number.isFinite(least) ? least : 0;
  }
  return { choice: greedyChoice(mdp, actionValues), optimal, gap, values, actionValues };
}

/** Constraints on a designed reward. */
export interface DesignOptions {
  /** |R(s,a)| is at most this. Default 10. */
  readonly bound?: number;
  /** States whose actions may be paid; all others pay 0. Default all. */
  readonly active?: readonly number[];
  /** R = Σ_k w_k·f_k with free weights: tables [states × actions]. Default: every entry of R is free by itself. */
  readonly features?: readonly Float64Array[];
  /**
   * Optimal actions beside the target's may fall behind it ("break", as in the papers) or stay exactly as good ("keep"),
   * so that not one optimal policy is lost. Default "break".
   */
  readonly ties?: "break" | "keep";
  /**
   * The margins asked for, as a share of δ. Default 1 − 1e-7: at exactly 1 a reward in few states lies on the boundary
   * and rounding decides. "none" leaves the constraints out (a control).
   */
  readonly margin?: number | "none";
}

/**
 * V = value of π* under R; V(s) − Q_R(s,a) ≥ δ(s) where a is not optimal, ≥ 0 (or = 0) where it is; |R| ≤ bound. Columns: R
 * [states × actions], then V [states], then feature weights.
 */
export function designProgram(mdp: TabularMdp, target: OptimalTarget, options: DesignOptions = {}) {
  const { states: S, actions: A } = mdp;
  const { bound = 10, active, features = [], ties = "break", margin = 1 - 1e-7 } = options;
  const columns = S * A + S + features.length;
  const lower = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  const paid = new Set(active ?? Array.from({ length: S }, (_, s) => s));
  const rows: LinearRow[] = [];
  for (let s = 0; s < S; s++) {
    const most = paid.has(s) && mdp.terminal[s] === 0 ? bound : 0;
    lower.fill(-most, s * A, (s + 1) * A);
    upper.fill(most, s * A, (s + 1) * A);
    if (mdp.terminal[s] === 1) {
      lower[S * A + s] = upper[S * A + s] = 0;
      continue;
    }
    for (let a = 0; a < A; a++) {
      const row = backup(mdp, s, a);
      if (a === target.choice[s]) rows.push({ ...row, lower: 0, upper: 0 });
      else if (margin === "none") continue;
      else if (target.optimal[s * A + a] === 0) rows.push({ ...row, lower: margin * target.gap[s] });
      else rows.push(ties === "keep" ? { ...row, lower: 0, upper: 0 } : { ...row, lower: 0 });
    }
  }
  if (features.length > 0) rows.push(...featureRows(mdp, features));
  return { columns, lower, upper, rows };
}

/** V(s) − R(s,a) − γE[V(s')]. */
function backup(mdp: TabularMdp, s: number, a: number): { columns: number[]; values: number[] } {
  const at = s * mdp.actions + a;
  const first = mdp.states * mdp.actions;
  const columns = [first + s, at];
  const values = [1, -1];
  for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) {
    columns.push(first + mdp.next[k]);
    values.push(-mdp.discount * mdp.probability[k]);
  }
  return { columns, values };
}

/** R(s,a) − Σ_k w_k·f_k(s,a) = 0 in every state that does not end. */
function featureRows(mdp: TabularMdp, features: readonly Float64Array[]): LinearRow[] {
  const { states: S, actions: A } = mdp;
  return Array.from({ length: S * A }, (_, at) => at)
    .filter((at) => mdp.terminal[Math.floor(at / A)] === 0)
    .map((at) => ({
      columns: [at, ...features.map((_, k) => S * A + S + k)],
      values: [1, ...features.map((feature) => -feature[at])],
      lower: 0,
      upper: 0,
    }));
}

/**
 * States in which another reward [states × actions] makes other actions optimal than the target's. Actions count as
 * equally good within `tolerance`: a program's solution is exact only up to its own.
 */
export function changedStates(
  mdp: TabularMdp,
  target: OptimalTarget,
  reward: Float64Array,
  tolerance = 1e-6,
): number[] {
  const { states: S, actions: A } = mdp;
  const { values, actionValues } = policyIteration(withReward(mdp, reward), target.choice);
  return Array.from({ length: S }, (_, s) => s).filter((s) => {
    if (mdp.terminal[s] === 1) return false;
    for (let a = 0; a < A; a++) {
      const best = values[s] - actionValues[s * A + a] <= tolerance;
      if (best !== (target.optimal[s * A + a] === 1)) return true;
    }
    return false;
  });
}

/**
 * The first `count` numbers of a solution, with 0 where they are smaller than the solver's tolerance lets one trust. A
 * pay of −1e-12 would be enough to turn a greedy learner away from an action that nothing else tells apart.
 */
export function tidy(solution: Float64Array, count: number): Float64Array {
  return solution.slice(0, count).map((r) => (Math.abs(r) < 1e-6 ? 0 : r));
}
