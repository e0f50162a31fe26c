// What a successful trajectory teaches that another does not: coming back from a mistake, wasting nothing, doing what others
// seldom do. The scores' ideas are those of arXiv 2603.01714; its formulas were not published with them, and these are ours.

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
