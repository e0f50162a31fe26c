// REINFORCE (Williams, 1992): whole episodes, and every step's log-probability times the return that followed it, less a
// learnt baseline or none. The horizon counts as an ending here: what would have come after it is never guessed.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { countUpTo, numberUpTo, positiveUpTo } from "../../core/ranges.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { adam } from "../../nn/optimiser.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { normalise } from "./advantage.ts";
import { episodeReturns, episodesIn } from "./episode-returns.ts";
import { onPolicyFields, onPolicyTraining, type Rule } from "./on-policy.ts";
import { policyGradient } from "./policy-gradient-loss.ts";

const parameters = z.strictObject({
  steps: z.int().min(1).default(100_000).describe("environment steps after which no update begins"),
  episodes: countUpTo(100_000).default(10).describe("whole episodes of an update"),
  batch: countUpTo(10_000_000).default(1).describe("and at least this many steps: more episodes, all whole"),
  rate: positiveUpTo(10).default(3e-3).describe("learning rate"),
  discount: numberUpTo(1).default(0.99).describe("γ"),
  baseline: z
    .enum(["value", "none"])
    .default("value")
    .describe("what a return is compared with: a learnt value of the state, or nothing"),
  normalise: z.boolean().default(false).describe("bring each batch's advantages to mean 0 and deviation 1"),
  credited: z
    .array(z.int().min(0))
    .min(1)
    .optional()
    .describe("choices that are made likelier or less by what followed them; by default all"),
  entropy: numberUpTo(10).default(0).describe("weight of the entropy bonus"),
  valueWeight: numberUpTo(10).default(0.5).describe("weight of the baseline's loss"),
  maxNorm: z.number().gt(0).default(1e9).describe("longest gradient; as good as none by default"),
  ...onPolicyFields,
});

/** Steps that are differentiated at a time: episodes are of all lengths. */
const ROWS = 512;

type Parameters = z.output<typeof parameters>;

export const reinforce: Bound<AlgorithmPlan> = bind({
  id: "reinforce",
  summary: "Monte Carlo policy gradient on whole episodes, with a learnt baseline or none",
  source: "Williams (1992), doi 10.1007/BF00992696",
  parameters,
  make: (p: Parameters): AlgorithmPlan => ({
    budget: p.steps,
    check({ choices }) {
      const beyond = (p.credited ?? []).find((choice) => choice >= (choices ?? 0));
      if (beyond === undefined) return;
      throw new UserError({
        code: "no-choice",
        what: `choice ${beyond} is to be credited, and this world has ${choices === undefined ? "no choices" : `${choices}`}`,
        path: ["credited"],
        hint: choices === undefined ? "leave it out" : `choices are 0 … ${choices - 1}`,
      });
    },
    // One copy: of several, the episodes that end first would be the short ones, and their mean would be biased.
    train: (context, from) => {
      const rollout = { episodes: p.episodes, atLeast: p.batch };
      return onPolicyTraining(context, { ...p, copies: 1, rollout }, from, (network, rows) =>
        monteCarlo(network, p, rows),
      );
    },
  }),
});

/** One gradient step on whole episodes; Σ_t A_t·log π(a_t|s_t) is a mean over episodes, without γ^t, as is usual. */
function monteCarlo(network: ActorCritic, p: Parameters, rows: number): Rule {
  const { flat } = network.parameters;
  const optimiser = adam(flat.length, { rate: p.rate, epsilon: 1e-5, clip: p.maxNorm });
  const without = p.baseline === "none";
  const descent = policyGradient(network, { entropy: p.entropy, valueWeight: without ? 0 : p.valueWeight, rows: ROWS });
  return {
    state: optimiser.state,
    begin() {},
    learn({ tables }, steps) {
      const batch = steps * rows;
      const returns = episodeReturns(tables, batch, rows, p.discount);
      const advantages = returns.map((total, at) => total - (without ? 0 : tables.heads[0].values[at]));
      if (p.normalise) normalise(advantages);
      if (p.credited !== undefined) {
        for (let at = 0; at < batch; at++) if (!p.credited.includes(tables.actions[at])) advantages[at] = 0;
      }
      const played = (table: Float32Array) => table.subarray(0, (table.length / tables.status.length) * batch);
      const episodes = episodesIn(tables, batch);
      return descent.step(
        {
          observations: played(tables.observations),
          critic: played(tables.critic),
          actions: played(tables.actions),
          advantages: Float32Array.from(advantages),
          returns: Float32Array.from(returns),
          shares: new Float32Array(batch).fill(1 / episodes),
          valueShares: new Float32Array(batch).fill(1 / batch),
        },
        optimiser,
      );
    },
    close: descent.close,
  };
}
