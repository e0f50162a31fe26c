// Value-order correlation (VOC) of own episodes: whether what says how far a task is done rises from step to step. Source: the released
// code of arXiv 2512.23703.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { Status } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { spearman } from "../statistics/correlation.ts";

/** The channel that stands for pay. */
const PAY = "pay";

const parameters = z.strictObject({
  channel: z
    .string()
    .default("progress")
    .describe(
      "a state channel that should rise until the end; or pay, its running sum before the step that ends the episode, which is progress under a potential of discount 1",
    ),
  by: z.string().optional().describe("oracle that plays all seats; default the players as their training left them"),
  episodes: whole(1, 1_000_000, 20).describe("episodes, the same for all variants"),
});

export const valueOrder = bind({
  id: "value-order",
  summary:
    "whether a judge of progress rises from step to step: Spearman's correlation of a channel with the step (VOC)",
  source: "the released code of arXiv 2512.23703",
  parameters,
  example: { environment: "control/peg-insertion", parameters: { channel: "judged", by: "expert", episodes: 5 } },
  make:
    ({ channel, by, episodes }): MeasurePlan =>
    ({ spec }) => {
      const place = channel === PAY ? undefined : channelIndex(channel, spec.channels, ["channel"]);
      if (place !== undefined && !spec.channels[place].state) {
        const states = spec.channels.filter(({ state }) => state).map(({ name }) => name);
        const what = `"${channel}" is an amount of a step, and what rises in order is part of the state`;
        const hint = states.length > 0 ? `state channels: ${states.join(", ")}` : "this world has no state channels";
        throw new UserError({ code: "not-a-state", what, path: ["channel"], hint });
      }
      const oracles = Object.keys(spec.oracles ?? {});
      if (by !== undefined && !oracles.includes(by))
        throw new UserError({ ...unknownName("oracle of this world", by, oracles), path: ["by"] });
      return {
        unit: "rank correlation",
        low: -1,
        high: 1,
        label: "value-order correlation",
        meaning: `Spearman's correlation of ${place === undefined ? "the sum of pay" : channel} of ${spec.labels[0]} with the step, mean over episodes; 0 where it never moves`,
        async measure({ makeEnvironment, reward, agents, random, signal }) {
          const world = makeEnvironment();
          const runner = episodeRunner(world, place === undefined ? [reward] : []);
          const { outcomes, totals } = runner.episode;
          const own = by === undefined;
          const players = own ? agents : spec.agents.map((_, seat) => world.spec.oracles?.[by]?.play(seat));
          const policy = seated(spec, players);
          let [sum, count] = [0, 0];
          try {
            for (let episode = 0; episode < episodes; episode++) {
              signal?.throwIfAborted();
              const seen: number[] = [];
              const streams = streamsBelow(random.stream(episode));
              const { failure, status } = await runner.playAsync(policy, streams, () => {
                seen.push(place === undefined ? totals[0][0] : outcomes[place]);
              });
              if (place === undefined && (status & Status.terminated) !== 0) seen.pop();
              // An episode that was broken off does not count, nor does one of a single step.
              if (failure !== undefined || seen.length < 2) continue;
              sum += spearman(seen, [...seen.keys()]) ?? 0;
              count += 1;
            }
          } finally {
            if (!own) for (const player of players) await player?.close?.();
          }
          return count === 0 ? undefined : sum / count;
        },
      };
    },
});
