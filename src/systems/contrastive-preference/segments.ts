// Segments of behaviour, compared in pairs: how they are drawn, what one is worth, and the labels that a simulated annotator gives.

import { type Policy, uniformPolicy } from "../../algorithms/planning/policy.ts";
import type { Random } from "../../core/random.ts";
import { sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { simulatedAnnotator } from "../../feedback/annotator.ts";
import { drawAt } from "../../math/weighted-draw.ts";

/** Pairs of segments: segments 2k and 2k + 1 are the first and the second of pair k. */
export interface SegmentPairs {
  readonly pairs: number;
  /** Steps of a segment at most. */
  readonly length: number;
  /** state × actions + action of each step, [2 × pairs × length]; −1 after an episode's end. */
  readonly entries: Int32Array;
}

/** Pairs and their labels: 1 where the first was preferred, 0 where the second was, ½ for a tie, [pairs]. */
export interface LabelledPairs {
  readonly data: SegmentPairs;
  readonly labels: Float64Array;
}

/** The first `pairs` of them. */
export const firstPairs = ({ data: { length, entries }, labels }: LabelledPairs, pairs: number): LabelledPairs => ({
  data: { pairs, length, entries: entries.subarray(0, 2 * pairs * length) },
  labels: labels.subarray(0, pairs),
});

/** Segments from even starts over `starts`; each follows one of the policies, drawn evenly. */
export function drawSegments(
  mdp: TabularMdp,
  policies: readonly Policy[],
  starts: readonly number[],
  { pairs, length }: Pick<SegmentPairs, "pairs" | "length">,
  random: Random,
): SegmentPairs {
  const entries = new Int32Array(2 * pairs * length).fill(-1);
  for (let segment = 0; segment < 2 * pairs; segment++) {
    const policy = policies[random.integer(policies.length)];
    let state = starts[random.integer(starts.length)];
    for (let t = 0; t < length && mdp.terminal[state] === 0; t++) {
      const action = drawAt(policy, state * mdp.actions, mdp.actions, random);
      entries[segment * length + t] = state * mdp.actions + action;
      state = sampleNext(mdp, state, action, random.uniform());
    }
  }
  return { pairs, length, entries };
}

/** An even mix of a policy and the uniform one. */
export const mixedWithUniform = (mdp: TabularMdp, policy: Policy): Policy => {
  const uniform = uniformPolicy(mdp);
  return policy.map((p, at) => (p + uniform[at]) / 2);
};

/** Σ_t γ^t u(s_t, a_t) of a segment; `worth` is u, [states × actions]. */
export function segmentWorth(
  { length, entries }: SegmentPairs,
  segment: number,
  worth: ArrayLike<number>,
  discount: number,
): number {
  let sum = 0;
  let weight = 1;
  for (let t = segment * length; t < (segment + 1) * length && entries[t] >= 0; t++, weight *= discount)
    sum += weight * worth[entries[t]];
  return sum;
}

/** Labels of simulated annotators, 1 or 0, drawn from P = σ(c·(worth₁ − worth₂)), [pairs]. */
export function labelsBy(
  data: SegmentPairs,
  worth: ArrayLike<number>,
  discount: number,
  sharpness: number,
  random: Random,
): Float64Array {
  const value = (segment: number) => segmentWorth(data, segment, worth, discount);
  const annotator = simulatedAnnotator({ value, slope: sharpness, random });
  return Float64Array.from({ length: data.pairs }, (_, k) => (annotator.compare(2 * k, 2 * k + 1) === true ? 1 : 0));
}
