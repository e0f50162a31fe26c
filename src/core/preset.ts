// Presets: an entry under a second name, with other default parameters.

import { z } from "zod";
import { isMap } from "./checked.ts";
import { type BoundEntry, bind, type EntryExample } from "./registry.ts";

/** Default values by parameter. A parameter that is a map may be given in part. */
export type Defaults = { readonly [name: string]: unknown };

export interface Preset {
  readonly id: string;
  readonly summary: string;
  readonly source?: string;
  readonly defaults: Defaults;
  readonly example?: EntryExample;
}

/** Returns `base` with other defaults. Throws at once where a default names no parameter of it or is out of range. */
export function preset<Made>(base: BoundEntry<Made>, { defaults, ...entry }: Preset): BoundEntry<Made> {
  const parameters = withDefaults(base.parameters, defaults, base.id);
  base.complete(parameters.parse({}));
  return bind({ ...entry, parameters, make: (given) => base.make(given) });
}

function withDefaults(schema: z.ZodType, defaults: Defaults, name: string): z.ZodObject {
  if (!(schema instanceof z.ZodObject)) throw new Error(`"${name}" has no parameters of its own to preset`);
  const fields = Object.entries(defaults).map(([key, value]): [string, z.ZodType] => {
    const field: unknown = Object.hasOwn(schema.shape, key) ? Reflect.get(schema.shape, key) : undefined;
    if (!(field instanceof z.ZodType)) throw new Error(`"${name}" has no parameter "${key}" to preset`);
    const inner = isMap(value) ? mapOf(field) : undefined;
    if (inner === undefined || !isMap(value)) return [key, field.default(value)];
    // A map that is given in part keeps the preset's values for the rest.
    const part = withDefaults(inner, value, `${name}.${key}`).prefault({});
    return [key, field.description === undefined ? part : part.describe(field.description)];
  });
  // Refinements over several parameters are kept.
  return schema.safeExtend(Object.fromEntries(fields));
}

/** Unwraps optional and default from a field; undefined where it is not a map. */
function mapOf(field: unknown): z.ZodObject | undefined {
  let at = field;
  while (at instanceof z.ZodDefault || at instanceof z.ZodOptional || at instanceof z.ZodPrefault) at = at.unwrap();
  return at instanceof z.ZodObject ? at : undefined;
}
