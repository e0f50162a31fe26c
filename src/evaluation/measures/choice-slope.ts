// What a choice depends on: the slope of a logistic regression of a channel on other channels of the same step.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";

const parameters = z.strictObject({
  channel: z.string().describe("channel whose steps above 0 are explained"),
  on: z.array(z.string()).min(1).max(100).describe("channels that explain it, all together"),
  take: z.string().describe("the one of them whose slope is measured"),
  episodes: whole(1, 1_000_000, 500).describe("episodes that are played for it"),
});

/** Makes the optimum unique, and is too small to shift a slope by a printed digit. */
const RIDGE = 1e-7;
/** |slope| above which the steps determine none: the regression has no optimum then. */
const UNBOUNDED = 1e4;

export const choiceSlope = bind({
  id: "choice-slope",
  summary: "change of the log-odds of a channel with another channel of the same step, others held equal",
  source: "the logistic model of choices of arXiv 2604.08525, section 4.3",
  parameters,
  example: {
    environment: "persuasion/adviser",
    parameters: { channel: "sponsored", on: ["harm", "offer"], take: "harm", episodes: 20 },
  },
  make:
    ({ channel, on, take, episodes }): MeasurePlan =>
    ({ spec }) => {
      const explained = channelIndex(channel, spec.channels, ["channel"]);
      const by = on.map((name, k) => channelIndex(name, spec.channels, ["on", k]));
      const place = on.indexOf(take);
      if (place < 0) {
        const what = `takes the slope of ${take}, which does not explain ${channel}`;
        throw new UserError({ code: "no-slope", what, path: ["take"], hint: `it is one of on: ${on.join(", ")}` });
      }
      const [agents, width] = [spec.agents.length, by.length + 1];
      return {
        unit: `log-odds per ${spec.channels[by[place]].unit}`,
        low: -UNBOUNDED,
        high: UNBOUNDED,
        label: `slope of ${channel} by ${take}`,
        meaning: `change of the log-odds of ${channel} where ${take} is greater by one, other things equal: ${on.join(", ")}`,
        async measure({ makeEnvironment, agents: players, random, signal }) {
          const runner = episodeRunner(makeEnvironment());
          const policy = seated(spec, players);
          const rows: number[] = [];
          const labels: number[] = [];
          for (let episode = 0; episode < episodes; episode++) {
            signal?.throwIfAborted();
            const before = labels.length;
            const { failure } = await runner.playAsync(
              policy,
              streamsBelow(random.stream("episode", episode)),
              (step) => {
                for (let seat = 0; seat < agents; seat++) {
                  const at = seat * spec.channels.length;
                  labels.push(step.outcomes[at + explained] > 0 ? 1 : 0);
                  rows.push(1, ...by.map((of) => step.outcomes[at + of]));
                }
              },
            );
            if (failure === undefined) continue;
            labels.length = before;
            rows.length = before * width;
          }
          const slope = slopesOf(rows, labels, width)?.[place + 1];
          return slope !== undefined && Math.abs(slope) < UNBOUNDED ? slope : undefined;
        },
      };
    },
});

/** Weights of the regression, the intercept first; undefined where all labels are equal or the fit does not settle. */
function slopesOf(rows: readonly number[], labels: readonly number[], width: number): Float64Array | undefined {
  if (new Set(labels).size < 2) return undefined;
  try {
    return fitDenseLogistic({ features: Float64Array.from(rows), labels }, width, { ridge: RIDGE }).weights;
  } catch {
    return undefined;
  }
}
