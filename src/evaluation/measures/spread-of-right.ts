// How varied right actions are: where a world declares the templates of an action's parts, the entropy of which right template was drawn.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";

const parameters = z.strictObject({
  episodes: whole(1, 1_000_000, 1000).describe("episodes that are played for it"),
});

export const spreadOfRight = bind({
  id: "spread-of-right",
  summary: "entropy of which of the right templates was drawn, where a world declares them",
  source: "entropy of a categorical variable by its frequencies, with the bias correction of Miller (1955)",
  parameters,
  example: { environment: "pictures/sprites", parameters: { episodes: 50 } },
  make:
    ({ episodes }): MeasurePlan =>
    ({ spec }) => {
      const { mixture } = spec;
      if (mixture === undefined || spec.agents.length > 1) {
        const what = "spread-of-right reads the templates of one agent's actions, and this world declares none";
        throw new UserError({ code: "no-mixture", what, hint: "pictures/sprites does" });
      }
      const { count, tokens, size, fits } = mixture;
      const read = templateReader(mixture);
      return {
        unit: "nats",
        low: 0,
        high: Math.log(count),
        label: "variety of right parts",
        meaning: `entropy of the place of a right part among the templates that would be right, over ${episodes} episodes`,
        async measure({ makeEnvironment, agents: [player], random, signal }) {
          const places = new Float64Array(count);
          const watched: Agent = {
            ...player,
            reset: (own) => player.reset(own),
            async act(observation, action) {
              await player.act(observation, action);
              for (let token = 0; token < tokens; token++) {
                const { template } = read(action, token * size);
                if (!fits(observation, token, template)) continue;
                const right = Array.from({ length: count }, (_, id) => id).filter((id) => fits(observation, token, id));
                // A part with one right template has no choice.
                if (right.length > 1) places[right.indexOf(template)] += 1;
              }
            },
          };
          const runner = episodeRunner(makeEnvironment());
          const policy = seated(spec, [watched]);
          for (let episode = 0; episode < episodes; episode++) {
            signal?.throwIfAborted();
            await runner.playAsync(policy, streamsBelow(random.stream("episode", episode)));
          }
          return entropy(places);
        },
      };
    },
});

/** Entropy of frequencies in nats, plus (kinds − 1)/(2n); undefined where nothing was counted. */
function entropy(counts: Float64Array): number | undefined {
  const total = counts.reduce((a, b) => a + b, 0);
  if (total === 0) return undefined;
  let [sum, kinds] = [0, 0];
  for (const one of counts) {
    if (one === 0) continue;
    kinds += 1;
    sum -= (one / total) * Math.log(one / total);
  }
  return sum + (kinds - 1) / (2 * total);
}
