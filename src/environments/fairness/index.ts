// Decisions over people, and who says that they are unfair.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { lending } from "./lending.ts";

export const fairnessWorlds: readonly Bound<NumericEnvironment>[] = [lending];
