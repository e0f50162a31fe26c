// Decisions over people, and who says that they are unfair.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const fairnessWorlds: Sources<Bound<NumericEnvironment>> = {
  "fairness/lending": async () => (await import("./lending.ts")).lending,
};
