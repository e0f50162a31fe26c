// Flags of commands that score texts by rewards: how functions of Python are called, and what they and models may take.

import type { TextRewardOptions } from "../lab/text-rewards/named-reward.ts";
import { one, positive, text, usually, whole } from "./declaration.ts";

export const rewardOptions = {
  python: usually("python3", text("<program>", "interpreter of rewards in Python: .venv/bin/python")),
  signature: one(
    "<kind>",
    "how a function of Python is called (default: told by its parameters)",
    "trl",
    "verl",
    "verifiers",
  ),
  seconds: usually(60, positive("<n>", "seconds that a function of Python may take for a batch of texts")),
  memory: usually(4096, whole("megabytes of a function of Python", 16, 1_000_000)),
  budget: positive("<money>", "money that judges may cost, by the prices of their files"),
};

interface RewardFlags {
  readonly python: string;
  readonly signature?: "trl" | "verl" | "verifiers";
  readonly seconds: number;
  readonly memory: number;
  readonly budget?: number;
}

/** Options of rewards by flags. */
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
