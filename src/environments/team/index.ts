// Teams: an orchestrator and the workers that it asks.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const teams: Sources<Bound<NumericEnvironment>> = {
  "team/fact-finding": async () => (await import("./fact-finding.ts")).factFinding,
};
