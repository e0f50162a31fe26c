// Teams: an orchestrator and the workers that it asks.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { factFinding } from "./fact-finding.ts";

export const teams: readonly Bound<NumericEnvironment>[] = [factFinding];
