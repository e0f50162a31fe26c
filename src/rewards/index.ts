// Every reward that Agon ships, by name, and the functions that compose new ones.

import { atHand } from "../core/library.ts";
import { rewardLibrary } from "./library.ts";

export { channel, weightedSum } from "./channel-reward.ts";
export { bounded, type Combination, combined, kinesthetic, perAgent, product, scaled, sum } from "./combine.ts";
export { rewardPlan } from "./declaration.ts";
export { type DistanceShape, distanceShape } from "./distance-shape.ts";
export { type RewardDeclaration, rewardDeclaration } from "./forms.ts";
export type { Condition } from "./gate.ts";
export { gate, type Layer, layers } from "./gate.ts";
export { type HopJudge, type HopPotential, hopPotential, type JudgedMoment } from "./hop-potential.ts";
export { cooperativePay, integratedPay, privatePay } from "./mutuality.ts";
export { potential } from "./potential.ts";
export { sharing } from "./sharing.ts";
export { type Subgoal, subgoals } from "./subgoals.ts";
export { teamMix } from "./team-mix.ts";

export const rewards = await atHand(rewardLibrary);
