// INPO on texts: pairs of a model's own answers, with IPO's loss from a mixture of the reference and the policy before the update.

import { z } from "zod";
import { inpo } from "../../algorithms/preference/pair-losses.ts";
import { pairPlan, pairsField, UNREAD } from "../../algorithms/text/contrastive.ts";
import { defineTextMethod } from "../../algorithms/text/text-method.ts";
import { positive, within } from "../../core/parameters.ts";

export const method = defineTextMethod({
  id: "inpo",
  summary: `iterative Nash policy optimisation: IPO's loss from a mixture of the reference and the policy before this update; ${UNREAD}`,
  source: "Zhang et al., arXiv 2407.00617",
  parameters: z.strictObject({
    step: positive(1000, 0.1).describe("η, of which 1/(2η) is the margin that is sought"),
    temperature: within(0, 1000, 0.03).describe("τ, at most the step: τ/η is the reference's share"),
    pairs: pairsField,
  }),
  make: (p) => pairPlan(inpo(p.step, Math.min(p.temperature, p.step)), p.pairs),
});
