// Hand-made update rules as agents that learn within an episode.

import { z } from "zod";
import { whole } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { advantageFields, advantageRule } from "./advantage-rule.ts";
import { lifeAgent } from "./life.ts";

/** The parameter by which states are told apart. */
export const sees = z
  .array(z.string())
  .min(1)
  .max(64)
  .optional()
  .describe("fields of the observation by which states are told apart; default all but the sign of a new try");

/** The parameter of how often a life's rule is applied. */
export const rollout = whole(1, 100_000, 20).describe("steps between two updates of a life");

export const onlineA2c: BoundEntry<AgentPlan> = bind({
  id: "online/a2c",
  summary: "advantage actor-critic in tables that begins anew with each episode and learns within it",
  source: "Mnih et al., arXiv 1602.01783; settings of arXiv 2310.02782's code",
  parameters: z.strictObject({ ...advantageFields, rollout, sees }),
  example: { environment: "gridworld/objects", parameters: { sees: ["x", "y", "objects"] } },
  make:
    ({ rollout: steps, sees: fields, ...own }): AgentPlan =>
    ({ spec }) =>
      lifeAgent({ spec, sees: fields, steps }, advantageRule(own)),
});
