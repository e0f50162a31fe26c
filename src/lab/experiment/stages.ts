// Stages of an experiment by their names: trainings that go before, each known by the key of the cells that it trains in.

import { type Path, UserError, under, unknownName } from "../../core/errors.ts";
import type { Preparation } from "../../core/registry.ts";

/** Looks stages up; a UserError has the nearest name where there is none. */
export const stageKeyIn =
  (keys: ReadonlyMap<string, string>): NonNullable<Preparation["stageKey"]> =>
  (name) => {
    const key = keys.get(name);
    if (key !== undefined) return key;
    const error = unknownName("earlier stage", name, [...keys.keys()]);
    throw new UserError({ ...error, path: [] });
  };

/** The key of a stage that is named at `path`. Throws a UserError where there are no stages, or none of this name. */
export function stageKeyAt({ stageKey }: Preparation, name: string, path: Path): string {
  if (stageKey !== undefined) return under(path, () => stageKey(name));
  throw new UserError({ code: "no-stages", what: "there are no stages here", path });
}
