// REINFORCE (Williams, 1992): whole episodes, and every step's log-probability times the return that followed it, less a
// learnt baseline or none. The horizon counts as an ending here: what would have come after it is never guessed.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { episodeDescent, episodeFields, playedEpisodes } from "./episode-returns.ts";
import { type OnPolicyRule, onPolicyFields, onPolicyTraining } from "./on-policy.ts";

const { entropy, valueWeight, maxNorm, ...others } = episodeFields;

const parameters = z.strictObject({
  ...others,
  credited: z
    .array(z.int().min(0))
    .min(1)
    .optional()
    .describe("choices that are made likelier or less by what followed them; by default all"),
  ...{ entropy, valueWeight, maxNorm },
  ...onPolicyFields,
});

type Parameters = z.output<typeof parameters>;

export const reinforce: BoundEntry<AlgorithmPlan> = bind({
  id: "reinforce",
  summary: "Monte Carlo policy gradient on whole episodes, with a learnt baseline or none",
  source: "Williams (1992), doi 10.1007/BF00992696",
  parameters,
  make: (p) => ({
    budget: p.steps,
    check({ choices }) {
      const beyond = (p.credited ?? []).find((choice) => choice >= (choices ?? 0));
      if (beyond === undefined) return;
      const what = `choice ${beyond} is to be credited, and this world has ${choices === undefined ? "no choices" : `${choices}`}`;
      const hint = choices === undefined ? "leave it out" : `choices are 0 … ${choices - 1}`;
      throw new UserError({ code: "no-choice", what, path: ["credited"], hint });
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
function monteCarlo(network: ActorCritic, p: Parameters, rows: number): OnPolicyRule {
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
