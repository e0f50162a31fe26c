// Every source of feedback that Agon ships, by name. Its module is imported when its name is used.

import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { FeedbackPlan } from "./source.ts";

export const feedbackSources = new Library<BoundEntry<FeedbackPlan>>("source of feedback", {
  person: async () => (await import("./person.ts")).person,
  aspects: async () => (await import("./aspects.ts")).aspects,
  panel: async () => (await import("./panel.ts")).panel,
  users: async () => (await import("./users.ts")).users,
  critic: async () => (await import("./critic.ts")).critic,
  debate: async () => (await import("./debate.ts")).debate,
  file: async () => (await import("./file.ts")).file,
  model: async () => (await import("./model.ts")).model,
});
