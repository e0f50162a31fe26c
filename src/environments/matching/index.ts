// Worlds of matching: who gets what, one by one.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const matchingWorlds: Sources<Bound<NumericEnvironment>> = {
  "matching/impressions": async () => (await import("./impressions.ts")).matchingImpressions,
  "matching/offers": async () => (await import("./offers.ts")).matchingOffers,
};
