// Every reward that Agon ships, by name, and the functions that compose new ones.

import { z } from "zod";
import { bind, Registry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { explorationBonuses } from "./exploration.ts";
import { cooperativePay, integratedPay, privatePay } from "./mutuality.ts";

export { channel, weightedSum } from "./channel-reward.ts";
export { type Combination, kinesthetic } from "./combination.ts";
export { bounded, combined, perAgent, product, scaled, sum } from "./combine.ts";
export { type RewardDeclaration, rewardDeclaration, rewardPlan } from "./declaration.ts";
export { type DistanceShape, distanceShape } from "./distance-shape.ts";
export type { Condition } from "./gate.ts";
export { gate, type Layer, layers } from "./gate.ts";
export { cooperativePay, integratedPay, privatePay } from "./mutuality.ts";
export { potential } from "./potential.ts";
export { type Subgoal, subgoals } from "./subgoals.ts";
export { teamMix } from "./team-mix.ts";

const source = "arXiv 2605.02063 (Coopetition-Gym v1)";
const none = z.strictObject({});
const named = (id: string, summary: string, plan: RewardPlan) =>
  bind({ id, summary, source, parameters: none, make: () => plan });

export const rewards = new Registry<RewardPlan>("reward", [
  named("private", "an actor's own payoff", privatePay),
  named("integrated", "an actor's payoff and the payoffs of those it depends on, weighted by trust", integratedPay),
  named("cooperative", "the mean of all agents' integrated utilities", cooperativePay),
  ...explorationBonuses,
]);
