// Worlds of text, judged by programs.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const languageWorlds: Sources<Bound<NumericEnvironment>> = {
  "language/sort": async () => (await import("./sort.ts")).sortWorld,
  "language/chain": async () => (await import("./chain.ts")).chainWorld,
  "language/sums": async () => (await import("./sums.ts")).sumsWorld,
  "language/calculator": async () => (await import("./calculator.ts")).calculatorWorld,
  "language/lookup": async () => (await import("./lookup.ts")).lookupWorld,
  "language/program": async () => (await import("./program.ts")).programWorld,
  "language/critique": async () => (await import("./critique.ts")).critiqueWorld,
  "language/questions": async () => (await import("./questions.ts")).questionsWorld,
  "language/shopping": async () => (await import("./shopping.ts")).shoppingWorld,
  "language/proposer": async () => (await import("./proposer.ts")).proposerWorld,
  "language/tape": async () => (await import("./tape.ts")).tapeWorld,
  "language/function": async () => (await import("./function.ts")).functionWorld,
};
