// Which version of an item that a user likes the user clicks, where a list has a human and an AI text of it.

import type { Random } from "../../core/random.ts";
import { rankOf } from "./source-bias.ts";

export interface VersionClicks {
  /**
   * hard: the version ranked best (η = −1 in the released code). soft: the AI version by the chance 1/(1 + e^{−(s_ai − s_human)}). ranks:
   * each version by its share of rank^−eta.
   */
  readonly clicks: "hard" | "soft" | "ranks";
  readonly eta: number;
}

/** The place that is clicked; `human` or `ai` is −1 where the list lacks that version. `scores` are NaN at empty places. */
export function clickedSlot(
  { clicks, eta }: VersionClicks,
  scores: Float64Array,
  human: number,
  ai: number,
  random: Random,
): number {
  if (human < 0 || ai < 0) return Math.max(human, ai);
  switch (clicks) {
    case "hard":
      return rankOf(scores, ai) < rankOf(scores, human) ? ai : human;
    case "soft":
      return random.uniform() < 1 / (1 + Math.exp(scores[human] - scores[ai])) ? ai : human;
    case "ranks": {
      const [byAi, byHuman] = [rankOf(scores, ai) ** -eta, rankOf(scores, human) ** -eta];
      return random.uniform() * (byAi + byHuman) < byAi ? ai : human;
    }
    default:
      return clicks satisfies never;
  }
}
