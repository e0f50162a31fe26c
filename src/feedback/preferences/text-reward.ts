// What every reward of texts has, linear or not, and what its file says of where it comes from.

import { z } from "zod";

/** What a text is worth: the difference of two rewards is the log-odds that the first is preferred. */
export interface TextReward {
  /** The model's id, and what it was fitted to. */
  readonly about: RewardDescription;
  reward(prompt: string, text: string): number;
}

export const rewardDescription = z.object({
  model: z.string(),
  /** The file of comparisons, how many, and of how many prompts. */
  file: z.string(),
  pairs: z.int(),
  prompts: z.int(),
});
export type RewardDescription = z.output<typeof rewardDescription>;
