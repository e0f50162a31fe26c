// Contracts: agents whose effort nobody sees, paid by what they report.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const contractWorlds: Sources<Bound<NumericEnvironment>> = {
  "contracts/inspectors": async () => (await import("./inspectors.ts")).inspectors,
  "contracts/employer": async () => (await import("./employer.ts")).employer,
};
