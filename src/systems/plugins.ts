// What the systems bring that an experiment may name: text methods, callbacks, presets of the trainer of texts, and learners.

import type { CallbackPlan } from "../algorithms/text/callback.ts";
import type { TextPreset } from "../algorithms/text/grpo.ts";
import type { TextMethodPlan } from "../algorithms/text/text-method.ts";
import type { AlgorithmPlan } from "../core/algorithm.ts";
import type { Sources } from "../core/library.ts";
import type { BoundEntry } from "../core/registry.ts";

export const textMethods: Sources<BoundEntry<TextMethodPlan>> = {
  "negative-aware": async () => (await import("./negative-aware/method.ts")).method.entry,
  "turn-group-policy": async () => (await import("./turn-group-policy/method.ts")).method.entry,
  inpo: async () => (await import("./inpo/method.ts")).method.entry,
  matchtir: async () => (await import("./matchtir/method.ts")).method.entry,
  "shopping-agent": async () => (await import("./shopping-agent/method.ts")).method.entry,
};

export const callbacks: Sources<BoundEntry<CallbackPlan>> = {
  "verl-rank": async () => (await import("./verl-rank/callback.ts")).callback.entry,
  "effective-rank": async () => (await import("./verl-rank/effective-rank.ts")).meter.entry,
  cooper: async () => (await import("./cooper/callback.ts")).callback.entry,
  revisor: async () => (await import("./revisor/callback.ts")).callback.entry,
  "swe-rm": async () => (await import("./swe-rm/callback.ts")).callback.entry,
  spark: async () => (await import("./spark/callback.ts")).callback.entry,
  "dual-play": async () => (await import("./dual-play/callback.ts")).callback.entry,
  "feedback-friction": async () => (await import("./feedback-friction/callback.ts")).callback.entry,
};

export const textPresets: Sources<TextPreset> = {
  "negative-aware": async () => (await import("./negative-aware/method.ts")).preset,
  "metacognitive-tools": async () => (await import("./metacognitive-tools/preset.ts")).preset,
  "turn-group-policy": async () => (await import("./turn-group-policy/method.ts")).preset,
  matchtir: async () => (await import("./matchtir/method.ts")).preset,
  "shopping-agent": async () => (await import("./shopping-agent/method.ts")).preset,
};

export const learners: Sources<BoundEntry<AlgorithmPlan>> = {
  "behavior-alignment": async () => (await import("./behavior-alignment/algorithm.ts")).algorithm,
  topocurate: async () => (await import("./topocurate/algorithm.ts")).algorithm,
};
