// pass@k: how often one of k tries at the same beginning succeeds.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsFrom } from "../../play/streams.ts";
import { passAtK } from "../statistics/pass-rates.ts";

const parameters = z.strictObject({
  channel: z.string().default("correct").describe("a try succeeds where an episode brings more than 0 of it"),
  k: whole(1, 1000, 8).describe("tries of which one must succeed"),
  tries: whole(1, 10_000, 16).describe("tries at each beginning, at least k"),
  beginnings: whole(1, 100_000, 100).describe("beginnings, the same for all variants"),
});

export const passAtKMeasure = bind({
  id: "pass-at-k",
  summary: "how often one of k tries at the same beginning succeeds: what a verifier would find among k answers",
  source: "Chen et al., arXiv 2107.03374, equation 1",
  parameters,
  example: { environment: "language/sort", parameters: { k: 2, tries: 4, beginnings: 10 } },
  make({ channel, k, tries, beginnings }): MeasurePlan {
    if (tries < k) {
      const what = `${k} of ${tries} tries cannot be drawn`;
      throw new UserError({ code: "too-few-tries", what, path: ["tries"], hint: `it must be at least ${k}` });
    }
    return ({ spec }) => {
      const succeeds = channelIndex(channel, spec.channels, ["channel"]);
      return {
        unit: "share of beginnings",
        low: 0,
        high: 1,
        label: `pass@${k}`,
        meaning: `beginnings at which one of ${k} tries succeeds: ${channel} above 0`,
        async measure({ makeEnvironment, agents, random, signal }) {
          const runner = episodeRunner(makeEnvironment());
          const { episode } = runner;
          const policy = seated(spec, agents);
          const sums = outcomeSums(spec);
          let [sum, measured] = [0, 0];
          for (let beginning = 0; beginning < beginnings; beginning++) {
            let [right, whole] = [0, 0];
            for (let one = 0; one < tries; one++) {
              signal?.throwIfAborted();
              sums.clear();
              const start = random.stream("beginning", beginning);
              const streams = streamsFrom(start, random.stream("try", beginning, one));
              const { steps, failure } = await runner.playAsync(policy, streams, () => sums.add(episode.outcomes));
              if (failure !== undefined) continue;
              whole += 1;
              if (spec.agents.some((_, seat) => sums.value(succeeds, seat, steps) > 0)) right += 1;
            }
            if (whole < k) continue;
            sum += passAtK(whole, right, k);
            measured += 1;
          }
          return measured === 0 ? undefined : sum / measured;
        },
      };
    };
  },
});
