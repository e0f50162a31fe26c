// Worlds that are played in pairs of episodes, with an annotator who compares them.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { randomProcessDuels } from "./random-process.ts";

export const duels: readonly Bound<NumericEnvironment>[] = [randomProcessDuels];
