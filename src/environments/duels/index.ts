// Worlds that are played in pairs of episodes, with an annotator who compares them.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const duels: Sources<Bound<NumericEnvironment>> = {
  "duels/random-process": async () => (await import("./random-process.ts")).randomProcessDuels,
};
