// Environments of other frameworks in separate processes. They are not part of the registry, because each depends on the user's parameters
// and needs an interpreter.

import type { NumericEnvironment } from "../../core/environment.ts";
import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";

export const hostedWorlds = new Library<BoundEntry<NumericEnvironment>>("environment", {
  gymnasium: async () => (await import("./entries.ts")).gymnasium,
  pettingzoo: async () => (await import("./entries.ts")).pettingzoo,
});
