// Bandits with independent arms: Bernoulli payoffs, Gaussian payoffs, or a fixed sequence.

import { z } from "zod";
import { list, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { drawBeta } from "../../math/beta-draw.ts";
import { bandit, byMeans, FARTHEST } from "./arms.ts";
import { blockParameters } from "./sight.ts";

export const bernoulliBandit = bind({
  id: "bandits/bernoulli",
  summary: "arms that pay 1 with a fixed probability each",
  source: "Auer, Cesa-Bianchi & Fischer (2002), distribution 1",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    means: list(z.number().min(0).max(1), 1, 10_000, [0.9, 0.6]).describe("probability with which each arm pays 1"),
  }),
  make: ({ horizon, means }) =>
    bandit({
      ...byMeans(means),
      horizon,
      low: 0,
      high: 1,
      deterministic: means.every((mean) => mean === 0 || mean === 1),
      pay: (arm, _round, random) => (random.uniform() < means[arm] ? 1 : 0),
    }),
});

export const bernoulliBlocks = bind({
  id: "bandits/bernoulli-blocks",
  summary: "arms that pay 1 with probabilities that every block draws anew",
  source: "the Bernoulli bandits of arXiv 1611.02779, section 3.1",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 20).describe("pulls of a block"),
    arms: whole(1, 1000, 5).describe("arms"),
    prior: z
      .tuple([z.number().gt(0).max(1e6), z.number().gt(0).max(1e6)])
      .default([1, 1])
      .describe("a and b of the beta distribution that each arm's probability is drawn from; 1 and 1: uniform"),
    ...blockParameters,
  }),
  make: ({ horizon, arms, prior: [a, b], stays, feedback }) => {
    const best = (hidden: Float64Array) => {
      let most = hidden[0];
      for (let k = 1; k < arms; k++) if (hidden[k] > most) most = hidden[k];
      return most;
    };
    const draw = (random: Random, hidden: Float64Array) => {
      for (let k = 0; k < arms; k++) hidden[k] = drawBeta(a, b, random);
    };
    return bandit({
      count: arms,
      horizon,
      low: 0,
      high: 1,
      spread: 1,
      deterministic: false,
      best: "the arm of the largest mean",
      block: { size: arms, label: "means", stays, feedback, draw },
      isBest: (arm, hidden) => hidden[arm] === best(hidden),
      pay: (arm, _round, random, hidden) => (random.uniform() < hidden[arm] ? 1 : 0),
      gap: (arm, _round, hidden) => best(hidden) - hidden[arm],
      worth: { low: 0, high: 1, anew: !stays, of: (arm, _round, hidden) => hidden[arm] },
    });
  },
});

export const gaussianBandit = bind({
  id: "bandits/gaussian",
  summary: "arms that pay a mean each plus normal noise",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    means: list(z.number().min(-1e6).max(1e6), 1, 10_000, [1, 0.5, 0]).describe("mean payoff of each arm"),
    deviation: within(0, 1e6, 1).describe("standard deviation of the noise"),
  }),
  make: ({ horizon, means, deviation }) =>
    bandit({
      ...byMeans(means),
      horizon,
      low: Math.min(...means) - FARTHEST * deviation,
      high: Math.max(...means) + FARTHEST * deviation,
      deterministic: deviation === 0,
      pay: (arm, _round, random) => (deviation === 0 ? means[arm] : means[arm] + deviation * random.normal()),
    }),
});

export const adversarialBandit = bind({
  id: "bandits/adversarial",
  summary: "arms whose payoffs follow a sequence fixed in advance",
  source: "Auer, Cesa-Bianchi, Freund & Schapire (2002)",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    gains: z
      .array(z.array(z.number().min(0).max(1)).min(1))
      .min(1)
      .default([[1, 0], ...Array.from({ length: 3 }, () => [0, 1])])
      .refine((rows) => rows.every((row) => row.length === rows[0].length), "It must have rows of one length")
      .describe("what each arm pays, row after row; after the last row comes the first again"),
    hold: whole(1, 10_000_000, 250).describe("rounds for which a row lasts"),
  }),
  make: ({ horizon, gains, hold }) => {
    const rowOf = (round: number) => gains[Math.floor(round / hold) % gains.length];
    const totals = totalGains(gains, hold, horizon);
    const best = totals.indexOf(Math.max(...totals));
    return bandit({
      count: totals.length,
      horizon,
      low: 0,
      high: 1,
      spread: 1,
      deterministic: true,
      best: "the best single arm of the whole sequence",
      isBest: (arm) => totals[arm] === totals[best],
      pay: (arm, round) => rowOf(round)[arm],
      gap: (arm, round) => rowOf(round)[best] - rowOf(round)[arm],
      worth: { low: 0, high: 1, title: "What each arm pays", of: (arm, round) => rowOf(round)[arm] },
    });
  },
});

/** Total payoff of each arm over `horizon` rounds, [arms]. */
export function totalGains(gains: readonly (readonly number[])[], hold: number, horizon: number): number[] {
  const period = hold * gains.length;
  const [whole, rest] = [Math.floor(horizon / period), horizon % period];
  return gains[0].map((_, arm) =>
    gains.reduce((sum, row, k) => {
      const partial = Math.min(hold, Math.max(0, rest - k * hold));
      return sum + row[arm] * (whole * hold + partial);
    }, 0),
  );
}
