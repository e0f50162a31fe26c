// Every reward that Agon ships, by name. Its module is imported when its name is used.

import { Library, together } from "../core/library.ts";
import type { BoundEntry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";

export const rewardLibrary = new Library<BoundEntry<RewardPlan>>("reward", {
  ...together(["private", "integrated", "cooperative"], async () => (await import("./mutuality.ts")).mutualRewards),
  ...together(
    ["bonus/global", "bonus/episodic", "bonus/novelty", "bonus/elliptical", "bonus/distillation"],
    async () => (await import("./exploration.ts")).explorationBonuses,
  ),
  aligned: async () => (await import("./aligned.ts")).aligned,
  ...together(["frechet", "vendi"], async () => (await import("./set-rewards.ts")).setRewards),
});
