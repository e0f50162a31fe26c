// Stages of an experiment by name: trainings that run first. Each is identified by the key of its cells.

import { type Path, UserError, under, unknownName } from "../../core/errors.ts";
import type { Preparation } from "../../core/registry.ts";

/** Returns a lookup of stages by name. It throws a UserError with the nearest name where there is none. */
export const stageKeyIn =
  (keys: ReadonlyMap<string, string>): NonNullable<Preparation["stageKey"]> =>
  (name) => {
    const key = keys.get(name);
    if (key !== undefined) return key;
    const error = unknownName("earlier stage", name, [...keys.keys()]);
    throw new UserError({ ...error, path: [] });
  };

/** Returns the key of the stage that is named at `path`. Throws a UserError where there are no stages, or none of this name. */
export function stageKeyAt({ stageKey }: Preparation, name: string, path: Path): string {
  if (stageKey !== undefined) return under(path, () => stageKey(name));
  throw new UserError({ code: "no-stages", what: "there are no stages here", path });
}
