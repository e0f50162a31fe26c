// What a successful trajectory teaches that another does not, and what a task can teach a policy. The scores' ideas are those of
// arXiv 2603.01714; its formulas were not published with them, and these are ours.

import { type QuotientGraph, SUCCESS, shortestSuccess } from "./quotient-graph.ts";

/** Scores of a successful rollout. */
export interface TrajectoryScores {
  readonly id: string;
  /** RR = Σ_t [Φ(v_t) − Φ(v_{t+1}) > δ]·max_{t' > t+1}(Φ(v_{t'}) − Φ(v_{t+1}))₊, at most 1. */
  readonly recovery: number;
  /** SE = turns of the shortest success/turns of this one, in (0, 1]. */
  readonly efficiency: number;
  /** DD = mean_t −ln P̂(v_{t+1}|v_t, success). */
  readonly diversity: number;
  /** Turns t, from 0, with Φ(v_t) − Φ(v_{t+1}) > δ: what was made good later, and is better not imitated. */
  readonly mistakes: readonly number[];
}

export interface TrajectoryOptions {
  /** δ: by how much Φ must fall for a step to be a mistake. Default 0.15. */
  readonly drop?: number;
  /** α of recovery, efficiency and diversity. Default a third each. */
  readonly mix?: readonly [recovery: number, efficiency: number, diversity: number];
}

/** Scores of all successes in the graph, in the order of its rollouts. */
export function trajectoryScores(quotient: QuotientGraph, { drop = 0.15 }: TrajectoryOptions = {}): TrajectoryScores[] {
  const { rollouts, paths } = quotient;
  const shortest = shortestSuccess(quotient);
  return rollouts.flatMap(({ id, success }, k) => {
    if (!success || shortest === null) return [];
    const path = paths[k];
    const potentials = path.map(quotient.potential);
    const turns = path.length - 1;
    return [
      {
        id,
        // A blunder made for the sake of the score must not outweigh every other virtue.
        recovery: Math.min(1, recovered(potentials, drop)),
        efficiency: turns === 0 ? 1 : shortest / turns,
        diversity: surprise(quotient, path),
        mistakes: potentials.slice(1).flatMap((after, t) => (potentials[t] - after > drop ? [t] : [])),
      },
    ];
  });
}

/** RR of the potentials along a path. */
export function recovered(potentials: readonly number[], drop: number): number {
  let sum = 0;
  for (let t = 0; t + 1 < potentials.length; t++) {
    if (!(potentials[t] - potentials[t + 1] > drop)) continue;
    sum += Math.max(0, ...potentials.slice(t + 2).map((later) => later - potentials[t + 1]));
  }
  return sum;
}

function surprise({ graph }: QuotientGraph, path: readonly string[]): number {
  const whole = [...path, SUCCESS];
  let sum = 0;
  for (let t = 0; t + 1 < whole.length; t++) {
    const share =
      graph.getEdgeAttributes(whole[t], whole[t + 1]).successes / graph.getNodeAttributes(whole[t]).successes;
    sum -= Math.log(share);
  }
  return sum / (whole.length - 1);
}

/** w(τ) = α₁·z(RR) + α₂·z(SE) + α₃·z(DD), z from least to most over the scores given; 0 where all are alike. */
export function trajectoryWeights(
  scores: readonly TrajectoryScores[],
  { mix: [a, b, c] = [1 / 3, 1 / 3, 1 / 3] }: TrajectoryOptions = {},
): number[] {
  const recovery = stretched(scores.map((one) => one.recovery));
  const efficiency = stretched(scores.map((one) => one.efficiency));
  const diversity = stretched(scores.map((one) => one.diversity));
  return scores.map((_, k) => a * recovery[k] + b * efficiency[k] + c * diversity[k]);
}

/** (x − min)/(max − min) of each value; 0 where they do not differ. */
export function stretched(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const wide = Math.max(...values) - low;
  return values.map((value) => (wide > 0 ? (value - low) / wide : 0));
}

export interface TaskScores {
  readonly task: string;
  readonly passRate: number;
  /**
   * EBR = Σ n(v→u)·[Φ(u) < Φ(v) − δ]/Σ n(v→u) over edges between turns at decision nodes, n visits; 0 where nothing was
   * decided. A node is a decision where what was done next differs; how an episode ends is no turn and no decision.
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
