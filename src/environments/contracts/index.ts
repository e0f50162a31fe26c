// Contracts: agents whose effort nobody sees, paid by what they report.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { employer } from "./employer.ts";
import { inspectors } from "./inspectors.ts";

export const contractWorlds: readonly Bound<NumericEnvironment>[] = [inspectors, employer];
