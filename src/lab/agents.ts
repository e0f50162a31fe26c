// Every agent that an experiment may name: those that play by a rule, and those that learn within an episode.

import { agents as players } from "../agents/index.ts";
import { onlineLearners } from "../algorithms/bandits/agents.ts";
import { observingLearners } from "../algorithms/bandits/observing-agents.ts";
import { hiringLearners } from "../algorithms/hiring/agents.ts";
import { lenders } from "../algorithms/one-sided/agents.ts";
import { duelingLearners } from "../algorithms/preference/agents.ts";
import type { AgentPlan } from "../core/agent.ts";
import { Registry } from "../core/registry.ts";

export const agents = new Registry<AgentPlan>("agent", [
  ...players.entries(),
  ...onlineLearners,
  ...observingLearners,
  ...hiringLearners,
  ...duelingLearners,
  ...lenders,
]);
