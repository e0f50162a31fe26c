// Every shipped world with what it declares of itself, made with its defaults.

import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type BoundEntry, ready } from "../../core/registry.ts";
import { environments } from "../../environments/index.ts";

export interface World {
  readonly entry: BoundEntry<NumericEnvironment>;
  readonly spec: NumericSpec;
}

/** All of them, in the order of the library. */
export async function madeWorlds(): Promise<World[]> {
  const worlds: World[] = [];
  for (const entry of await environments.all()) {
    const parameters = await ready(entry, undefined, { directory: ".", cache: ".agon/logs" });
    worlds.push({ entry, spec: entry.make(parameters).spec });
  }
  return worlds;
}
