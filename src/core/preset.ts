// One thing under a second name: the same parameters and the same making, with other values where none are given.

import { z } from "zod";
import { isMap } from "./checked.ts";
import { type BoundEntry, bind, type EntryExample } from "./registry.ts";

/** Values by parameter; those of a map's own parameters may be given in part. */
export type Defaults = { readonly [name: string]: unknown };

/** What a second name says of itself. */
export interface Preset {
  readonly id: string;
  readonly summary: string;
  readonly source?: string;
  readonly defaults: Defaults;
  readonly example?: EntryExample;
}

/** `base` with other defaults. Throws at once where a default is not one of its parameters or out of its range. */
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
  // What holds between parameters goes on to hold.
  return schema.safeExtend(Object.fromEntries(fields));
}

/** The object behind what makes a field optional. */
function mapOf(field: unknown): z.ZodObject | undefined {
  let at = field;
  while (at instanceof z.ZodDefault || at instanceof z.ZodOptional || at instanceof z.ZodPrefault) at = at.unwrap();
  return at instanceof z.ZodObject ? at : undefined;
}
