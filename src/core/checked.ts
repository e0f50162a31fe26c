// Schema checks of user input. The result is the value with its defaults, or every problem as a sentence with its path. A sentence says
// what is there and what is valid; for an unknown key it names the nearest valid one.

import { z } from "zod";
import { nearest, type Path, type Problem, shortened, UserError } from "./errors.ts";
import { carryOrder } from "./key-order.ts";

type Issue = z.core.$ZodIssue;

/** Returns whether a value is a map of names to values: an object that is not a list. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a map's own value under a name; undefined where it has none, also for inherited names such as `toString`. */
export function ownValue<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Parses `value` by `schema`; a UserError holds every problem with its path, below `path`. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, path: Path = []): T {
  const result = schema.safeParse(value);
  if (result.success) {
    carryOrder(value, result.data);
    return result.data;
  }
  const { issues } = result.error;
  throw new UserError(issues.filter(isStrictest).flatMap((issue) => problemsOf(issue, schema, value, path)));
}

/**
 * Keeps only the tightest of several bounds that one value breaks. It is the last one, since zod checks the range of safe integers first.
 */
function isStrictest(issue: Issue, at: number, issues: readonly Issue[]): boolean {
  if (issue.code !== "too_big" && issue.code !== "too_small") return true;
  const same = (other: Issue) => other.code === issue.code && String(other.path) === String(issue.path);
  return !issues.slice(at + 1).some(same);
}

/** Converts one zod issue into problems as sentences. For an unknown key, they name the nearest valid one. */
export function problemsOf(issue: Issue, schema: z.ZodType, value: unknown, path: Path): Problem[] {
  if (issue.code === "invalid_union")
    return discriminated(issue, value, path) ?? unionProblems(issue, schema, value, path);
  const at = [...path, ...keysOf(issue.path)];
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, value, issue.path).filter((key) => !issue.keys.includes(key));
    return issue.keys.map((key) => unknownKey(key, known, at));
  }
  if (issue.code === "invalid_key") {
    const [reason] = issue.issues;
    const hint = reason === undefined ? {} : { hint: expectation(reason, issue.path.at(-1)) };
    return [{ code: "invalid-key", what: `${display(at.at(-1))} is no valid name`, path: at, ...hint }];
  }
  const received = valueAt(value, issue.path);
  const preset = received === undefined && issue.code === "custom" ? presetAt(schema, issue.path) : undefined;
  const what = preset === undefined ? state(received) : `is ${display(preset)} by default`;
  return [{ code: issue.code.replaceAll("_", "-"), what, path: at, hint: expectation(issue, received) }];
}

/** Returns the default of the field at a path of maps; undefined where it has none. */
function presetAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  let field: z.core.JSONSchema.BaseSchema | boolean | undefined = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  for (const key of path) field = typeof field === "object" ? field.properties?.[String(key)] : undefined;
  return typeof field === "object" ? field.default : undefined;
}

/**
 * Problems of a value that fits no form of a union. They are those of the form that was most likely meant: the one with the fewest missing
 * keys. Where no form is more likely than another, one problem lists all forms.
 */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, schema: z.ZodType, value: unknown, path: Path): Problem[] {
  const received = valueAt(value, issue.path);
  const at = [...path, ...keysOf(issue.path)];
  const forms = formsOf(issue);
  const missing = (form: readonly Issue[]) =>
    form.flatMap((inner) => {
      const [key] = keysOf(inner.path);
      return inner.path.length === 1 && key !== undefined && valueAt(received, [key]) === undefined ? [key] : [];
    });
  const fitting = forms.filter((form) => !form.some(isMisfit));
  // A form counts as begun when one of its own required keys is present; the other required keys are then the missing ones.
  const begun = formsAt(schema, value, issue.path).filter((form) =>
    requiredKeys(form).some((key) => valueAt(received, [key]) !== undefined),
  );
  const isBegun = (form: readonly Issue[]) =>
    begun.some((one) => {
      const lacking = requiredKeys(one).filter((key) => valueAt(received, [key]) === undefined);
      return String(lacking) === String(missing(form));
    });
  const complete = fitting.filter((form) => missing(form).length === 0).sort((a, b) => a.length - b.length);
  const [meant] = complete.length > 0 ? complete : fitting.length === 1 ? fitting : fitting.filter(isBegun);
  if (meant !== undefined) {
    return meant.flatMap((inner) =>
      problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, schema, value, path),
    );
  }
  if (fitting.length > 0 && typeof received === "object" && received !== null) {
    const needed = [...new Set(fitting.flatMap((form) => missing(form).slice(0, 1)))].map(String);
    const known = formsAt(schema, value, issue.path).flatMap(keysIn);
    const slip = Object.keys(received).find((key) => !known.includes(key) && nearest(key, needed) !== undefined);
    if (slip !== undefined) return [unknownKey(slip, needed, at)];
    const own = Object.entries(received).filter(([key]) => !known.includes(key));
    const isSum = needed.includes("weights") && own.length > 0 && own.every(([, one]) => typeof one === "number");
    const hint = isSum
      ? `a sum of channels is written weights: ${state(Object.fromEntries(own)).slice(3)}`
      : `it must have one of: ${needed.join(", ")}`;
    return [{ code: "invalid-union", what: state(received), path: at, hint }];
  }
  const kinds = [...new Set(forms.flat().flatMap((inner) => (isMisfit(inner) ? [kindOf(inner)] : [])))];
  const hint = kinds.length === 0 ? uncapitalised(issue.message) : `it must be ${listed(kinds, "or")}`;
  return [{ code: "invalid-union", what: state(received), path: at, hint }];
}

/** Problem of a discriminator key whose value names no form of the union; undefined for a union without a discriminator. */
function discriminated(issue: z.core.$ZodIssueInvalidUnion, value: unknown, path: Path): Problem[] | undefined {
  const inner = formsOf(issue).find(([first]) => first?.code === "invalid_union" && "options" in first)?.[0] ?? issue;
  if (inner.code !== "invalid_union" || !("options" in inner) || !Array.isArray(inner.options)) return undefined;
  const within = inner === issue ? issue.path : [...issue.path, ...inner.path];
  const received = valueAt(value, within);
  const at = [...path, ...keysOf(within)];
  const known = inner.options.map(String);
  const close = typeof received === "string" ? nearest(received, known) : undefined;
  const hint = close === undefined ? `valid: ${known.join(", ")}` : `did you mean "${close}"?`;
  return [{ code: "invalid-union", what: state(received), path: at, hint }];
}

/** Returns the issues of each form of a union. Unions directly within it are flattened. */
function formsOf(issue: z.core.$ZodIssueInvalidUnion): Issue[][] {
  return issue.errors.flatMap((form) => {
    const [first] = form;
    return form.length === 1 && first.code === "invalid_union" && first.path.length === 0 ? formsOf(first) : [form];
  });
}

/** Returns whether the value has another type than the form, or is another literal. */
function isMisfit(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value");
}

function kindOf(issue: Issue): string {
  if (issue.code === "invalid_type") return article(issue.expected);
  return issue.code === "invalid_value" ? issue.values.map(String).join(" or ") : uncapitalised(issue.message);
}

function unknownKey(key: string, known: readonly string[], at: Path): Problem {
  const close = nearest(key, known);
  const hint =
    close !== undefined
      ? `did you mean "${close}"?`
      : known.length > 0
        ? `valid: ${known.join(", ")}`
        : "it takes no parameters";
  return { code: "unknown-key", what: `unknown key ${display(key)}`, path: [...at, key], hint };
}

function state(received: unknown): string {
  return received === undefined ? "is missing" : `is ${display(received)}`;
}

function expectation(issue: Issue, received: unknown): string {
  switch (issue.code) {
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "greater than" : "at least", issue.minimum);
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "invalid_type":
      return typeof received === "number" && issue.expected === "number"
        ? "it must be a finite number"
        : `it must be ${article(issue.expected)}`;
    case "invalid_value":
      return `valid: ${issue.values.map((value) => String(value)).join(", ")}`;
    default:
      return uncapitalised(issue.message);
  }
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const units: Record<string, string> = { array: "item", set: "item", string: "character" };
  const unit = units[origin];
  if (unit === undefined) return `it must be ${relation} ${limit}`;
  return `it must have ${relation} ${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
}

/** Names as a sentence lists them: `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[], last: "and" | "or" = "and"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

function article(type: string): string {
  const words: Record<string, string> = {
    int: "a whole number",
    record: "a map",
    object: "a map",
    array: "a list",
    null: "empty",
  };
  return words[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Formats a value for a message: short and on one line. */
export function display(value: unknown): string {
  if (typeof value === "number") return String(value);
  try {
    const finite = (_: string, part: unknown) =>
      typeof part === "number" && !Number.isFinite(part) ? String(part) : part;
    return shortened(JSON.stringify(value, finite) ?? String(value));
  } catch {
    // The value is too deep for JSON, or circular.
    return Array.isArray(value) ? "a list that cannot be shown" : "a map that cannot be shown";
  }
}

function keysOf(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((key) => (typeof key === "symbol" ? String(key) : key));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** Returns the keys that a map at `path` may have, according to the forms that fit its present keys. */
function keysAt(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): string[] {
  const forms = formsAt(schema, value, path);
  return [...new Set(fittingForms(forms, valueAt(value, path)).flatMap(keysIn))];
}

/** Returns the schemas that may apply at `path`. On the way there, it follows the forms that fit. */
function formsAt(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): z.ZodType[] {
  let at = formsIn(schema);
  for (const [depth, key] of path.entries()) {
    at = fittingForms(at, valueAt(value, path.slice(0, depth))).flatMap((form) => formsIn(childOf(form, key)));
  }
  return at;
}

function keysIn(form: z.ZodType): string[] {
  return form instanceof z.ZodObject ? Object.keys(form.shape) : [];
}

function requiredKeys(form: z.ZodType): string[] {
  if (!(form instanceof z.ZodObject)) return [];
  return Object.entries(form.shape).flatMap(([key, part]) =>
    part instanceof z.ZodType && !part.isOptional() ? [key] : [],
  );
}

function childOf(schema: z.ZodType, key: PropertyKey): unknown {
  if (schema instanceof z.ZodObject)
    return Object.hasOwn(schema.shape, key) ? Reflect.get(schema.shape, key) : undefined;
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}

/** Unwraps optional and default from a schema and flattens nested unions into a list of forms. */
function formsIn(schema: unknown): z.ZodType[] {
  let at = schema;
  while (
    at instanceof z.ZodDefault ||
    at instanceof z.ZodOptional ||
    at instanceof z.ZodPrefault ||
    at instanceof z.ZodNullable ||
    at instanceof z.ZodLazy
  )
    at = at.unwrap();
  if (at instanceof z.ZodUnion) return at.options.flatMap(formsIn);
  return at instanceof z.ZodType ? [at] : [];
}

/** Returns the forms whose required keys are all present; all forms where there is no such form. */
function fittingForms(forms: z.ZodType[], value: unknown): z.ZodType[] {
  const fitting = forms.filter(
    (form) => form instanceof z.ZodObject && requiredKeys(form).every((key) => valueAt(value, [key]) !== undefined),
  );
  return fitting.length > 0 ? fitting : forms;
}
