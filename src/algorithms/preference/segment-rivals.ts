// What the policy is held against, from the same segments: cloning of what is preferred, and the usual two phases, a reward that explains
// the preferences and a policy that is best for it.

import { tabularMdp } from "../../environments/tabular/mdp.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { valueIteration } from "../planning/value-iteration.ts";
import type { SegmentPairs } from "./segments.ts";

export interface TableSize {
  readonly rows: number;
  readonly choices: number;
}

/** ln of the shares of choices in the segments, all of them or those preferred, with `prior` > 0 added to each count: [rows × choices]. */
export function cloned(
  { length, entries, labels }: SegmentPairs,
  { rows, choices }: TableSize,
  of: "all" | "preferred",
  prior: number,
): Float64Array {
  const counts = new Float64Array(rows * choices).fill(prior);
  for (const [at, entry] of entries.entries()) {
    if (entry < 0) continue;
    const segment = Math.floor(at / length);
    const label = labels[segment >> 1];
    counts[entry] += of === "all" ? 1 : segment % 2 === 0 ? label : 1 - label;
  }
  for (let row = 0; row < counts.length; row += choices) {
    const total = counts.subarray(row, row + choices).reduce((a, b) => a + b, 0);
    for (let a = row; a < row + choices; a++) counts[a] = Math.log(counts[a] / total);
  }
  return counts;
}

/** A reward of what is done, r(s, a) [rows × choices], of where it leads, r(s′) [rows], and of a step that an ended episode no longer has. */
export interface FittedReward {
  readonly done: Float64Array;
  readonly reached: Float64Array;
  readonly over: number;
}

/**
 * The reward r(s, a) + r(s′) of Bradley and Terry, P(first) = σ(Σγ^t r − Σγ^t r), with λ = `ridge` of (λ/2)·|r|². Steps after an episode's
 * end have a reward of their own; otherwise long episodes would be preferred for their length.
 */
export function fittedReward(
  { pairs, length, entries, next, ended, labels }: SegmentPairs,
  { rows, choices }: TableSize,
  discount: number,
  ridge: number,
): FittedReward {
  const steps = rows * choices;
  const size = steps + rows + 1;
  const features = new Float64Array(pairs * size);
  for (let segment = 0; segment < 2 * pairs; segment++) {
    const row = (segment >> 1) * size;
    let weight = segment % 2 === 0 ? 1 : -1;
    let over = false;
    for (let at = segment * length; at < (segment + 1) * length; at++, weight *= discount) {
      if (over) features[row + size - 1] += weight;
      else if (entries[at] >= 0) {
        features[row + entries[at]] += weight;
        features[row + steps + next[at]] += weight;
        over = ended[at] === 1;
      }
    }
  }
  const { weights } = fitDenseLogistic({ features, labels }, size, { ridge, tolerance: 1e-6 });
  return { done: weights.slice(0, steps), reached: weights.slice(steps, steps + rows), over: weights[size - 1] };
}

/**
 * Q* of the process that the segments show, by counts of what followed, [rows × choices]: the fixed point of Q-learning on these steps. An
 * episode that has ended stays so. What no segment shows is as bad as can be. γ < 1.
 */
export function plannedValues(
  { entries, next, ended }: SegmentPairs,
  { rows, choices }: TableSize,
  { done, reached, over }: FittedReward,
  discount: number,
): Float64Array {
  const followed = Array.from({ length: rows * choices }, () => new Map<number, number>());
  const counts = new Float64Array(rows * choices);
  const sums = new Float64Array(rows * choices);
  for (const [at, entry] of entries.entries()) {
    if (entry < 0) continue;
    const to = ended[at] === 1 ? rows : next[at];
    followed[entry].set(to, (followed[entry].get(to) ?? 0) + 1);
    counts[entry] += 1;
    sums[entry] += reached[next[at]];
  }
  const least = (all: Float64Array) => all.reduce((low, r) => Math.min(low, r), 0);
  const worst = Math.min(over, least(done) + least(reached)) / (1 - discount);
  const shown = tabularMdp({
    states: rows + 1,
    actions: choices,
    discount,
    transitions(s, a) {
      const at = s * choices + a;
      if (s === rows || counts[at] === 0) return [[rows, 1]];
      return [...followed[at]].map(([to, count]) => [to, count / counts[at]]);
    },
    reward(s, a) {
      const at = s * choices + a;
      if (s === rows) return over;
      return counts[at] === 0 ? worst : done[at] + sums[at] / counts[at];
    },
  });
  return valueIteration(shown, { tolerance: 1e-9 }).actionValues.subarray(0, rows * choices);
}
