// Whether something is a trace, and every fault in a sentence with its path.

import type { Problem } from "../../core/errors.ts";
import type { Trace } from "../../core/trace.ts";
import { causalProblems, extensionProblems, schemaProblems, validatorProblems } from "./rules.ts";
import { edgeSchema, eventSchema, traceSchema } from "./schema.ts";

/** Lenient: what the released validator checks. Strict: that, the published schema, and Agon's own rules. */
export type CheckMode = "lenient" | "strict";

/** A fault, and who demands otherwise; `agon` marks rules that are not the survey's. */
export interface Fault extends Problem {
  readonly rule: "schema" | "validator" | "agon";
}

/** All faults of a value. Agon's rules of time and cause are looked at once the others are kept. */
export function checkTrace(value: unknown, mode: CheckMode = "strict"): Fault[] {
  const from = (rule: Fault["rule"], problems: readonly Problem[]) =>
    problems.map((problem): Fault => ({ ...problem, rule }));
  const lenient = from("validator", validatorProblems(value));
  if (mode === "lenient") return lenient;
  const strict = [...from("schema", schemaProblems(value)), ...lenient];
  // What both demand is told once.
  const told = strict.filter(
    (fault, k) => !strict.slice(0, k).some((other) => String(other.path) === String(fault.path)),
  );
  const own = from("agon", extensionProblems(value));
  if (told.length > 0 || own.length > 0 || !isTrace(value)) return [...told, ...own];
  return from("agon", causalProblems(value));
}

/** Whether the published schema is kept. */
export function isTrace(value: unknown): value is Trace {
  return traceSchema.safeParse(value).success;
}

/** In the order in which a trace is written. */
export const KEYS = {
  trace: Object.keys(traceSchema.shape),
  event: Object.keys(eventSchema.shape),
  edge: Object.keys(edgeSchema.shape),
  costs: Object.keys(traceSchema.shape.costs.shape),
};
