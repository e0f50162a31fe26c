// Potential-based shaping, F = γ·Φ(s') − Φ(s) (Ng, Harada & Russell, 1999): guides learning without moving the optimum.
// The potential reads state channels only, since a flow is no function of the state; it is 0 in a state that ends the
// episode, and goes on where the episode is merely cut off.

import { scopedValue } from "../core/channel.ts";
import { Status } from "../core/environment.ts";
import type { RewardPlan } from "../core/reward.ts";
import { type Combination, combinations } from "./combine.ts";
import { stateChannels } from "./state-key.ts";

/** Shaping with γ = `discount`. */
export function shaping(discount: number) {
  let before = 0;
  return {
    /** Begins an episode at the potential `phi`. */
    begin(phi: number) {
      before = phi;
    },
    /** One step to the potential `phi`, which counts as 0 where the world `ended` the episode. */
    step(phi: number, ended: boolean) {
      const now = ended ? 0 : phi;
      const pay = discount * now - before;
      before = now;
      return pay;
    },
  };
}

/**
 * Pays γ·Φ(s') − Φ(s), where Φ combines weight × state channel, by default as their sum. `discount` is γ in (0, 1], the learner's own.
 */
export function potential(
  weights: Readonly<Record<string, number>>,
  discount: number,
  how: Combination = "sum",
): RewardPlan {
  return (spec) => {
    const agents = spec.agents.length;
    const channels = spec.channels.length;
    const factors = Object.values(weights);
    const references = stateChannels(Object.keys(weights), spec, "the potential");
    const combine = combinations[how];
    const terms = new Float64Array(factors.length);
    const shaped = Array.from({ length: agents }, () => shaping(discount));
    const phi = (outcomes: Float64Array, seat: number): number => {
      for (let k = 0; k < terms.length; k++)
        terms[k] = factors[k] * scopedValue(references[k], outcomes, seat, agents, channels);
      return combine(terms);
    };
    return {
      reset(outcomes) {
        for (let i = 0; i < agents; i++) shaped[i].begin(phi(outcomes, i));
      },
      pay(outcomes, status, pay) {
        const ended = (status & Status.terminated) !== 0;
        for (let i = 0; i < agents; i++) pay[i] = shaped[i].step(phi(outcomes, i), ended);
      },
    };
  };
}
