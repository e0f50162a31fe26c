// Parameters that learners from memory share; each learner has defaults of its own for some of them.

import { z } from "zod";
import { countUpTo, numberUpTo, positiveUpTo } from "../../core/ranges.ts";
import { stopAt } from "../goal-watch.ts";

/** Parameters of every learner from memory. */
export const offPolicyFields = {
  steps: z.int().min(1).default(50_000).describe("environment steps of training, over all copies"),
  warmup: z.int().min(1).default(1000).describe("environment steps before the first gradient step"),
  every: z.int().min(1).default(1).describe("rounds between gradient phases; a round is a step of every copy"),
  gradients: countUpTo(1000).default(1).describe("gradient steps of a phase"),
  capacity: countUpTo(10_000_000).default(50_000).describe("transitions that are remembered"),
  discount: numberUpTo(1).default(0.99).describe("γ"),
  hidden: z.array(countUpTo(4096)).max(8).default([64, 64]).describe("units of the hidden layers"),
  activation: z.enum(["tanh", "relu", "silu"]).default("relu").describe("between the layers"),
  scaleRewards: z
    .boolean()
    .default(false)
    .describe("divide pay by the running deviation of discounted returns, for learning only"),
  interval: z.int().min(1).default(1000).describe("environment steps between reports"),
  segments: countUpTo(10_000)
    .default(10)
    .describe("parts of the training; each begins with new episodes, and between them it can be resumed"),
  stopAt,
  copies: countUpTo(4096).default(1).describe("copies of the world that are played side by side"),
};

/** When to play, remember and learn. */
export type OffPolicyOptions = Omit<
  z.output<z.ZodObject<typeof offPolicyFields>>,
  "capacity" | "hidden" | "activation"
>;

/** Transitions of a gradient step. */
export const batch = countUpTo(65_536).default(256).describe("transitions of a gradient step");

/** How far target networks follow. */
export const targetShare = positiveUpTo(1).default(0.005).describe("how far a gradient step moves the target networks");

/** The share of choices that are made at random, and its fall. */
export const explorationFields = {
  explore: numberUpTo(1).default(1).describe("ε at the start"),
  exploreEnd: numberUpTo(1).default(0.05).describe("ε at the end of its fall"),
  exploreShare: numberUpTo(1).default(0.5).describe("share of the training over which ε falls"),
};

/** What learners of probabilities of choices take. */
export const choiceActorFields = {
  entropy: numberUpTo(10).default(0.01).describe("weight of the entropy bonus"),
  mode: z.boolean().default(true).describe("trained players always play their most probable action; false: they draw"),
};
