// What episodes are worth by a rubric, on average, as a judge without noise would score them.

import { z } from "zod";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { criteriaField, worthOf } from "../../feedback/sources/taste.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";

const parameters = z.strictObject({
  criteria: criteriaField.describe("criteria over channels, worth 0 to 1 in all"),
  episodes: whole(1, 1_000_000, 100).describe("episodes, the same for all variants"),
});

export const rubricMeasure = bind({
  id: "rubric",
  summary: "what an episode is worth by a rubric, on average: weighted criteria over channels, from 0 to 1",
  parameters,
  example: { parameters: { criteria: [{ channel: "trust", worst: 0, best: 1 }], episodes: 10 } },
  make:
    ({ criteria, episodes }): MeasurePlan =>
    ({ spec }) => {
      const worth = worthOf({ rubric: criteria }, spec, ["criteria"]);
      return {
        unit: "share",
        low: 0,
        high: 1,
        meaning: `worth of an episode by ${criteria.map(({ channel }) => channel).join(", ")}`,
        async measure({ makeEnvironment, agents, random, signal }) {
          const world = makeEnvironment();
          const runner = episodeRunner(world);
          const sums = outcomeSums(world.spec);
          const policy = seated(world.spec, agents);
          const [n, channels] = [world.spec.agents.length, world.spec.channels.length];
          const outcomes = new Float64Array(n * channels);
          let [sum, whole] = [0, 0];
          for (let k = 0; k < episodes; k++) {
            signal?.throwIfAborted();
            sums.clear();
            const streams = streamsBelow(random.stream("episode", k));
            const { steps, failure } = await runner.playAsync(policy, streams, ({ outcomes: now }) => sums.add(now));
            // Episodes that were broken off do not count.
            if (failure !== undefined) continue;
            for (let at = 0; at < outcomes.length; at++)
              outcomes[at] = sums.value(at % channels, Math.floor(at / channels), steps);
            sum += worth({ outcomes, wanted: 0 });
            whole += 1;
          }
          return whole === 0 ? undefined : sum / whole;
        },
      };
    },
});
