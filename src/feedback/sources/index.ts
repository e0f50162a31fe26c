// Every source of feedback that Agon ships, by name.

import { Registry } from "../../core/registry.ts";
import { panel } from "./panel.ts";
import { person } from "./person.ts";
import type { FeedbackPlan } from "./source.ts";

export const feedbackSources = new Registry<FeedbackPlan>("source of feedback", [person, panel]);
