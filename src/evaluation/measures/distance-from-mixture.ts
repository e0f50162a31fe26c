// How far what an agent draws lies from what a demonstrator draws, by their first two moments: of a demonstrator's mixture they are exact.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import type { Moments } from "../../core/outcome-prior.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import type { TemplateMixture } from "../../core/template-mixture.ts";
import { frechetDistance } from "../../math/frechet-distance.ts";
import { momentsOf } from "../../math/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";

const parameters = z.strictObject({
  episodes: whole(2, 1_000_000, 2000).describe("episodes that are played for it"),
});

/** Largest action whose covariance is compared. */
const MOST = 64;

export const distanceFromMixture = bind({
  id: "distance-from-mixture",
  summary: "Fréchet distance of what is drawn from what a demonstrator draws to the same observation, by exact moments",
  source: "Dowson & Landau (1982); on features of images FID, arXiv 1706.08500",
  parameters,
  example: { environment: "pictures/points", parameters: { episodes: 50 } },
  make:
    ({ episodes }): MeasurePlan =>
    ({ spec }) => {
      const { mixture } = spec;
      if (mixture === undefined || spec.agents.length > 1 || spec.actionSize > MOST) {
        const what = `distance-from-mixture reads the moments of one agent's actions of at most ${MOST} numbers, and this world declares none`;
        throw new UserError({ code: "no-mixture", what, hint: "pictures/points does" });
      }
      return {
        unit: "squared distance",
        low: 0,
        high: Number.POSITIVE_INFINITY,
        label: "distance from the demonstrator",
        meaning: `Fréchet distance of actions from the demonstrator's mixture, averaged over observations by how often they came in ${episodes} episodes`,
        async measure({ makeEnvironment, agents: [player], random, signal }) {
          const drawn = new Map<string, { readonly seen: Float32Array; readonly actions: number[] }>();
          const watched: Agent = {
            ...player,
            reset: (own) => player.reset(own),
            async act(observation, action) {
              await player.act(observation, action);
              const key = observation.join();
              const one = drawn.get(key) ?? { seen: observation.slice(), actions: [] };
              drawn.set(key, one);
              one.actions.push(...action);
            },
          };
          const runner = episodeRunner(makeEnvironment());
          const policy = seated(spec, [watched]);
          for (let episode = 0; episode < episodes; episode++) {
            signal?.throwIfAborted();
            await runner.playAsync(policy, streamsBelow(random.stream("episode", episode)));
          }
          let [sum, count] = [0, 0];
          for (const { seen, actions } of drawn.values()) {
            const times = actions.length / spec.actionSize;
            sum += times * frechetDistance(momentsOf(actions, spec.actionSize), mixtureMoments(mixture, seen));
            count += times;
          }
          return sum / count;
        },
      };
    },
});

/** Mean and covariance of what a demonstrator draws: Σ π_s·s, and Σ π_s(s − m)(s − m)ᵀ + σ²·I within a part; parts are independent. */
export function mixtureMoments(mixture: TemplateMixture, observation: Float32Array): Moments {
  const { tokens, size, count, templates, weights, deviation = 0 } = mixture;
  const all = tokens * size;
  const mean = new Float64Array(all);
  const covariance = new Float64Array(all * all);
  const chances = new Float64Array(count);
  for (let token = 0; token < tokens; token++) {
    const from = token * size;
    weights(observation, token, chances);
    for (let id = 0; id < count; id++) {
      for (let k = 0; k < size; k++) mean[from + k] += chances[id] * templates[id * size + k];
    }
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let product = i === j ? deviation * deviation : 0;
        for (let id = 0; id < count; id++)
          product +=
            chances[id] * (templates[id * size + i] - mean[from + i]) * (templates[id * size + j] - mean[from + j]);
        covariance[(from + i) * all + from + j] = product;
      }
    }
  }
  return { mean, covariance };
}
