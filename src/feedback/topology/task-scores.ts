// What a task can teach a policy: how much of what it does there leads astray, and in how many ways it succeeds. Two tasks of
// one pass rate may differ in both. Ideas after arXiv 2603.01714; the formulas are ours, as it gives none.

import type { QuotientGraph } from "./quotient-graph.ts";
import { stretched } from "./trajectory-scores.ts";

/** Scores of a task. */
export interface TaskScores {
  readonly task: string;
  readonly passRate: number;
  /**
   * EBR = Σ n(v→u)·[Φ(u) < Φ(v) − δ]/Σ n(v→u) over edges between turns at decision nodes, n visits; 0 where nothing was
   * decided. A node is a decision where what was done next differs; how an episode ends is no turn, and nobody's decision.
   */
  readonly errorBranches: number;
  /** SH = distinct successful chains of tools/successes; 0 without a success. */
  readonly heterogeneity: number;
}

export interface TaskOptions {
  /** δ. Default 0.15. */
  readonly drop?: number;
  /** Visits of u without which an edge to it is not called an error. Default 3. */
  readonly least?: number;
  /** β of error branches and heterogeneity. Default ¾ and ¼: heterogeneity cannot tell many ways to succeed from success by chance. */
  readonly mix?: readonly [errorBranches: number, heterogeneity: number];
  /** T. Default 0.05. */
  readonly temperature?: number;
}

/** The scores of the task whose rollouts are in the graph. Throws where there are none. */
export function taskScores(quotient: QuotientGraph, { drop = 0.15, least = 3 }: TaskOptions = {}): TaskScores {
  const { rollouts } = quotient;
  if (rollouts.length === 0) throw new Error("a task without rollouts has no scores");
  const won = rollouts.filter(({ success }) => success);
  const chains = new Set(won.map(({ turns }) => turns.map(({ tool }) => tool).join("\u001f")));
  return {
    task: rollouts[0].task,
    passRate: won.length / rollouts.length,
    errorBranches: errorBranchRatio(quotient, drop, least),
    heterogeneity: won.length === 0 ? 0 : chains.size / won.length,
  };
}

function errorBranchRatio({ graph, potential }: QuotientGraph, drop: number, least: number): number {
  let [errors, all] = [0, 0];
  graph.forEachNode((node) => {
    const next = graph.outNeighbors(node).filter((one) => graph.getNodeAttribute(one, "action") !== undefined);
    if (new Set(next.map((one) => graph.getNodeAttribute(one, "action"))).size < 2) return;
    for (const one of next) {
      const { visits } = graph.getEdgeAttributes(node, one);
      all += visits;
      const wrong = potential(one) < potential(node) - drop;
      if (wrong && graph.getNodeAttribute(one, "visits") >= least) errors += visits;
    }
  });
  return all > 0 ? errors / all : 0;
}

/** Weights ∝ exp((β₁·z(EBR) + β₂·z(SH))/T) that sum to 1, z from least to most over the tasks given. */
export function taskWeights(
  scores: readonly TaskScores[],
  { mix: [a, b] = [0.75, 0.25], temperature = 0.05 }: TaskOptions = {},
): number[] {
  const errors = stretched(scores.map((one) => one.errorBranches));
  const chains = stretched(scores.map((one) => one.heterogeneity));
  const weights = scores.map((_, k) => Math.exp((a * errors[k] + b * chains[k]) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
