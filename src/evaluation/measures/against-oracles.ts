// Measures a player's outcome against the reference players (oracles) of its environment, each opponent in separate episodes.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";

const parameters = z.strictObject({
  channel: z.string().default("payoff").describe("what the player of the first seat has of an episode"),
  among: z
    .array(z.string())
    .default([])
    .describe("oracles in all other seats, as `agon show` lists them; none for all that the world has"),
  take: oneOf(["mean", "least"], "mean").describe("over oracles: the mean, or the least, against the hardest"),
  episodes: whole(1, 1_000_000, 100).describe("episodes against each oracle, the same for all variants"),
});

export const againstOracles = bind({
  id: "against-oracles",
  summary: "what the first seat's player has of a channel against the world's oracles: on average, or the hardest",
  parameters,
  example: { environment: "games/mini-fighter" },
  make:
    ({ channel, among, take, episodes }): MeasurePlan =>
    ({ spec }) => {
      const of = channelIndex(channel, spec.channels, ["channel"]);
      const { oracles = {} } = spec;
      const all = Object.keys(oracles);
      if (all.length === 0 || spec.agents.length < 2) {
        const what = "this world has no oracles that could play against a player";
        throw new UserError({ code: "no-oracle", what, path: [] });
      }
      for (const [k, name] of among.entries())
        if (!all.includes(name))
          throw new UserError({ ...unknownName("oracle of this world", name, all), path: ["among", k] });
      const names = among.length === 0 ? all : among;
      const { unit, low, high } = spec.channels[of];
      return {
        unit,
        low,
        high,
        meaning: `${channel} of ${spec.labels[0]} in an episode against ${names.join(", ")}: ${take === "mean" ? "mean over these" : "the least of these"}`,
        async measure({ makeEnvironment, agents, random, signal }) {
          const world = makeEnvironment();
          const runner = episodeRunner(world);
          const sums = outcomeSums(world.spec);
          const means: number[] = [];
          for (const name of names) {
            const others = world.spec.agents.map((_, seat) =>
              seat === 0 ? agents[0] : world.spec.oracles?.[name]?.play(seat),
            );
            const policy = seated(world.spec, others);
            let [sum, whole] = [0, 0];
            for (let k = 0; k < episodes; k++) {
              signal?.throwIfAborted();
              sums.clear();
              const streams = streamsBelow(random.stream(name, k));
              const { steps, failure } = await runner.playAsync(policy, streams, ({ outcomes }) => sums.add(outcomes));
              if (failure !== undefined) continue;
              sum += sums.value(of, 0, steps);
              whole += 1;
            }
            for (const other of others.slice(1)) await other?.close?.();
            // Aborted episodes do not count.
            if (whole === 0) return undefined;
            means.push(sum / whole);
          }
          return take === "mean" ? means.reduce((a, b) => a + b, 0) / means.length : Math.min(...means);
        },
      };
    },
});
