// Measures of all episodes as one set: how far it is from a reference set, how far as many draws of the reference would be, and how varied it
// is.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasuredCell, MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { frechetFrom } from "../../math/frechet-distance.ts";
import { runningMoments } from "../../math/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { featureFields, preparedReference, referenceFields, referenceSet } from "../../rewards/set-reference.ts";
import { setRewards } from "../../rewards/set-rewards.ts";

const episodes = whole(2, 1_000_000, 1000).describe("episodes of the set");
const near = z.strictObject({ ...referenceFields, episodes });
const floor = near.extend({
  sets: whole(1, 10_000, 50).describe("sets of as many draws of the reference, over which the distance is averaged"),
});
const varied = z.strictObject({ ...featureFields, episodes });

const example = {
  environment: "pictures/sprites",
  parameters: { features: { square: 1, plus: 1, cross: 1 }, episodes: 50 },
};
const HEUSEL = "Heusel et al. (arXiv 1706.08500)";

const distance = { unit: "squared units", low: 0, high: Number.POSITIVE_INFINITY };

export const setMeasures: readonly BoundEntry<MeasurePlan>[] = [
  bind({
    id: "frechet",
    summary: "Fréchet distance of the episodes to exemplars, or to what the world's demonstrator draws",
    source: HEUSEL,
    parameters: near,
    example,
    prepare: preparedReference,
    make: ({ episodes: count, ...reference }): MeasurePlan => {
      const { make } = rewardOf("frechet");
      return (world) => {
        const plan = make(reference);
        plan(world.spec);
        return {
          ...distance,
          label: "distance of the set",
          meaning: `Fréchet distance of ${count} episodes to the reference, by their moments; see its floor`,
          measure: async (cell) => negated(await paidTogether(plan, cell, world, count)),
        };
      };
    },
  }),
  bind({
    id: "frechet-floor",
    summary: "Fréchet distance that as many draws of the reference itself have from it: what `frechet` cannot be below",
    source: HEUSEL,
    parameters: floor,
    example: { ...example, parameters: { ...example.parameters, sets: 5 } },
    prepare: preparedReference,
    make:
      ({ episodes: count, sets, ...reference }): MeasurePlan =>
      ({ spec }) => {
        const { moments, draw } = referenceSet(reference, spec);
        const size = moments.mean.length;
        return {
          ...distance,
          label: "floor of the distance",
          meaning: `mean Fréchet distance of ${count} draws of the reference from it, over ${sets} sets`,
          measure({ random }) {
            const from = frechetFrom(moments);
            const row = new Float64Array(size);
            let sum = 0;
            for (let k = 0; k < sets; k++) {
              const own = random.stream("set", k);
              const set = runningMoments(size);
              for (let n = 0; n < count; n++) {
                draw(own, row, 0);
                set.add(row);
              }
              sum += from(set.moments());
            }
            return sum / sets;
          },
        };
      },
  }),
  bind({
    id: "vendi",
    summary: "Vendi score of the episodes: how many different ones there are in effect",
    source: "Friedman & Dieng (arXiv 2210.02410)",
    parameters: varied,
    example,
    make: ({ episodes: count, ...read }): MeasurePlan => {
      const { make } = rewardOf("vendi");
      return (world) => {
        const plan = make(read);
        plan(world.spec);
        return {
          ...{ unit: "episodes", low: 0, high: Number.POSITIVE_INFINITY },
          label: "different episodes",
          meaning: `exponential of the entropy of the spectrum of cosines of ${count} episodes`,
          measure: (cell) => paidTogether(plan, cell, world, count),
        };
      };
    },
  }),
];

/** A reward of sets by its name. */
function rewardOf(id: string): BoundEntry<RewardPlan> {
  const entry = setRewards.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no reward ${id}`);
  return entry;
}

const negated = (value: number | undefined) => (value === undefined ? undefined : Math.max(0, -value));

/** Plays the first agent's episodes and returns what the set is paid; undefined where all were aborted. */
async function paidTogether(plan: RewardPlan, cell: MeasuredCell, { spec }: NumericEnvironment, episodes: number) {
  const { agents, makeEnvironment, random, signal } = cell;
  let reward: ReturnType<RewardPlan> | undefined;
  const runner = episodeRunner(makeEnvironment(), [
    (own) => {
      reward = plan(own);
      return reward;
    },
  ]);
  const sets = reward?.ofSets;
  if (sets === undefined) throw new UserError({ code: "no-sets", what: "this reward judges no sets" });
  const set = sets.open();
  const row = new Float64Array(sets.size);
  const policy = seated(spec, agents);
  let over = 0;
  for (let k = 0; k < episodes; k++) {
    signal?.throwIfAborted();
    const { failure } = await runner.playAsync(policy, streamsBelow(random.stream("episode", k)));
    if (failure !== undefined) continue;
    sets.read(row, 0);
    set.add(row, 0);
    over += 1;
  }
  return over === 0 ? undefined : set.value();
}
