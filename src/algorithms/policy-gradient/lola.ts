// Learning with opponent-learning awareness (LOLA, Foerster et al., arXiv 1709.04326), by policy gradients and for any number
// of seats: each ascends V_i(θ_i, θ_j + η·∇_j V_j) in θ_i to first order in η. It knows its opponents' parameters and pay while
// it learns. The horizon counts as an ending.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { jvp } from "../../nn/jax.ts";
import { type Program, program } from "../../nn/kernels/program.ts";
import { Parameters } from "../../nn/parameters.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { type OnPolicyRule, onPolicyFields, onPolicyPlan } from "./on-policy.ts";
import type { PolicyGradient, PolicyGradientBatch } from "./policy-gradient-loss.ts";
import { episodeDescent, episodeFields, type PlayedEpisodes, playedEpisodes, ROWS } from "./reinforce.ts";
import type { NetworkRollout, PlayedSteps } from "./rollout.ts";

const { steps, episodes, batch, rate, ...others } = episodeFields;

const parameters = z
  .strictObject({
    steps,
    episodes,
    batch,
    rate,
    lookAhead: within(0, 1e6, 1).describe("η: rate of the step that each opponent is foreseen to take"),
    ...others,
  })
  .extend(z.strictObject(onPolicyFields).omit({ shared: true, past: true }).shape);

type LolaOptions = z.output<typeof parameters>;

export const lola: BoundEntry<AlgorithmPlan> = bind({
  id: "lola",
  summary: "policy gradient that foresees the opponents' next step of learning, and shapes it",
  source: "Foerster et al., arXiv 1709.04326",
  parameters,
  make(p) {
    const tools = new WeakMap<ActorCritic, Scores>();
    const rollout = { episodes: p.episodes, atLeast: p.batch };
    return onPolicyPlan({ ...p, copies: 1, shared: false, rollout }, (network) => shapingRule(network, p, tools));
  },
});

/** One gradient step on whole episodes; `tools` gathers every network's scores. */
function shapingRule(network: ActorCritic, p: LolaOptions, tools: WeakMap<ActorCritic, Scores>): OnPolicyRule {
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
function seatPlay({ tables }: NetworkRollout, steps: number, p: LolaOptions): PlayedEpisodes {
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

/** What one seat did at every step of a batch of whole episodes, one after the other. */
export interface SeatPlay extends PlayedSteps {
  /**
   * [steps] γ^t·(G_t − b): how much better the rest of the episode turned out, as it counts from the episode's first step
   * on, where t = 0. The baseline b may depend on everything before the step's actions.
   */
  readonly surplus: Float64Array;
}

type Scores = ReturnType<typeof scoresOf>;

/** Scores of a network without memory, differentiated by `descent` backwards and `rows` steps at a time forwards. */
export function scoresOf(network: ActorCritic, descent: PolicyGradient, rows: number) {
  const { parameters } = network;
  const { shapes } = parameters;
  let slopes: Program | undefined;

  const compiled = (): Program => {
    const count = shapes.length;
    slopes ??= program(
      (...arrays) => {
        const [observations, critic, actions] = arrays.slice(2 * count);
        const [value, slope] = jvp(
          (...weights) => {
            const judged = network.judge(weights, { observations, critic, actions });
            for (const unused of [judged.entropy, judged.values, judged.routes]) unused?.dispose();
            return judged.logProbability;
          },
          arrays.slice(0, count),
          arrays.slice(count, 2 * count),
        );
        value.dispose();
        return [slope];
      },
      [
        ...[...shapes, ...shapes].map(({ shape }) => shape),
        [rows, network.observationSize],
        [rows, network.criticInputs],
        [rows, network.head.encoding],
      ],
    );
    return slopes;
  };

  return {
    /** Σ_t weight_t·∇log π(a_t|s_t), as long as the parameters. */
    sum({ observations, critic, actions }: SeatPlay, weights: Float64Array) {
      const steps = weights.length;
      const gradient = new Float32Array(parameters.flat.length);
      const nothing = new Float32Array(steps);
      const advantages = Float32Array.from(weights, (weight) => -weight);
      const shares = new Float32Array(steps).fill(1);
      const batch = { observations, critic, actions, advantages, returns: nothing, shares, valueShares: nothing };
      descent.total(batch, gradient);
      return gradient;
    },
    /** direction·∇log π(a_t|s_t) of every step. */
    along(play: SeatPlay, direction: Float32Array) {
      const { inputs, run } = compiled();
      const count = shapes.length;
      for (const [k, view] of parameters.views().entries()) inputs[k].set(view);
      for (const [k, view] of new Parameters(shapes, direction).views().entries()) inputs[count + k].set(view);
      const steps = play.surplus.length;
      const out = new Float64Array(steps);
      for (let first = 0; first < steps; first += rows) {
        const last = Math.min(steps, first + rows);
        for (const [k, table] of [play.observations, play.critic, play.actions].entries()) {
          const width = table.length / steps;
          inputs[2 * count + k].fill(0);
          inputs[2 * count + k].set(table.subarray(first * width, last * width));
        }
        out.set(run()[0].subarray(0, last - first), first);
      }
      return out;
    },
    close() {
      slopes?.close();
    },
  };
}

/**
 * Weights w of seat i's scores with Σ_t share_t·w_t·∇_i log π_i ≈ Σ_{j≠i} (∇_j V_i)ᵀ·∇_i∇_j V_j, the derivative of V_i through
 * the opponents' naive steps Δ_j = ∇_j V_j (arXiv 1709.04326). With s_t = ∇_j V_i·∇_j log π_j at step t,
 *
 *   w_l = Σ_j [ x_l·Σ_{t≤l} s_t + Σ_{t>l} x_t·s_t ],  x = seat j's surplus,
 *
 * which is the paper's Σ_t γ^t·r_t·(Σ_{l≤t} ∇_i log π_i)(Σ_{l≤t} ∇_j log π_j)ᵀ summed by parts, so that a baseline can be taken
 * off: the later of two scores has mean 0 after any beginning. `ends` says where an episode's last step is.
 */
export function lookAheadWeights(
  i: number,
  plays: readonly SeatPlay[],
  scores: readonly Scores[],
  ends: (step: number) => boolean,
  shares: Float64Array,
): Float64Array {
  const own = plays[i].surplus;
  const weights = new Float64Array(own.length);
  const shared = own.map((surplus, step) => surplus * shares[step]);
  for (const [j, play] of plays.entries()) {
    if (j === i) continue;
    const slopes = scores[j].along(play, scores[j].sum(play, shared));
    const x = play.surplus;
    let before = 0;
    for (let step = 0; step < weights.length; step++) {
      before += slopes[step];
      weights[step] += x[step] * before;
      if (ends(step)) before = 0;
    }
    let after = 0;
    for (let step = weights.length - 1; step >= 0; step--) {
      if (ends(step)) after = 0;
      weights[step] += after;
      after += x[step] * slopes[step];
    }
  }
  return weights;
}
