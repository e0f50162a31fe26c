// Worlds of text, judged by programs.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { calculatorWorld } from "./calculator.ts";
import { chainWorld } from "./chain.ts";
import { critiqueWorld } from "./critique.ts";
import { functionWorld } from "./function.ts";
import { lookupWorld } from "./lookup.ts";
import { programWorld } from "./program.ts";
import { proposerWorld } from "./proposer.ts";
import { questionsWorld } from "./questions.ts";
import { shoppingWorld } from "./shopping.ts";
import { sortWorld } from "./sort.ts";
import { sumsWorld } from "./sums.ts";
import { tapeWorld } from "./tape.ts";

export const languageWorlds: readonly Bound<NumericEnvironment>[] = [
  sortWorld,
  chainWorld,
  sumsWorld,
  calculatorWorld,
  lookupWorld,
  programWorld,
  critiqueWorld,
  questionsWorld,
  shoppingWorld,
  proposerWorld,
  tapeWorld,
  functionWorld,
];
