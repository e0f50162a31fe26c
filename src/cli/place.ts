// Where the command line makes ready what a world asks for: paths start from the working folder, what was read lies in the store.

import type { Place } from "../core/registry.ts";
import { keptIn } from "../lab/store.ts";
import { note } from "./output.ts";

/** The place for a store, `.agon` by default. */
export function place(store = ".agon"): Place {
  const told = new Set<string>();
  return {
    directory: process.cwd(),
    cache: keptIn(store),
    // Variants read the same log.
    onNotice(text) {
      if (!told.has(text)) note(`agon: ${text}`);
      told.add(text);
    },
  };
}
