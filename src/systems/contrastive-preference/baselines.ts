// What the policy is held against: cloning of behaviour, and the usual two phases, a reward that explains the preferences and a planner.

import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import type { LabelledPairs } from "./segments.ts";

/** ln π of the shares of actions in the segments, all of them or those preferred; `prior` > 0 is added to each count. */
export function cloned(
  { data, labels }: LabelledPairs,
  { states, actions }: Pick<TabularMdp, "states" | "actions">,
  of: "all" | "preferred",
  prior: number,
): Float64Array {
  const counts = new Float64Array(states * actions).fill(prior);
  for (let at = 0; at < data.entries.length; at++) {
    const segment = Math.floor(at / data.length);
    const label = labels[segment >> 1];
    const weight = of === "all" ? 1 : segment % 2 === 0 ? label : 1 - label;
    if (data.entries[at] >= 0) counts[data.entries[at]] += weight;
  }
  return softmaxPolicy({ states, actions }, counts.map(Math.log)).map(Math.log);
}

/** r(s, a) of Bradley and Terry, P(first) = σ(Σγ^t r − Σγ^t r), with λ = `ridge` of (λ/2)·|r|², [states × actions]. */
export function fittedReward(
  { data, labels }: LabelledPairs,
  size: number,
  discount: number,
  ridge: number,
): Float64Array {
  const { pairs, length, entries } = data;
  const features = new Float64Array(pairs * size);
  for (let segment = 0; segment < 2 * pairs; segment++) {
    const row = (segment >> 1) * size;
    let weight = segment % 2 === 0 ? 1 : -1;
    for (let at = segment * length; at < (segment + 1) * length && entries[at] >= 0; at++, weight *= discount)
      features[row + entries[at]] += weight;
  }
  return fitDenseLogistic({ features, labels }, size, { ridge, tolerance: 1e-6 }).weights;
}

/** Q*_soft of the true process under a reward that was learnt, [states × actions]. */
export const planned = (mdp: TabularMdp, reward: ArrayLike<number>, temperature: number): Float64Array =>
  softValueIteration(withReward(mdp, reward), temperature, { tolerance: 1e-9 }).actionValues;
