// Parameters that learners from memory share; each learner has defaults of its own for some of them.

import { z } from "zod";
import { flag, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { mode } from "../trained-play.ts";
import { stopAt } from "../training-measures.ts";

/** Parameters of every learner from memory. */
export const offPolicyFields = {
  steps: z.int().min(1).default(50_000).describe("environment steps of training, over all copies"),
  warmup: z.int().min(1).default(1000).describe("environment steps before the first gradient step"),
  every: z.int().min(1).default(1).describe("rounds between gradient phases; a round is a step of every copy"),
  gradients: whole(1, 1000, 1).describe("gradient steps of a phase"),
  capacity: whole(1, 10_000_000, 50_000).describe("transitions that are remembered"),
  discount: share(0.99).describe("γ"),
  hidden: z.array(z.int().min(1).max(4096)).max(8).default([64, 64]).describe("units of the hidden layers"),
  activation: oneOf(["tanh", "relu", "silu"], "relu").describe("between the layers"),
  scaleRewards: flag(false).describe("divide pay by the running deviation of discounted returns, for learning only"),
  interval: z.int().min(1).default(1000).describe("environment steps between reports"),
  segments: whole(1, 10_000, 10).describe(
    "parts of the training; each begins with new episodes, and between them it can be resumed",
  ),
  stopAt,
  copies: whole(1, 4096, 1).describe("copies of the world that are played side by side"),
};

/** When to play, remember and learn. */
export type OffPolicyOptions = Omit<
  z.output<z.ZodObject<typeof offPolicyFields>>,
  "capacity" | "hidden" | "activation"
> & {
  /** Of learners whose players draw: they take their likeliest action. */
  readonly mode?: boolean;
};

export const batch = whole(1, 65_536, 256).describe("transitions of a gradient step");

export const targetShare = positive(1, 0.005).describe("how far a gradient step moves the target networks");

/** The share of choices that are made at random, and its fall. */
export const explorationFields = {
  explore: share(1).describe("ε at the start"),
  exploreEnd: share(0.05).describe("ε at the end of its fall"),
  exploreShare: share(0.5).describe("share of the training over which ε falls"),
};

/** Parameters of learners with probabilities of choices. */
export const choiceActorFields = {
  entropy: within(0, 10, 0.01).describe("weight of the entropy bonus"),
  mode,
};
