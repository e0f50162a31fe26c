// Reads and writes trace files: one trace as JSON, or one per line. Errors give file and line. The written bytes depend on the content
// only, not on the insertion order of keys.

import { type Expression, parseExpressionAt } from "acorn";
import { messageOf, type Problem, UserError } from "../../core/errors.ts";
import { reasonOf } from "../../core/files.ts";
import { isDeeper } from "../../core/json.ts";
import { readNamedText } from "../../core/named-files.ts";
import type { Trace } from "../../core/trace.ts";
import { type CheckMode, checkTrace, type Fault, isTrace, KEYS } from "./check.ts";

/** A parsed JSON value of a file that has not been validated as a trace. */
export interface TraceDocument {
  readonly value: unknown;
  /** Returns `file:line` of a path, or of its nearest existing ancestor. */
  where(path?: Problem["path"]): string;
}

/** No further trace is checked after this many faults. */
export const MOST_FAULTS = 10_000;
/** Maximum number of traces per file. */
const MOST_TRACES = 100_000;
/** Deepest nesting of objects and arrays. */
const DEEPEST = 100;

/** Reads and validates the traces of a file. Throws a UserError with every fault, by file and line. */
export function readTraces(file: string, mode: CheckMode = "strict"): Trace[] {
  const documents = readTraceDocuments(file);
  const faults: Fault[] = [];
  for (const document of documents) if (faults.length < MOST_FAULTS) faults.push(...faultsIn(document, mode));
  if (faults.length > 0) throw new UserError(faults);
  return documents.flatMap(({ value, where }) => {
    if (isTrace(value)) return [value];
    // The lenient mode accepts values that meters cannot process.
    const what = "keeps the validator's rules and not the schema's";
    throw new UserError({ code: "trace", what, where: where(), hint: `agon trace check ${file} says where` });
  });
}

/** The faults of a document, each with its location in the file. */
export function faultsIn({ value, where }: TraceDocument, mode: CheckMode): Fault[] {
  return checkTrace(value, mode).map((fault) => ({ ...fault, where: where(fault.path) }));
}

/** Parses a file. Throws a UserError where it cannot be read or is not JSON. */
export function readTraceDocuments(file: string): TraceDocument[] {
  return traceDocuments(readText(file), file);
}

/** Parses a text as JSON or as JSON Lines. */
export function traceDocuments(text: string, file: string): TraceDocument[] {
  if (text.trim() === "") throw new UserError({ code: "empty", what: "holds no trace", where: `${file}:1` });
  const whole = parsed(text);
  const lines = text.split("\n").map((line, k) => ({ line, number: k + 1 }));
  const full = lines.filter(({ line }) => line.trim() !== "");
  const byLine = !whole.fine && (/\.(jsonl|ndjson)$/.test(file) || parsed(full[0].line).fine);
  if (!byLine) {
    const lineOf = linesIn(text);
    if (whole.fine) return [{ value: whole.value, where: (path) => `${file}:${lineOf(path)}` }];
    throw new UserError({ code: "json", what: whole.what, where: `${file}:${lineOfError(text, whole.what)}` });
  }
  if (full.length > MOST_TRACES)
    throw new UserError({ code: "too-large", what: "holds more than 100,000 traces", where: file, hint: "part it" });
  return full.map(({ line, number }) => {
    const one = parsed(line);
    const where = `${file}:${number}`;
    if (!one.fine) throw new UserError({ code: "json", what: one.what, where });
    return { value: one.value, where: () => where };
  });
}

type Parsed = { readonly fine: true; readonly value: unknown } | { readonly fine: false; readonly what: string };

function parsed(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, DEEPEST)) return { fine: false, what: `has more than ${DEEPEST} levels of lists and maps` };
    return { fine: true, value };
  } catch (error) {
    return { fine: false, what: `is no JSON: ${messageOf(error).replaceAll(/\s+/g, " ")}` };
  }
}

/**
 * Returns a function that maps a path in a JSON text to its line, or to that of its nearest existing ancestor. The text is parsed as
 * JavaScript, because that parser keeps positions; this happens once, at the first request.
 */
function linesIn(text: string): (path?: Problem["path"]) => number {
  let whole: Expression | undefined;
  return (path = []) => {
    try {
      whole ??= parseExpressionAt(text, 0, { ecmaVersion: "latest", locations: true });
    } catch {
      // The nesting is too deep for the parser.
      return 1;
    }
    let place = whole;
    for (const key of path) {
      const part = partOf(place, key);
      if (part === undefined) break;
      place = part;
    }
    return place.loc?.start.line ?? 1;
  };
}

function partOf(place: Expression, key: string | number): Expression | undefined {
  if (place.type === "ArrayExpression") {
    const element = place.elements[Number(key)];
    return element === null || element?.type === "SpreadElement" ? undefined : element;
  }
  if (place.type !== "ObjectExpression") return undefined;
  // Of duplicate keys the last one is effective.
  const named = place.properties.findLast(
    (one) => one.type === "Property" && one.key.type === "Literal" && one.key.value === String(key),
  );
  return named?.type === "Property" ? named.value : undefined;
}

/** Line of a JSON.parse error, whose message gives a position, an excerpt, or an unexpected end. */
function lineOfError(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  const around = /^[^"]*"([\s\S]*)"(?:\.\.\.)? is not valid JSON/.exec(message)?.[1];
  const index = position !== undefined ? Number(position) : around === undefined ? -1 : text.indexOf(around);
  return text.slice(0, index < 0 ? text.length : index).split("\n").length;
}

function readText(file: string): string {
  try {
    return readNamedText(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError({ code: "no-file", what: `cannot be read: ${reasonOf(error)}`, where: file });
  }
}

/** Formats a trace as indented JSON with a final newline. Keys are in the schema's order, followed by other keys by name. */
export function traceText(trace: Trace): string {
  return `${JSON.stringify(canonical(trace), undefined, 2)}\n`;
}

/** Formats a trace as one line of JSON Lines. */
export function traceLine(trace: Trace): string {
  return `${JSON.stringify(canonical(trace))}\n`;
}

/** Throws where a number of the trace is not representable in JSON, or the released validator would reject it. */
function canonical(trace: Trace): unknown {
  const [fault] = checkTrace(trace, "lenient");
  if (fault !== undefined) throw new Error(`${fault.path?.join(".")} ${fault.what}; ${fault.hint}`);
  return sorted(
    {
      ...trace,
      events: trace.events.map((event) => sorted(event, KEYS.event)),
      edges: trace.edges.map((edge) => sorted(edge, KEYS.edge)),
      costs: sorted(trace.costs, KEYS.costs),
    },
    KEYS.trace,
  );
}

/** A copy of an object with the keys `first` in their order and the rest by name, recursively. */
function sorted(map: object, first: readonly string[] = []): object {
  const names = Object.keys(map).filter((key) => !first.includes(key));
  const order = [...first.filter((key) => Object.hasOwn(map, key)), ...names.sort()];
  return Object.fromEntries(order.map((key) => [key, ordered(key, Reflect.get(map, key))]));
}

function ordered(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`${key} is ${value}, which JSON cannot say`);
  if (typeof value !== "object" || value === null) return value;
  // Events, edges and costs are already ordered.
  if (key === "events" || key === "edges" || key === "costs") return value;
  return Array.isArray(value) ? value.map((one: unknown) => ordered("", one)) : sorted(value);
}
