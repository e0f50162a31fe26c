// Mean-field actor-critic (MF-AC, Yang et al., arXiv 1802.05438) for three seats or more: to each seat the others are the mean
// of what they do. One network serves all seats. The actor sees a running mean of the others' past actions, which the world
// must show; boxes are cut into levels.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { actionPlaces } from "../../core/last-actions.ts";
import { positive } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { actionChoices, bins } from "./action-choices.ts";
import { meanFieldLearner } from "./mean-field-learner.ts";
import { offPolicyPlan, together } from "./off-policy.ts";
import { batch, choiceActorFields, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import { checkJointMemory } from "./replay-buffer.ts";

const parameters = z.strictObject({
  ...offPolicyFields,
  every: offPolicyFields.every.default(4),
  capacity: offPolicyFields.capacity.default(100_000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  bins,
  batch,
  actorRate: positive(10, 3e-4).describe("learning rate of the actor"),
  criticRate: positive(10, 1e-3).describe("learning rate of the critic"),
  targetShare,
  entropy: choiceActorFields.entropy,
  mix: positive(1, 0.1).describe("weight of the others' last actions in their running mean; 1 is their last mean"),
  mode: choiceActorFields.mode,
});

export type MeanFieldOptions = z.output<typeof parameters>;

export const meanField: BoundEntry<AlgorithmPlan> = bind({
  id: "mean-field",
  summary: "actor-critic of many seats, to each of which the others are their mean action",
  source: "Yang et al., arXiv 1802.05438",
  parameters,
  make: (p: MeanFieldOptions) =>
    offPolicyPlan(
      p,
      (spec) => {
        checkMany(spec.agents.length, "this world has");
        checkShown(spec);
        actionChoices(spec, p.bins);
        checkJointMemory(spec, p.capacity);
      },
      together,
      (spec, seats, random) => {
        checkMany(seats.length, "those that learn are");
        return meanFieldLearner(spec, seats, p, random);
      },
    ),
});

function checkMany(agents: number, which: string): void {
  if (agents >= 3) return;
  const what = `mean-field needs three agents or more, and ${which} ${agents}`;
  throw new UserError({ code: "too-few-agents", what, hint: "use masac, maddpg or qmix" });
}

/** Throws where a seat's observation does not show what everybody did. */
function checkShown(spec: NumericSpec): void {
  actionPlaces(spec, 0);
}
