// Every world that Agon ships, by id.

import type { NumericEnvironment } from "../core/environment.ts";
import { Library } from "../core/library.ts";
import type { Bound } from "../core/registry.ts";
import type { Rule } from "../mechanisms/rule.ts";
import { bandits } from "./bandits/index.ts";
import { contractWorlds } from "./contracts/index.ts";
import { controlWorlds } from "./control/index.ts";
import { coopetitionWorlds } from "./coopetition/index.ts";
import { duels } from "./duels/index.ts";
import { fairnessWorlds } from "./fairness/index.ts";
import { gridWorlds } from "./gridworld/index.ts";
import { languageWorlds } from "./language/index.ts";
import { markets } from "./markets/index.ts";
import { matchingWorlds } from "./matching/index.ts";
import { teams } from "./team/index.ts";
import { toolWorlds } from "./tools/index.ts";

/** The worlds over the shipped rules of sale and those of one's own. */
export function environmentsOver(rules: readonly Bound<Rule>[]): Library<Bound<NumericEnvironment>> {
  return new Library<Bound<NumericEnvironment>>(
    "environment",
    coopetitionWorlds,
    controlWorlds,
    gridWorlds,
    bandits,
    duels,
    languageWorlds,
    teams,
    toolWorlds,
    markets(rules),
    contractWorlds,
    matchingWorlds,
    fairnessWorlds,
  );
}

export const environments = environmentsOver([]);
