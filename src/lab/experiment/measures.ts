// Measures that an experiment declares: each has a unique name, and is bound to a variant's world.

import { basename } from "node:path";
import type { Channel } from "../../core/channel.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError, under } from "../../core/errors.ts";
import type { CellMeasure } from "../../core/measure.ts";
import { plainName } from "../../core/visible.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Description, MeasureDeclaration } from "./description.ts";
import { isFile } from "./plugins.ts";

/** A measure and the channel under which reports list its value. */
export interface NamedMeasure {
  readonly channel: Channel;
  readonly measure: CellMeasure["measure"];
}

/** Names that reports and claims use themselves. */
const TAKEN = ["objective", "pay", "welfare", "inequality", "steps", "terminated", "failed"];

/**
 * Returns the declared measures in a world. Throws a UserError, below `measures`, for one that does not fit the world, or whose name is in
 * use.
 */
export function measuresOf(
  declared: readonly MeasureDeclaration[],
  world: NumericEnvironment,
  parts: Catalogue,
): readonly NamedMeasure[] {
  const names = new Set([...TAKEN, ...world.spec.channels.map(({ name }) => name)]);
  return declared.map((one, k): NamedMeasure => {
    const { use, name, parameters } = named(one);
    const path = ["measures", k];
    plainName("a measure's name", name, path);
    if (names.has(name) || name.includes(".")) {
      const what = name.includes(".") ? `the name ${name} has a point` : `the name ${name} is taken`;
      const hint = "give it another: { use: …, name: … }";
      throw new UserError({ code: "same-name", what, path, hint });
    }
    names.add(name);
    const plan = parts.measures.get(use, path).make(parameters, path);
    const { measure, ...about } = under(path, () => plan(world));
    return { channel: { name, over: "last", state: false, measured: true, ...about }, measure };
  });
}

/** Returns the description with the defaults of its measures. */
export function completedMeasures(description: Description, parts: Catalogue): Description {
  const { measures } = description;
  if (measures === undefined) return description;
  const complete = measures.map((one, k) => {
    const { use, name, parameters } = named(one);
    const whole = parts.measures.get(use).complete(parameters, ["measures", k]);
    return { use, name, ...(typeof whole === "object" ? whole : {}) };
  });
  return { ...description, measures: complete };
}

function named(declared: MeasureDeclaration): { use: string; name: string; parameters: object } {
  const { use, name, ...parameters } = typeof declared === "string" ? { use: declared } : declared;
  // A file's default name is its file name without folder and extension.
  return { use, name: name ?? (isFile(use) ? basename(use).replace(/\.m?[jt]s$/, "") : use), parameters };
}
