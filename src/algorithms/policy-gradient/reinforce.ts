// REINFORCE (Williams, 1992): whole episodes, and every step's log-probability times the return that followed it, less a
// learnt baseline or none. The horizon counts as an ending here: what would have come after it is never guessed. Other
// rules of whole episodes take their parameters and returns from here.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { adam } from "../../nn/optimiser.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { generalisedAdvantages, normalise } from "./advantage.ts";
import { type OnPolicyRule, onPolicyFields, onPolicyPlan } from "./on-policy.ts";
import { policyGradient } from "./policy-gradient-loss.ts";
import type { PlayedSteps, RolloutTables } from "./rollout.ts";

/** Parameters of rules that learn from whole episodes. */
export const episodeFields = {
  steps: z.int().min(1).default(100_000).describe("environment steps after which no update begins"),
  episodes: whole(1, 100_000, 10).describe("whole episodes of an update"),
  batch: whole(1, 10_000_000, 1).describe("and at least this many steps: more episodes, all whole"),
  rate: positive(10, 3e-3).describe("learning rate"),
  discount: share(0.99).describe("γ"),
  baseline: oneOf(["value", "none"], "value").describe(
    "what a return is compared with: a learnt value of the state, or nothing",
  ),
  normalise: flag(false).describe("bring each batch's advantages to mean 0 and deviation 1"),
  entropy: within(0, 10, 0).describe("weight of the entropy bonus"),
  valueWeight: within(0, 10, 0.5).describe("weight of the baseline's loss"),
  maxNorm: z.number().gt(0).default(1e9).describe("longest gradient; as good as none by default"),
};

const shared = z.strictObject(episodeFields);

type EpisodeOptions = z.output<typeof shared>;

/** Steps that are differentiated at a time: episodes are of all lengths. */
export const ROWS = 512;

/** Loss and optimiser of a network that learns from whole episodes. */
export function episodeDescent(network: ActorCritic, p: EpisodeOptions) {
  const optimiser = adam(network.parameters.flat.length, { rate: p.rate, epsilon: 1e-5, clip: p.maxNorm });
  const valueWeight = p.baseline === "none" ? 0 : p.valueWeight;
  return { optimiser, descent: policyGradient(network, { entropy: p.entropy, valueWeight, rows: ROWS }) };
}

/** Steps and returns of whole episodes. */
export interface PlayedEpisodes extends PlayedSteps {
  /** Σ_{u≥t} γ^{u−t}·r_u within the episode; a cut-off counts as an end. */
  readonly returns: Float32Array;
  /** Returns less the baseline, brought to one size where that is asked for. */
  readonly surplus: Float64Array;
  /** Episodes that ended. */
  readonly episodes: number;
}

/** The first `entries` of tables of `rows` rows. */
export function playedEpisodes(
  { heads: [pay], status, ...tables }: RolloutTables,
  entries: number,
  rows: number,
  { discount, baseline, normalise: scaled }: EpisodeOptions,
): PlayedEpisodes {
  const nothing = new Float64Array(entries);
  const { returns } = generalisedAdvantages(
    {
      steps: entries / rows,
      environments: rows,
      rewards: pay.rewards.subarray(0, entries),
      values: nothing,
      nextValues: nothing,
      status: status.subarray(0, entries),
    },
    { discount, lambda: 1 },
  );
  const surplus = returns.map((total, at) => total - (baseline === "none" ? 0 : pay.values[at]));
  if (scaled) normalise(surplus);
  const played = (table: Float32Array) => table.subarray(0, (table.length / status.length) * entries);
  let episodes = 0;
  for (let at = 0; at < entries; at++) if (status[at] !== Status.running) episodes += 1;
  return {
    observations: played(tables.observations),
    critic: played(tables.critic),
    actions: played(tables.actions),
    returns: Float32Array.from(returns),
    surplus,
    episodes,
  };
}

const { entropy, valueWeight, maxNorm, ...others } = episodeFields;

const parameters = z.strictObject({
  ...others,
  credited: z
    .array(z.int().min(0))
    .min(1)
    .optional()
    .describe("choices that are made likelier or less by what followed them; by default all"),
  entropy,
  valueWeight,
  maxNorm,
  ...onPolicyFields,
});

type ReinforceOptions = z.output<typeof parameters>;

export const reinforce: BoundEntry<AlgorithmPlan> = bind({
  id: "reinforce",
  summary: "Monte Carlo policy gradient on whole episodes, with a learnt baseline or none",
  source: "Williams (1992), doi 10.1007/BF00992696",
  parameters,
  make(p) {
    // One copy: of several, the episodes that end first would be the short ones, and their mean would be biased.
    const options = { ...p, copies: 1, rollout: { episodes: p.episodes, atLeast: p.batch } };
    return onPolicyPlan(
      options,
      (network, rows) => monteCarlo(network, p, rows),
      ({ choices }) => {
        const beyond = (p.credited ?? []).find((choice) => choice >= (choices ?? 0));
        if (beyond === undefined) return;
        const what = `choice ${beyond} is to be credited, and this world has ${choices ?? "no choices"}`;
        const hint = choices === undefined ? "leave it out" : `choices are 0 … ${choices - 1}`;
        throw new UserError({ code: "no-choice", what, path: ["credited"], hint });
      },
    );
  },
});

/** One gradient step on whole episodes; Σ_t A_t·log π(a_t|s_t) is a mean over episodes, without γ^t, as is usual. */
function monteCarlo(network: ActorCritic, p: ReinforceOptions, rows: number): OnPolicyRule {
  const { optimiser, descent } = episodeDescent(network, p);
  return {
    state: optimiser.state,
    begin() {},
    learn({ tables }, steps) {
      const batch = steps * rows;
      const { surplus, episodes, ...played } = playedEpisodes(tables, batch, rows, p);
      if (p.credited !== undefined) {
        for (let at = 0; at < batch; at++) if (!p.credited.includes(tables.actions[at])) surplus[at] = 0;
      }
      const advantages = Float32Array.from(surplus);
      const shares = new Float32Array(batch).fill(1 / episodes);
      const valueShares = new Float32Array(batch).fill(1 / batch);
      return descent.step({ ...played, advantages, shares, valueShares }, optimiser);
    },
    close: descent.close,
  };
}
