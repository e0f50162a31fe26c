// Pay for the rare, by counts of visits: over all experience, in the episode, or for the rise of novelty from one state to the next.

import type { RewardPlan } from "../core/reward.ts";
import { stateKey, tally } from "./state-key.ts";

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

/**
 * Pays 1 where ψ(s') is met for the first time in the episode, else 0 (arXiv 2306.03236; Raileanu & Rocktäschel, arXiv
 * 2002.12292). The state the episode begins in is met. What it pays depends on the episode so far, so the agent has to
 * remember or to see where it was.
 */
export function episodicBonus({ channels, cell = 1 }: CountOptions): RewardPlan {
  return (spec) => {
    const agents = spec.agents.length;
    const key = stateKey(channels, spec, cell, "the episodic bonus");
    const met = Array.from({ length: agents }, () => tally(key));
    return {
      reset(outcomes) {
        for (let i = 0; i < agents; i++) {
          met[i].clear();
          met[i].add(key.of(outcomes, i));
        }
      },
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) pay[i] = met[i].add(key.of(outcomes, i)) === 1 ? 1 : 0;
      },
    };
  };
}

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
