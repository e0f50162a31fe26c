// Text methods and callbacks that belong to no one system.

import type { Sources } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { CallbackPlan } from "./callback.ts";
import type { TextMethodPlan } from "./text-method.ts";

export const textMethods: Sources<BoundEntry<TextMethodPlan>> = {
  dpo: async () => (await import("./contrastive.ts")).directPreference.entry,
  "group-relative": async () => (await import("./group-relative.ts")).groupRelative.entry,
  ipo: async () => (await import("./contrastive.ts")).identityPreference.entry,
  kto: async () => (await import("./kahneman-tversky.ts")).kahnemanTversky.entry,
  "separate-advantages": async () => (await import("./separate-advantages.ts")).separateAdvantages.entry,
  simpo: async () => (await import("./contrastive.ts")).simplePreference.entry,
};

export const callbacks: Sources<BoundEntry<CallbackPlan>> = {
  "rejection-sampling": async () => (await import("./rejection-sampling.ts")).rejectionSampling.entry,
};
