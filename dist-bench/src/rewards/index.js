// Every reward that Agon ships, by name, and the functions that compose new ones.
import { z } from "zod";
import { bind, Registry } from "../core/registry.js";
import { cooperativePay, integratedPay, privatePay } from "./mutuality.js";
export { channel, weightedSum } from "./channel-reward.js";
export { bounded, perAgent, product, scaled, sum } from "./combine.js";
export { rewardDeclaration, rewardPlan } from "./declaration.js";
export { gate } from "./gate.js";
export { cooperativePay, integratedPay, privatePay } from "./mutuality.js";
export { potential } from "./potential.js";
const source = "arXiv 2605.02063 (Coopetition-Gym v1)";
const none = z.strictObject({});
const named = (id, summary, plan) => bind({ id, summary, source, parameters: none, make: () => plan });
export const rewards = new Registry("reward", [
    named("private", "an actor's own payoff", privatePay),
    named("integrated", "an actor's payoff and the payoffs of those it depends on, weighted by trust", integratedPay),
    named("cooperative", "the mean of everybody's integrated utility", cooperativePay),
]);
