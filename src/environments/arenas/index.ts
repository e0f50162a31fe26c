// The arenas that ship, by their names.

import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { Arena } from "./arena.ts";

export const arenas = new Library<BoundEntry<Arena>>("arena", {
  "core-war": async () => (await import("./core-war/arena.ts")).coreWar,
});
