// Explicable reward design (Devidze, Radanovic, Kamalaruban & Singla, NeurIPS 2021): a reward that pays in a few states
// only, keeps the target optimal, and tells right from wrong within few steps.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import { policyReward, transitionMatrix } from "../planning/evaluation.ts";
import { deterministicPolicy } from "../planning/policy.ts";
import { type DesignOptions, designProgram, type OptimalTarget, optimalTarget, tidy } from "./invariance.ts";

/** Constraints on a designed reward. */
interface ExplicableOptions extends DesignOptions {
  /**
   * The horizons H that margins are looked at. Q^H sums rewards 0 … H, as in the paper of 2021; the released code of arXiv 2402.07019 ends
   * at H − 1. Default 1, 4, 8, 16, 32.
   */
  readonly horizons?: readonly number[];
  /**
   * Of equally informative designs the one with the least Σ_s max_a |R(s,a)|. Default the one that the solver ends at, often with every
   * entry at its bound; the papers leave it open.
   */
  readonly choose?: "sparing";
}

const HORIZONS: readonly number[] = [1, 4, 8, 16, 32];

/**
 * I(R) = −(1/(|H|·|S|)) Σ_{H,s} max(0, max over actions that are not optimal of δ(s) − (Q_R^H(s,π*(s)) − Q_R^H(s,a))),
 * at most 0; 0 says that every margin shows within every horizon. Terminal states count in |S|.
 */
export function informativeness(
  mdp: TabularMdp,
  reward: Float64Array,
  { horizons = HORIZONS }: Pick<ExplicableOptions, "horizons"> = {},
  target: OptimalTarget = optimalTarget(mdp),
): number {
  const { states: S, actions: A } = mdp;
  const under = { ...mdp, reward };
  const policy = deterministicPolicy(mdp, target.choice);
  const paid = policyReward(under, policy);
  let missing = 0;
  for (const horizon of horizons) {
    const sums = partialSums(mdp, target, horizon - 1);
    const later = paid.map((_, s) => paid.reduce((sum, pay, k) => sum + sums[s * S + k] * pay, 0));
    for (let s = 0; s < S; s++) {
      if (mdp.terminal[s] === 1) continue;
      let shortfall = 0;
      for (let a = 0; a < A; a++) {
        if (target.optimal[s * A + a] === 1) continue;
        const margin = shortQ(under, s, target.choice[s], later) - shortQ(under, s, a, later);
        shortfall = Math.max(shortfall, target.gap[s] - margin);
      }
      missing += shortfall;
    }
  }
  return -missing / (horizons.length * S);
}

/**
 * The most informative reward that pays in the active states only and keeps the target: a linear program with a slack
 * for every state and horizon. `active` has the states that pay, without terminal ones. Undefined where no such reward exists.
 */
export function designExplicable(
  programs: LinearPrograms,
  mdp: TabularMdp,
  options: ExplicableOptions = {},
  target: OptimalTarget = optimalTarget(mdp),
) {
  const { states: S, actions: A } = mdp;
  const { horizons = HORIZONS } = options;
  const base = designProgram(mdp, target, options);
  const active = (options.active ?? Array.from({ length: S }, (_, s) => s)).filter((s) => mdp.terminal[s] === 0);
  const rows: LinearRow[] = [...base.rows];
  let columns = base.columns;
  for (const horizon of horizons) {
    const sums = partialSums(mdp, target, horizon - 1);
    for (let s = 0; s < S; s++) {
      if (mdp.terminal[s] === 1) continue;
      const slack = columns++;
      for (let a = 0; a < A; a++) {
        if (target.optimal[s * A + a] === 1) continue;
        rows.push(marginRow(mdp, target, sums, active, s, a, slack));
      }
    }
  }
  const slacks = columns - base.columns;
  const lower = Float64Array.of(...base.lower, ...new Float64Array(slacks));
  const upper = Float64Array.of(...base.upper, ...new Float64Array(slacks).fill(Number.POSITIVE_INFINITY));
  const objective = new Float64Array(columns).fill(1 / (horizons.length * S), base.columns);
  const result = programs.solve({ sense: "minimise", objective, rows, lower, upper });
  if (result.status === "infeasible") return undefined;
  if (result.status !== "optimal") throw new Error(`the reward design came to no end: ${result.reason}`);
  const design = { informativeness: -result.objective, active };
  if (options.choose !== "sparing") return { ...design, reward: tidy(result.x, S * A) };
  const most = { columns: Array.from({ length: slacks }, (_, k) => base.columns + k), upper: result.objective + 1e-7 };
  const kept = { ...most, values: new Float64Array(slacks).fill(1 / (horizons.length * S)) };
  const x = lowestStakes(programs, mdp, { rows: [...rows, kept], lower, upper });
  return { ...design, reward: tidy(x, S * A) };
}

/** The point that keeps the rows and bounds with the least Σ_s max_a |R(s,a)|. */
function lowestStakes(
  programs: LinearPrograms,
  mdp: TabularMdp,
  { rows, lower, upper }: { rows: readonly LinearRow[]; lower: Float64Array; upper: Float64Array },
): Float64Array {
  const { states: S, actions: A } = mdp;
  const columns = lower.length;
  const stakes = Array.from({ length: S * A }, (_, at) => at).flatMap((at) => {
    const stake = columns + Math.floor(at / A);
    return [
      { columns: [stake, at], values: [1, -1], lower: 0 },
      { columns: [stake, at], values: [1, 1], lower: 0 },
    ];
  });
  return programs.optimum({
    sense: "minimise",
    objective: Float64Array.of(...new Float64Array(columns), ...new Float64Array(S).fill(1)),
    rows: [...rows, ...stakes],
    lower: Float64Array.of(...lower, ...new Float64Array(S)),
    upper: Float64Array.of(...upper, ...new Float64Array(S).fill(Number.POSITIVE_INFINITY)),
  }).x;
}

/**
 * Greedy choice of the active states: starting with `first`, `budget` times the state is added whose design is most
 * informative (the first of equals). Stops early where nothing is missing any more.
 */
export function designGreedily(
  programs: LinearPrograms,
  mdp: TabularMdp,
  how: ExplicableOptions & { readonly first: readonly number[]; readonly budget: number },
) {
  const { first, budget, choose, ...options } = how;
  const target = optimalTarget(mdp);
  const design = (active: readonly number[], chosen: Pick<ExplicableOptions, "choose"> = {}) =>
    designExplicable(programs, mdp, { ...options, ...chosen, active }, target);
  let best = design(first);
  for (let round = 0; round < budget && best?.informativeness !== 0; round++) {
    const chosen: readonly number[] = best?.active ?? first;
    let better: typeof best;
    for (let s = 0; s < mdp.states; s++) {
      if (mdp.terminal[s] === 1 || chosen.includes(s)) continue;
      const candidate = design([...chosen, s]);
      if (
        candidate !== undefined &&
        candidate.informativeness > (better?.informativeness ?? Number.NEGATIVE_INFINITY) + 1e-9
      )
        better = candidate;
    }
    best = better ?? best;
  }
  if (best === undefined) throw new Error("no reward in these states keeps the target optimal");
  return choose === undefined ? best : (design(best.active, { choose }) ?? best);
}

/** slack + Q^H(s,π*(s)) − Q^H(s,a) ≥ δ(s), written in the rewards of the active states. */
function marginRow(
  { states: S, actions: A, discount, offset, next, probability }: TabularMdp,
  target: OptimalTarget,
  sums: Float64Array,
  active: readonly number[],
  s: number,
  a: number,
  slack: number,
): LinearRow {
  const [best, other] = [s * A + target.choice[s], s * A + a];
  const columns = [slack, best, other];
  const values = [1, 1, -1];
  for (const u of active) {
    let weight = 0;
    for (const [at, sign] of [[best, 1] as const, [other, -1] as const])
      for (let k = offset[at]; k < offset[at + 1]; k++)
        weight += sign * discount * probability[k] * sums[next[k] * S + u];
    if (weight === 0) continue;
    columns.push(u * A + target.choice[u]);
    values.push(weight);
  }
  return { columns, values, lower: target.gap[s] };
}

/** Σ_{h=0..steps} γ^h P_π*^h, [states × states]. */
function partialSums(mdp: TabularMdp, target: OptimalTarget, steps: number): Float64Array {
  const { states: S } = mdp;
  const moves = transitionMatrix(mdp, deterministicPolicy(mdp, target.choice));
  let sum = new Float64Array(S * S);
  for (let h = 0; h <= steps; h++) {
    const next = new Float64Array(S * S);
    for (let i = 0; i < S; i++) {
      next[i * S + i] = 1;
      for (let k = 0; k < S; k++) {
        const p = mdp.discount * moves[i * S + k];
        if (p !== 0) for (let j = 0; j < S; j++) next[i * S + j] += p * sum[k * S + j];
      }
    }
    sum = next;
  }
  return sum;
}

/** R(s,a) + γE[later(s')]. */
function shortQ(mdp: TabularMdp, s: number, a: number, later: Float64Array): number {
  const at = s * mdp.actions + a;
  let sum = mdp.reward[at];
  for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++)
    sum += mdp.discount * mdp.probability[k] * later[mdp.next[k]];
  return sum;
}
