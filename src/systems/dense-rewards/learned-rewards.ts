// From what was judged, done or earned to a reward: of preferences between stretches of behaviour the reward that explains them best,
// of an expert's episodes the one under which they are the likeliest, of whole returns the one whose sums match them best.

import { occupancy } from "../../algorithms/planning/evaluation.ts";
import { type Policy, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import type { Step } from "./task.ts";

/** A stretch of behaviour by its features: how often each reward entry is paid along it. */
export interface Segment {
  /** Entries that occur, a number once for each time it occurs. */
  readonly entries: ArrayLike<number>;
}

/** A judgement of two segments. */
export interface Preference {
  readonly first: Segment;
  readonly second: Segment;
  /** Weight in [0, 1] on the first: 1 where it was preferred, 0 where the second was, 1/2 where both are as good. */
  readonly weightOnFirst: number;
}

/** How a reward is fitted. */
interface FitOptions {
  /** Entries of the reward. */
  readonly size: number;
  /** Weight decay λ > 0, which makes the optimum unique. Default 0.01. */
  readonly decay?: number;
  /** Stop when no entry of the gradient exceeds this. Default 1e-8. */
  readonly tolerance?: number;
}

const MOST_STEPS = 20_000;

/**
 * The reward [size] that maximises Σ [μ log P + (1 − μ) log(1 − P)] − (λ/2)·|r|², μ the weight on the first and P by the difference of the segments' sums
 * (Christiano et al., arXiv 1706.03741, eq. 1), by Nesterov's accelerated gradient with restarts (O'Donoghue & Candès,
 * 2015). Throws where it does not settle.
 */
export function fitBradleyTerry(
  preferences: readonly Preference[],
  { size, decay = 0.01, tolerance = 1e-8 }: FitOptions,
): Float64Array {
  const rows = preferences.map(differenceOf);
  // ∇² ≤ λ + Σ|x|²/4; the largest curvature sets the step.
  const curvature = decay + rows.reduce((sum, { counts }) => sum + counts.reduce((s, c) => s + c * c, 0), 0) / 4;
  const reward = new Float64Array(size);
  const ahead = new Float64Array(size);
  const gradient = new Float64Array(size);
  let momentum = 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    for (let k = 0; k < size; k++) gradient[k] = -decay * ahead[k];
    for (const { entries, counts, weight } of rows) {
      let margin = 0;
      for (let k = 0; k < entries.length; k++) margin += counts[k] * ahead[entries[k]];
      const pull = weight - preferenceProbability(margin);
      for (let k = 0; k < entries.length; k++) gradient[entries[k]] += pull * counts[k];
    }
    let largest = 0;
    let backwards = 0;
    const later = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    for (let k = 0; k < size; k++) {
      largest = Math.max(largest, Math.abs(gradient[k]));
      const moved = ahead[k] + gradient[k] / curvature;
      const change = moved - reward[k];
      backwards += gradient[k] * change;
      reward[k] = moved;
      ahead[k] = moved + ((momentum - 1) / later) * change;
    }
    if (largest <= tolerance) return reward;
    if (backwards < 0) {
      ahead.set(reward);
      momentum = 1;
    } else momentum = later;
  }
  throw new Error(`the preferences were not fitted to ${tolerance} in ${MOST_STEPS} steps`);
}

/** Counts of the first segment less those of the second, where they differ. */
function differenceOf({ first, second, weightOnFirst }: Preference) {
  const counts = new Map<number, number>();
  for (const [{ entries }, sign] of [[first, 1] as const, [second, -1] as const])
    for (let k = 0; k < entries.length; k++) counts.set(entries[k], (counts.get(entries[k]) ?? 0) + sign);
  const kept = [...counts].filter(([, count]) => count !== 0);
  return {
    entries: Int32Array.from(kept, ([entry]) => entry),
    counts: Float64Array.from(kept, ([, count]) => count),
    weight: weightOnFirst,
  };
}

/** Step of gradient ascent. */
const RATE = 0.5;

/** Σ_t γ^t [s_t = s, a_t = a] averaged over episodes, [states × actions]. */
export function discountedVisits(mdp: TabularMdp, episodes: readonly (readonly Step[])[]): Float64Array {
  const visits = new Float64Array(mdp.states * mdp.actions);
  for (const episode of episodes) {
    episode.forEach(({ state, action }, t) => {
      visits[state * mdp.actions + action] += mdp.discount ** t / episodes.length;
    });
  }
  return visits;
}

/** The same of a policy, from the process's first states. */
export function policyVisits(mdp: TabularMdp, policy: Policy): Float64Array {
  const visits = occupancy(mdp, policy).map((visit, s) => (mdp.terminal[s] === 1 ? 0 : visit));
  return policy.map((p, at) => p * visits[Math.floor(at / mdp.actions)]);
}

/**
 * Gradient ascent on the likelihood of the expert under the soft-optimal policy of the reward: its visits less those of
 * that policy (Ziebart et al., 2008; causal form: Ziebart, 2010). `decay` is a weight decay λ ≥ 0.
 * The reward is [states × actions].
 */
export function maximumEntropyInverse(
  mdp: TabularMdp,
  episodes: readonly (readonly Step[])[],
  { rounds = 100, decay = 0.01 }: { readonly rounds?: number; readonly decay?: number } = {},
): Float64Array {
  const expert = discountedVisits(mdp, episodes);
  const reward = new Float64Array(expert.length);
  for (let round = 0; round < rounds; round++) {
    const visits = policyVisits(mdp, softOptimalPolicy(mdp, reward));
    for (let k = 0; k < reward.length; k++) reward[k] += RATE * (expert[k] - visits[k] - decay * reward[k]);
  }
  return reward;
}

/** π(a|s) ∝ exp Q_soft(s, a) of a reward, with an entropy bonus of weight 1. */
export function softOptimalPolicy(mdp: TabularMdp, reward: ArrayLike<number>): Policy {
  const paid = withReward(mdp, reward);
  const { actionValues } = softValueIteration(paid, 1, { tolerance: 1e-7 });
  return softmaxPolicy(mdp, actionValues);
}

/** An episode by the reward entries that it passed, state × actions + action, and what it returned in the end. */
export interface EpisodeReturn extends Segment {
  readonly return: number;
}

/**
 * The reward [size] that minimises Σ_episodes (Σ_t r(s_t, a_t) − R)² + λ|r|² (least-squares return decomposition: Efroni
 * et al., arXiv 2002.05138 sec. 3; RUDDER, arXiv 1806.07857, learns the same with a network). Solved as r = Xᵀ(XXᵀ + λI)⁻¹R, which
 * suits fewer episodes than entries; λ = `ridge` > 0.
 */
export function decomposeReturns(episodes: readonly EpisodeReturn[], size: number, ridge: number): Float64Array {
  const counts = episodes.map(({ entries }) => {
    const row = new Float64Array(size);
    for (let k = 0; k < entries.length; k++) row[entries[k]] += 1;
    return row;
  });
  const n = counts.length;
  const gram = new Float64Array(n * n).map((_, at) => {
    const [one, other] = [counts[Math.floor(at / n)], counts[at % n]];
    return one.reduce((sum, count, k) => sum + count * other[k], one === other ? ridge : 0);
  });
  const returns = episodes.map((episode) => episode.return);
  const weights = linearSolve(gram, returns);
  return new Float64Array(size).map((_, k) => counts.reduce((sum, row, i) => sum + weights[i] * row[k], 0));
}
