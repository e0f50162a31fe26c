// Counterfactual multi-agent policy gradients (Foerster et al., arXiv 1705.08926): seats that share a reward learn from how much
// better each one's choice was than its others would have been. It learns from each stretch of play once; the loop of
// learners from memory plays it, with a memory that is one stretch long. Without the paper's recurrent units.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { actionChoices, bins } from "./action-choices.ts";
import { comaLearner } from "./coma-learner.ts";
import { offPolicyPlan, together } from "./off-policy.ts";
import { choiceActorFields, explorationFields, offPolicyFields, targetShare } from "./off-policy-fields.ts";

const { steps, copies, discount, hidden, activation, scaleRewards, interval, segments, stopAt } = offPolicyFields;
const { exploreEnd, exploreShare } = explorationFields;
const { entropy, mode } = choiceActorFields;

const parameters = z.strictObject({
  steps,
  copies,
  rollout: whole(1, 65_536, 128).describe("steps of each copy between updates"),
  bins,
  actorRate: positive(10, 3e-4).describe("learning rate of the actor"),
  criticRate: positive(10, 1e-3).describe("learning rate of the critic"),
  criticSteps: whole(1, 1000, 8).describe("gradient steps of the critic on each stretch"),
  targetShare: targetShare.default(0.01).describe("how far a gradient step moves the target critic"),
  discount,
  lambda: share(0.8).describe("λ of the critic's returns, TD(λ)"),
  entropy,
  explore: explorationFields.explore.default(0.3).describe("ε at the start: the share of choices made at random"),
  exploreEnd: exploreEnd.default(0.01),
  exploreShare,
  teamPay: oneOf(["mean", "sum", "own"], "mean").describe(
    "what a seat's choices are judged by: the mean or sum of all seats' pay, or its own",
  ),
  maxNorm: z.number().gt(0).default(10).describe("longest gradient of the actor, and of the critic"),
  hidden,
  activation,
  scaleRewards: scaleRewards.default(true),
  interval,
  segments,
  stopAt,
  mode,
});

export type ComaOptions = z.output<typeof parameters>;

export const coma = bind({
  id: "coma",
  summary: "policy gradients of a team, each seat judged by what else it could have done",
  source: "Foerster et al., arXiv 1705.08926",
  parameters,
  make(p) {
    // Reports, and so segments, are whole numbers of stretches.
    const each = p.rollout * p.copies;
    const options = { ...p, warmup: 1, every: p.rollout, gradients: 1, interval: Math.ceil(p.interval / each) * each };
    const check = (spec: NumericSpec) => actionChoices(spec, p.bins);
    return offPolicyPlan(options, check, together, (spec, seats, random) => comaLearner(spec, seats, p, random));
  },
});
