// Pay for the rare: a bonus that fades with every visit, counted over all experience and never forgotten.

import type { RewardPlan } from "../core/reward.ts";
import { stateKey, tally } from "./state-key.ts";

/** What a count counts. */
export interface CountOptions {
  /** State channels that tell states apart: ψ. */
  readonly channels: readonly string[];
  /** Width of a bin of each channel. Default 1, which suits whole numbers. */
  readonly cell?: number;
}

/**
 * Pays N(ψ(s'))^(−`power`), N the number of visits of all episodes with this one: 1/√N by default (Strehl & Littman,
 * 2008; arXiv 2306.03236, eq. for b_global). The state an episode begins in is counted and not paid. Each agent has its
 * own counts. It lasts: two episodes are paid differently.
 */
export function countBonus({ channels, cell = 1 }: CountOptions, power = 0.5): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const key = stateKey(channels, spec, cell, "the count");
    const counts = Array.from({ length: agents }, (_, i) => tally(key, memory?.part(i)));
    const fade = power === 0.5 ? (n: number) => 1 / Math.sqrt(n) : (n: number) => n ** -power;
    return {
      lasting: true,
      reset(outcomes) {
        for (let i = 0; i < agents; i++) counts[i].add(key.of(outcomes, i));
      },
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) pay[i] = fade(counts[i].add(key.of(outcomes, i)));
      },
    };
  };
}
