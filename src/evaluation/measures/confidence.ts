// How much a writer's confidence in its first answer says of how the episode ends: the area under the curve of a channel by the mean
// logarithm of the chances of the characters that it wrote before the world first replied.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsFrom } from "../../play/streams.ts";
import { areaUnderCurve } from "../statistics/classification.ts";
import { mean } from "../statistics/moments.ts";

const parameters = z.strictObject({
  channel: z.string().default("correct").describe("episodes that bring more than 0 of it are told from others"),
  unless: z.string().optional().describe("episodes that bring more than 0 of this channel are left out"),
  episodes: whole(1, 1_000_000, 500).describe("episodes, the same for all variants"),
});

export const confidenceMeasure = bind({
  id: "confidence",
  summary: "how well a writer's confidence in its first answer tells episodes with a channel from those without",
  source: "the area under the curve as in Guo et al., arXiv 1706.04599, of a first answer's chances",
  parameters,
  example: { environment: "language/sort", parameters: { episodes: 20 } },
  make:
    ({ channel, unless, episodes }): MeasurePlan =>
    ({ spec }) => {
      const told = channelIndex(channel, spec.channels, ["channel"]);
      const left = unless === undefined ? undefined : channelIndex(unless, spec.channels, ["unless"]);
      if (spec.alphabet === undefined || spec.agents.length !== 1) {
        const what = "confidence is that of one writer in a world of text, and this world is none";
        throw new UserError({ code: "no-text", what, hint: "try language/sort" });
      }
      return {
        unit: "area under the curve",
        low: 0,
        high: 1,
        label: "confidence",
        meaning: `chance that a writer is surer of its first answer where ${channel} is above 0 than where it is not; half where confidence says nothing`,
        async measure({ makeEnvironment, reward, agents: [writer], random, signal }) {
          if (writer.follow === undefined) return undefined;
          const runner = episodeRunner(makeEnvironment(), [reward]);
          const { actions, outcomes } = runner.episode;
          const sums = outcomeSums(spec);
          const plain = seated(spec, [writer]);
          const scores: number[] = [];
          const actual: boolean[] = [];
          for (let k = 0; k < episodes; k++) {
            signal?.throwIfAborted();
            const streams = streamsFrom(random.stream("start", k), random.stream("episode", k));
            /** What was seen before each step, and what was written then. */
            const seen: Float32Array[] = [];
            const written: Float64Array[] = [];
            const policy: JointPolicy = {
              ...plain,
              act(episode) {
                seen.push(episode.look().slice());
                return plain.act(episode);
              },
            };
            sums.clear();
            const { steps, failure } = await runner.playAsync(policy, streams, () => {
              sums.add(outcomes);
              written.push(actions.slice());
            });
            if (failure !== undefined || (left !== undefined && sums.value(left, 0, steps) > 0)) continue;
            const start = seen[0].indexOf(0);
            const replied = seen.findIndex((text, step) => text.indexOf(0) > start + step);
            const first = written.slice(0, replied < 0 ? written.length : replied);
            await writer.reset(streams.agent(0));
            const score = mean(first.map((action, step) => writer.follow?.(seen[step], action).logProbability ?? 0));
            scores.push(score);
            actual.push(sums.value(told, 0, steps) > 0);
          }
          return areaUnderCurve(scores, actual) ?? undefined;
        },
      };
    },
});
