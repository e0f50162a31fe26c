// The parameters of anything that has a name as rows for people: `agon show` and the manual's reference print them.

import { z } from "zod";
import { shortened } from "../../core/errors.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** One parameter; those of a map within stand after it as `map.name`, those of a list's items as `list[].name`. */
export interface ParameterRow {
  readonly name: string;
  /** As YAML would write it; a dash where the parameter may be left out, `required` where its map needs it. */
  readonly preset: string;
  readonly allowed: string;
  readonly meaning: string;
}

/** All parameters of a schema, outermost first; none where it takes none. */
export function parameterRows(parameters: z.ZodType): ParameterRow[] {
  const schema = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
  return fieldsOf(schema, "", schema.$defs ?? {});
}

type Definitions = Readonly<Record<string, Schema>>;

function fieldsOf(map: Schema, prefix: string, definitions: Definitions): ParameterRow[] {
  return Object.entries(map.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === "boolean") return [];
    const row: ParameterRow = {
      name: `${prefix}${name}`,
      preset: presetOf(field, map.required?.includes(name) === true),
      allowed: allowedIn(field, definitions),
      meaning: field.description ?? "",
    };
    const within = innerFields(field, row.name, definitions);
    // A map that says nothing of its own is told by its fields.
    return within.length > 0 && row.meaning === "" && field.anyOf === undefined ? within : [row, ...within];
  });
}

/** Rows of a map, of the maps in a list or under names of the user's choice, and of whichever of several forms is a map. */
function innerFields(field: Schema, name: string, definitions: Definitions): ParameterRow[] {
  if (field.properties !== undefined) return fieldsOf(field, `${name}.`, definitions);
  const items = field.items;
  if (typeof items === "object" && !Array.isArray(items)) return innerFields(items, `${name}[]`, definitions);
  const values = field.additionalProperties;
  if (typeof values === "object") return innerFields(values, `${name}.NAME`, definitions);
  return [...(field.anyOf ?? []), ...(field.oneOf ?? [])].flatMap((form) =>
    typeof form === "boolean" ? [] : innerFields(form, name, definitions),
  );
}

function presetOf(field: Schema, required: boolean): string {
  if (required) return "required";
  const { default: preset } = field;
  if (preset === undefined || (field.properties !== undefined && isEmpty(preset))) return "–";
  return shortened(flow(preset));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** YAML on one line. */
export function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value === "string" && /^[a-z][\w./-]*$/i.test(value)) return value;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, part]) => `${key}: ${flow(part)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function allowedIn(field: Schema, definitions: Definitions): string {
  if (field.$ref !== undefined) return definitions[field.$ref.slice(field.$ref.lastIndexOf("/") + 1)]?.title ?? "any";
  if (field.enum !== undefined) return field.enum.map((value) => (value === null ? "null" : String(value))).join(", ");
  if (field.const !== undefined) return String(field.const);
  const some = field.anyOf ?? field.oneOf;
  if (some !== undefined) {
    const forms = some.map((form) => (typeof form === "boolean" ? "any" : allowedIn(form, definitions)));
    return [...new Set(forms)].join(" or ");
  }
  switch (field.type) {
    case "integer":
      return `whole ${rangeOf(field)}`;
    case "number":
      return rangeOf(field);
    case "boolean":
      return "true, false";
    case "string":
      return "text";
    case "array":
      return listOf(field, definitions);
    case "object":
      return "map";
    default:
      return "any";
  }
}

function rangeOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): string {
  const low = exclusiveMinimum === undefined ? endOf(minimum, "") : endOf(exclusiveMinimum, "> ");
  const high = exclusiveMaximum === undefined ? endOf(maximum, "") : endOf(exclusiveMaximum, "< ");
  return low === undefined && high === undefined ? "number" : `${low ?? ""} … ${high ?? ""}`.trim();
}

/** An end of a range; undefined where it is only what a whole number of the machine can be. */
const endOf = (value: number | boolean | undefined, sign: string): string | undefined =>
  typeof value !== "number" || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : `${sign}${brief(value)}`;

/** Large numbers as powers of ten, where that is shorter. */
function brief(value: number): string {
  const power = value.toExponential().replace("+", "");
  return Math.abs(value) >= 1e6 && power.length < String(value).length ? power : String(value);
}

function listOf({ items, prefixItems, minItems, maxItems }: Schema, definitions: Definitions): string {
  const form = (one: Schema | boolean) => (typeof one === "boolean" ? "any" : allowedIn(one, definitions));
  if (prefixItems !== undefined) return `[${prefixItems.map(form).join(", ")}]`;
  const count = minItems === maxItems && minItems !== undefined ? `${minItems} of ` : "";
  return `list of ${count}${items === undefined || Array.isArray(items) ? "any" : form(items)}`;
}
