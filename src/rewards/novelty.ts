// Pay for crossing from the known into the unknown: the rise of a novelty from one state to the next.

import type { RewardPlan } from "../core/reward.ts";
import type { CountOptions } from "./count-bonus.ts";
import { stateKey, tally } from "./state-key.ts";

/** How a rise is measured. */
export interface NoveltyOptions extends CountOptions {
  /** c: how much of the novelty of the state that was left is taken off. Default 0.5, as published. */
  readonly scale?: number;
  /** Pay only where the state is met for the first time in the episode, as published. Default true. */
  readonly firstVisit?: boolean;
}

/**
 * Pays max(0, n(s') − c·n(s)) at the first visit of the episode, NovelD (Zhang et al., NeurIPS 2021) with the novelty
 * n(s) = 1/√N(ψ(s)) of counts over all experience in the place of a network's error. Visits are counted on arrival.
 */
export function noveltyBonus({ channels, cell = 1, scale = 0.5, firstVisit = true }: NoveltyOptions): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const key = stateKey(channels, spec, cell, "the novelty bonus");
    const counts = Array.from({ length: agents }, (_, i) => tally(key, memory?.part(i)));
    const met = Array.from({ length: agents }, () => tally(key));
    const left = new Float64Array(agents);
    return {
      lasting: true,
      reset(outcomes) {
        for (let i = 0; i < agents; i++) {
          met[i].clear();
          const at = key.of(outcomes, i);
          met[i].add(at);
          left[i] = 1 / Math.sqrt(counts[i].add(at));
        }
      },
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) {
          const at = key.of(outcomes, i);
          const novelty = 1 / Math.sqrt(counts[i].add(at));
          const first = met[i].add(at) === 1;
          pay[i] = first || !firstVisit ? Math.max(0, novelty - scale * left[i]) : 0;
          left[i] = novelty;
        }
      },
    };
  };
}
