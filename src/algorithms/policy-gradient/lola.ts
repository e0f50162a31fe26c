// Learning with opponent-learning awareness (LOLA, Foerster et al., arXiv 1709.04326), by policy gradients and for any number
// of seats: each ascends V_i(θ_i, θ_j + η·∇_j V_j) in θ_i to first order in η. It knows its opponents' parameters and pay while
// it learns. The horizon counts as an ending.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { countUpTo, numberUpTo, positiveUpTo } from "../../core/ranges.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { adam } from "../../nn/optimiser.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { normalise } from "./advantage.ts";
import { episodeReturns, episodesIn } from "./episode-returns.ts";
import { lookAheadWeights, type Scores, type SeatPlay, scoresOf } from "./look-ahead.ts";
import { onPolicyFields, onPolicyTraining, type Rule } from "./on-policy.ts";
import { type PolicyGradientBatch, policyGradient } from "./policy-gradient-loss.ts";
import type { Rollout } from "./rollout.ts";

const parameters = z
  .strictObject({
    steps: z.int().min(1).default(100_000).describe("environment steps after which no update begins"),
    episodes: countUpTo(100_000).default(10).describe("whole episodes of an update"),
    batch: countUpTo(10_000_000).default(1).describe("and at least this many steps: more episodes, all whole"),
    rate: positiveUpTo(10).default(3e-3).describe("learning rate"),
    lookAhead: numberUpTo(1e6).default(1).describe("η: rate of the step that each opponent is foreseen to take"),
    discount: numberUpTo(1).default(0.99).describe("γ"),
    baseline: z
      .enum(["value", "none"])
      .default("value")
      .describe("what a return is compared with: a learnt value of the state, or nothing"),
    normalise: z.boolean().default(false).describe("bring each batch's advantages to mean 0 and deviation 1"),
    entropy: numberUpTo(10).default(0).describe("weight of the entropy bonus"),
    valueWeight: numberUpTo(10).default(0.5).describe("weight of the baseline's loss"),
    maxNorm: z.number().gt(0).default(1e9).describe("longest gradient; as good as none by default"),
  })
  .extend(z.strictObject(onPolicyFields).omit({ shared: true, past: true }).shape);

/** Steps that are differentiated at a time: episodes are of all lengths. */
const ROWS = 512;

type Parameters = z.output<typeof parameters>;

export const lola: Bound<AlgorithmPlan> = bind({
  id: "lola",
  summary: "policy gradient that foresees the opponents' next step of learning, and shapes it",
  source: "Foerster et al., arXiv 1709.04326",
  parameters,
  make: (p: Parameters): AlgorithmPlan => ({
    budget: p.steps,
    check() {},
    train: (context, from) => {
      const rollout = { episodes: p.episodes, atLeast: p.batch };
      const tools = new Map<ActorCritic, Scores>();
      return onPolicyTraining(context, { ...p, copies: 1, shared: false, rollout }, from, (network) =>
        shapingRule(network, p, tools),
      );
    },
  }),
});

/** One gradient step on whole episodes; `tools` gathers every network's scores. */
function shapingRule(network: ActorCritic, p: Parameters, tools: Map<ActorCritic, Scores>): Rule {
  const optimiser = adam(network.parameters.flat.length, { rate: p.rate, epsilon: 1e-5, clip: p.maxNorm });
  const without = p.baseline === "none";
  const descent = policyGradient(network, { entropy: p.entropy, valueWeight: without ? 0 : p.valueWeight, rows: ROWS });
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
      const share = 1 / episodesIn(tables, steps);
      const all = plays.flatMap((play) => tools.get(play.network) ?? []);
      const ends = (step: number) => tables.status[step] !== Status.running;
      const foreseen = lookAheadWeights(own, seats, all, ends, new Float64Array(steps).fill(share));
      const { surplus, returns, ...seen } = seats[own];
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

/** A seat's play with what its scores are weighted by, and the returns that its baseline is fitted to. */
function seatPlay({ tables }: Rollout, steps: number, p: Parameters): SeatPlay & { readonly returns: Float32Array } {
  const returns = episodeReturns(tables, steps, 1, p.discount);
  const surplus = returns.map((total, at) => total - (p.baseline === "none" ? 0 : tables.heads[0].values[at]));
  if (p.normalise) normalise(surplus);
  let weight = 1;
  for (let step = 0; step < steps; step++) {
    surplus[step] *= weight;
    weight = tables.status[step] === Status.running ? weight * p.discount : 1;
  }
  const played = (table: Float32Array) => table.subarray(0, (table.length / tables.status.length) * steps);
  return {
    observations: played(tables.observations),
    critic: played(tables.critic),
    actions: played(tables.actions),
    surplus,
    returns: Float32Array.from(returns),
  };
}

/** Root of the mean square. */
function size(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
}
