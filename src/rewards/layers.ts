// Pay in layers: each is paid on top of those below it, and only where what is below is good enough. So that what is desired
// cannot be bought with what is required: persuasion counts once an answer is right, and thrift once it persuades.

import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { channel } from "./channel-reward.ts";
import { sum } from "./combine.ts";
import { gate } from "./gate.ts";

/** A channel that is paid, and how much of it opens the layers above. */
export interface Layer {
  readonly channel: string;
  /** Factor on the channel; default 1. */
  readonly weight?: number;
  /** What the channel must reach at this step for the next layer to be paid; default 0. The last layer opens nothing. */
  readonly opens?: number;
}

/**
 * w₁·x₁ + [x₁ ≥ θ₁]·(w₂·x₂ + [x₂ ≥ θ₂]·(w₃·x₃ + …)) with x the channels of a step (after the hierarchical reward of arXiv
 * 2603.06065, whose formula is not published). Throws a UserError without layers.
 */
export function layers(stack: readonly Layer[]): RewardPlan {
  const [lowest, ...above] = stack;
  if (lowest === undefined)
    throw new UserError({ code: "no-layers", what: "pay in layers has none", hint: "name one" });
  const own = channel(lowest.channel, lowest.weight);
  if (above.length === 0) return own;
  return sum(own, gate({ channel: lowest.channel, atLeast: lowest.opens ?? 0 }, layers(above)));
}
