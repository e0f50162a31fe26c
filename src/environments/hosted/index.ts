// Worlds that are environments of another maker, in processes of their own. They are apart from the worlds that ship: each is another
// by what it names, and none is there without an interpreter.

import type { NumericEnvironment } from "../../core/environment.ts";
import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";

export const hostedWorlds = new Library<BoundEntry<NumericEnvironment>>("environment", {
  gymnasium: async () => (await import("./entries.ts")).gymnasium,
  pettingzoo: async () => (await import("./entries.ts")).pettingzoo,
});
