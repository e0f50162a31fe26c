// Learning with opponent-learning awareness (LOLA, Foerster et al., arXiv 1709.04326), by policy gradients and for any number
// of seats: each ascends V_i(θ_i, θ_j + η·∇_j V_j) in θ_i to first order in η. It knows its opponents' parameters and pay while
// it learns. The horizon counts as an ending.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { episodeDescent, episodeFields, type PlayedEpisodes, playedEpisodes, ROWS } from "./episode-returns.ts";
import { lookAheadWeights, type Scores, scoresOf } from "./look-ahead.ts";
import { type OnPolicyRule, onPolicyFields, onPolicyTraining } from "./on-policy.ts";
import type { PolicyGradientBatch } from "./policy-gradient-loss.ts";
import type { NetworkRollout } from "./rollout.ts";

const { steps, episodes, batch, rate, ...others } = episodeFields;

const parameters = z
  .strictObject({
    ...{ steps, episodes, batch, rate },
    lookAhead: within(0, 1e6, 1).describe("η: rate of the step that each opponent is foreseen to take"),
    ...others,
  })
  .extend(z.strictObject(onPolicyFields).omit({ shared: true, past: true }).shape);

type Parameters = z.output<typeof parameters>;

export const lola: BoundEntry<AlgorithmPlan> = bind({
  id: "lola",
  summary: "policy gradient that foresees the opponents' next step of learning, and shapes it",
  source: "Foerster et al., arXiv 1709.04326",
  parameters,
  make: (p) => ({
    budget: p.steps,
    check() {},
    train(context, from) {
      const rollout = { episodes: p.episodes, atLeast: p.batch };
      const tools = new Map<ActorCritic, Scores>();
      return onPolicyTraining(context, { ...p, copies: 1, shared: false, rollout }, from, (network) =>
        shapingRule(network, p, tools),
      );
    },
  }),
});

/** One gradient step on whole episodes; `tools` gathers every network's scores. */
function shapingRule(network: ActorCritic, p: Parameters, tools: Map<ActorCritic, Scores>): OnPolicyRule {
  const { optimiser, descent } = episodeDescent(network, p);
  const scores = scoresOf(network, descent, ROWS);
  tools.set(network, scores);
  let batch: PolicyGradientBatch | undefined;
  let shaping = 0;

  return {
    state: optimiser.state,
    begin() {},
    look(plays, steps) {
      const seats = plays.map((play) => seatPlay(play, steps, p));
      const own = plays.findIndex((play) => play.network === network);
      const { tables } = plays[own];
      const { surplus, returns, episodes, ...seen } = seats[own];
      const share = 1 / episodes;
      const all = plays.flatMap((play) => tools.get(play.network) ?? []);
      const ends = (step: number) => tables.status[step] !== Status.running;
      const foreseen = lookAheadWeights(own, seats, all, ends, new Float64Array(steps).fill(share));
      shaping = (p.lookAhead * size(foreseen)) / (size(surplus) + 1e-8);
      batch = {
        ...seen,
        advantages: Float32Array.from(surplus, (x, step) => x + p.lookAhead * foreseen[step]),
        returns,
        shares: new Float32Array(steps).fill(share),
        valueShares: new Float32Array(steps).fill(1 / steps),
      };
    },
    learn() {
      if (batch === undefined) throw new Error("a rule learns before it looks");
      return { ...descent.step(batch, optimiser), shaping };
    },
    close() {
      scores.close();
      descent.close();
    },
  };
}

/** A seat's play, its surplus as it counts from the episode's first step on. */
function seatPlay({ tables }: NetworkRollout, steps: number, p: Parameters): PlayedEpisodes {
  const play = playedEpisodes(tables, steps, 1, p);
  let weight = 1;
  for (let step = 0; step < steps; step++) {
    play.surplus[step] *= weight;
    weight = tables.status[step] === Status.running ? weight * p.discount : 1;
  }
  return play;
}

/** Root of the mean square. */
function size(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
}
