// Every world that Agon ships, by id.

import type { NumericEnvironment } from "../core/environment.ts";
import { Library } from "../core/library.ts";
import type { Bound } from "../core/registry.ts";
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

export const environments = new Library<Bound<NumericEnvironment>>(
  "environment",
  coopetitionWorlds,
  controlWorlds,
  gridWorlds,
  bandits,
  duels,
  languageWorlds,
  teams,
  toolWorlds,
  markets,
  contractWorlds,
  matchingWorlds,
  fairnessWorlds,
);
