// Worlds of text, judged by programs.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { chainWorld } from "./chain.ts";
import { sortWorld } from "./sort.ts";
import { sumsWorld } from "./sums.ts";

export const languageWorlds: readonly Bound<NumericEnvironment>[] = [sortWorld, chainWorld, sumsWorld];
