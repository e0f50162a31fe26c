// Every source of feedback that Agon ships, by name.

import { Registry } from "../../core/registry.ts";
import { critic } from "./critic.ts";
import { debate } from "./debate.ts";
import { file } from "./file.ts";
import { model } from "./model.ts";
import { panel } from "./panel.ts";
import { person } from "./person.ts";
import type { FeedbackPlan } from "./source.ts";
import { users } from "./users.ts";

export const feedbackSources = new Registry<FeedbackPlan>("source of feedback", [
  ...[person, panel, users, critic],
  ...[debate, file, model],
]);
