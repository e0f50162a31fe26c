// Worlds of matching: who gets what, one by one.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { matchingImpressions } from "./impressions.ts";
import { matchingOffers } from "./offers.ts";

export const matchingWorlds: readonly Bound<NumericEnvironment>[] = [matchingImpressions, matchingOffers];
