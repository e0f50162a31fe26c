// Accuracy of a reward model: how often pay prefers the better of two episodes with one beginning.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsFrom } from "../../play/streams.ts";

const parameters = z.strictObject({
  channel: z.string().default("payoff").describe("the episode with more of it is the better one"),
  weights: z
    .record(z.string(), z.number())
    .refine((weights) => Object.keys(weights).length > 0, { error: "name at least one channel" })
    .optional()
    .describe("in the place of `channel`: the episode with more of this sum of channels is the better one"),
  slope: z
    .number()
    .gt(0)
    .max(1e6)
    .optional()
    .describe(
      "β of the chance 1/(1 + exp(−β·difference)) that a judge prefers the better; left out, judges do not err and ties do not count",
    ),
  by: z
    .string()
    .optional()
    .describe(
      "oracle that plays all seats, as `agon show` lists them; default the players as their training left them",
    ),
  pairs: whole(1, 1_000_000, 1000).describe("pairs of episodes, the same for all variants that have one player"),
});

export const rewardAccuracy = bind({
  id: "reward-accuracy",
  summary: "how often pay prefers the better of two episodes: the accuracy of a reward model on fresh comparisons",
  source: "as in RewardBench, Lambert et al., arXiv 2403.13787",
  parameters,
  example: { environment: "language/sort", parameters: { channel: "correct", by: "demonstrator", pairs: 20 } },
  make:
    ({ channel, weights, slope, by, pairs }): MeasurePlan =>
    ({ spec }) => {
      const better = Object.entries(weights ?? { [channel]: 1 }).map(([name, weight]) => {
        const index = channelIndex(name, spec.channels, weights === undefined ? ["channel"] : ["weights", name]);
        return { index, weight };
      });
      const named = weights === undefined ? channel : "a weighted sum of channels";
      const oracles = Object.keys(spec.oracles ?? {});
      if (by !== undefined && !oracles.includes(by))
        throw new UserError({ ...unknownName("oracle of this world", by, oracles), path: ["by"] });
      const played = by === undefined ? "its own" : by;
      return {
        unit: "share of comparisons",
        low: 0,
        high: 1,
        label: "accuracy of the reward",
        meaning: `pairs of ${played} episodes of which pay prefers the one with more ${named} of ${spec.labels[0]}; half where it pays the same`,
        async measure({ makeEnvironment, reward, agents, random, signal }) {
          const world = makeEnvironment();
          const runner = episodeRunner(world, [reward]);
          const { totals, outcomes } = runner.episode;
          const sums = outcomeSums(spec);
          const own = by === undefined;
          const players = own ? agents : spec.agents.map((_, seat) => world.spec.oracles?.[by]?.play(seat));
          const policy = seated(spec, players);
          let [right, counted] = [0, 0];
          try {
            for (let pair = 0; pair < pairs; pair++) {
              const paid: number[] = [];
              const worth: number[] = [];
              for (const side of [0, 1]) {
                signal?.throwIfAborted();
                sums.clear();
                const streams = streamsFrom(random.stream("start", pair), random.stream("pair", pair, side));
                const { steps, failure } = await runner.playAsync(policy, streams, () => sums.add(outcomes));
                if (failure !== undefined) break;
                paid.push(totals[0][0]);
                worth.push(better.reduce((sum, { index, weight }) => sum + weight * sums.value(index, 0, steps), 0));
              }
              // A pair with an episode that was broken off does not count.
              if (worth.length < 2) continue;
              const gap = worth[0] - worth[1];
              if (slope === undefined && gap === 0) continue;
              const chance = slope === undefined ? (gap > 0 ? 1 : 0) : preferenceProbability(slope * gap);
              right += paid[0] > paid[1] ? chance : paid[0] < paid[1] ? 1 - chance : 0.5;
              counted += 1;
            }
          } finally {
            if (!own) for (const player of players) await player?.close?.();
          }
          return counted === 0 ? undefined : right / counted;
        },
      };
    },
});
