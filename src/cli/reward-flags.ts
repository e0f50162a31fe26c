// Options of rewards of texts from a command's flags: how functions of Python are called, and what they and models may take.

import type { TextRewardOptions } from "../lab/text-rewards/named-reward.ts";

interface RewardFlags {
  readonly python: string;
  readonly signature?: "trl" | "verl" | "verifiers";
  readonly seconds: number;
  readonly memory: number;
  readonly budget?: number;
}

export const rewardFlags = ({
  python,
  signature,
  seconds,
  memory,
  budget,
}: RewardFlags): Omit<TextRewardOptions, "directory"> => ({
  ...{ python, seconds, memory, budget },
  ...(signature === undefined ? {} : { signature }),
});
