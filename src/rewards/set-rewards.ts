// Rewards of a set of episodes: how near it is to a reference set, and how varied it is. Learners that compare sets are paid so (arXiv
// 2504.15217); for all others an episode is a set of one.

import { z } from "zod";
import { type ChannelReference, episodeFeatures } from "../core/channel.ts";
import { Status } from "../core/environment.ts";
import { flag } from "../core/parameters.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { RewardedSet, RewardPlan } from "../core/reward.ts";
import { frechetFrom } from "../math/frechet-distance.ts";
import { runningMoments } from "../math/moments.ts";
import { vendiOfProducts } from "../math/vendi-score.ts";
import { featureFields, preparedReference, referenceFields, referenceSet, setFeatures } from "./set-reference.ts";

const near = z.strictObject({
  ...referenceFields,
  each: flag(false).describe("pay a set the mean of what its episodes are paid one by one, each as a set of one"),
});

const varied = z.strictObject(featureFields);

/** What rewards of sets are made of: the numbers of an episode, and what a set of them is paid. */
interface Judged {
  readonly references: readonly ChannelReference[];
  readonly factors: readonly number[];
  /** Length of what is kept of an episode: its numbers, or what is made of them. */
  readonly size: number;
  /** Makes what is kept of an episode from its numbers, in place. */
  finish?(row: Float64Array, at: number): void;
  open(): RewardedSet;
  readonly each: boolean;
}

/** Pays each agent at the end of an episode what a set of this episode alone is paid. */
function paidAsSets(judge: (spec: Parameters<RewardPlan>[0]) => Judged): RewardPlan {
  return (spec) => {
    const { references, factors, size, finish, open, each } = judge(spec);
    const features = episodeFeatures(references, spec);
    const row = new Float64Array(size);
    const alone = open();
    const fill = (agent: number, into: Float64Array, at: number): void => {
      into.fill(0, at, at + size);
      for (const [k, reference] of references.entries()) into[at + k] = factors[k] * features.value(reference, agent);
      finish?.(into, at);
    };
    return {
      ...(each ? {} : { ofSets: { size, read: (into: Float64Array, at: number) => fill(0, into, at), open } }),
      reset: features.reset,
      pay(outcomes, status, pay) {
        features.step(outcomes);
        pay.fill(0);
        if (status === Status.running) return;
        for (let i = 0; i < pay.length; i++) {
          fill(i, row, 0);
          alone.add(row, 0);
          pay[i] = alone.value();
          alone.remove(row, 0);
        }
      },
    };
  };
}

export const setRewards: readonly BoundEntry<RewardPlan>[] = [
  bind({
    id: "frechet",
    summary:
      "pays a set of episodes minus its Fréchet distance to exemplars, or to what the world's demonstrator draws",
    source: "Heusel et al. (arXiv 1706.08500); as a reward of sets: arXiv 2504.15217",
    parameters: near,
    example: {
      environment: "pictures/sprites",
      parameters: { features: { square: 1, plus: 1, cross: 1 }, shares: { square: 0.7 } },
    },
    prepare: preparedReference,
    make: (p) =>
      paidAsSets((spec) => {
        const { references, factors, moments } = referenceSet(p, spec);
        const size = references.length;
        const distance = frechetFrom(moments);
        return {
          ...{ references, factors, size, each: p.each },
          open() {
            const set = runningMoments(size);
            return { add: set.add, remove: set.remove, value: () => -distance(set.moments()) };
          },
        };
      }),
  }),
  bind({
    id: "vendi",
    summary: "pays a set of episodes its Vendi score: how many different episodes it has in effect",
    source: "Friedman & Dieng (arXiv 2210.02410)",
    parameters: varied,
    example: { environment: "pictures/sprites", parameters: { features: { square: 1, plus: 1, cross: 1 } } },
    make: (p) =>
      paidAsSets((spec) => {
        const usual = spec.prior?.channels ?? spec.channels.map(({ name }) => name);
        const { references, factors } = setFeatures(p.features, usual, spec);
        // Episodes are compared by their cosine; one whose numbers are all 0 is like those alone that are so, too.
        const size = references.length + 1;
        return {
          ...{ references, factors, size, each: false },
          finish: (row, at) => toUnit(row, at, size),
          open() {
            const set = runningMoments(size);
            return { add: set.add, remove: set.remove, value: () => vendiOfProducts(set.products(), size) };
          },
        };
      }),
  }),
];

/** Makes a vector of length 1; of nothing the last of `size` unit vectors. */
export function toUnit(row: Float64Array, at: number, size: number): void {
  let square = 0;
  for (let k = at; k < at + size; k++) square += row[k] * row[k];
  if (square === 0) row[at + size - 1] = 1;
  else for (let k = at; k < at + size; k++) row[k] /= Math.sqrt(square);
}
