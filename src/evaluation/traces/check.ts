// Validates traces and reports every fault as a sentence with its path.

import { hasCycle, willCreateCycle } from "graphology-dag";
import { z } from "zod";
import { display, isMap, problemsOf } from "../../core/checked.ts";
import type { Path, Problem } from "../../core/errors.ts";
import { EDGE_TYPES, EVENT_TYPES, type Trace, type TraceEvent } from "../../core/trace.ts";
import { type TraceGraph, traceGraph } from "./meters.ts";
import { edgeSchema, eventExtension, eventSchema, traceSchema } from "./schema.ts";

/** Lenient: the checks of the released validator. Strict: these, the published schema, and Agon's own rules. */
export type CheckMode = "lenient" | "strict";

/** A fault with the source of the violated rule; `agon` marks rules that are not part of the published survey. */
export interface Fault extends Problem {
  readonly rule: "schema" | "validator" | "agon";
}

/** All faults of a value. Agon's rules of time and causality are checked only where all other rules hold. */
export function checkTrace(value: unknown, mode: CheckMode = "strict"): Fault[] {
  const from = (rule: Fault["rule"], problems: readonly Problem[]) =>
    problems.map((problem): Fault => ({ ...problem, rule }));
  const lenient = from("validator", validatorProblems(value));
  if (mode === "lenient") return lenient;
  const strict = [...from("schema", schemaProblems(value)), ...lenient];
  // A fault that both sources report is listed once.
  const places = new Set<string>();
  const faults = strict.filter(({ path }) => {
    const isNew = !places.has(String(path));
    places.add(String(path));
    return isNew;
  });
  const own = from("agon", extensionProblems(value));
  if (faults.length > 0 || own.length > 0 || !isTrace(value)) return [...faults, ...own];
  return from("agon", causalProblems(value));
}

/** Whether the value satisfies the published schema. */
export function isTrace(value: unknown): value is Trace {
  return traceSchema.safeParse(value).success;
}

/** Top-level keys in the order in which a trace is written. */
export const KEYS = {
  trace: Object.keys(traceSchema.shape),
  event: Object.keys(eventSchema.shape),
  edge: Object.keys(edgeSchema.shape),
  costs: Object.keys(traceSchema.shape.costs.shape),
};

/** Violations of the published schema: keys, types, names, ranges. */
export function schemaProblems(value: unknown): Problem[] {
  const result = traceSchema.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(issue, traceSchema, value, []));
}

const at = (path: Path, what: string, hint: string): Problem => ({ code: "trace", what, path, hint });

/** Missing keys of a list of required keys; all of them where the value is not an object. */
function missing(value: unknown, keys: readonly string[], path: Path): Problem[] {
  if (!isMap(value)) return [at(path, `is ${display(value)}`, "it must be a map")];
  return keys
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => at([...path, key], "is missing", "it is required"));
}

function unknownType(type: unknown, known: readonly string[], path: Path): Problem[] {
  return known.some((one) => one === type)
    ? []
    : [at([...path, "type"], `is ${display(type)}`, `valid: ${known.join(", ")}`)];
}

/** A number below 0, or a value that cannot be compared with 0; the released script raises an exception for the latter. */
const negative = (value: unknown) => !(typeof value === "boolean" || (typeof value === "number" && value >= 0));

/**
 * Violations that the released validator reports: required keys, known types of events and edges, unique event ids, times and costs of at
 * least 0, edges between existing events. It checks no other types.
 */
export function validatorProblems(value: unknown): Problem[] {
  const problems = missing(value, ["trace_id", "task_id", "events", "edges", "rewards", "costs"], []);
  if (problems.length > 0 || !isMap(value)) return problems;
  const { events, edges, costs } = value;
  const ids = new Set<unknown>();
  if (!Array.isArray(events) || events.length === 0)
    problems.push(at(["events"], `is ${display(events)}`, "it must be a list with at least one event"));
  for (const [k, event] of (Array.isArray(events) ? events : []).entries()) {
    const path = ["events", k];
    const lacking = missing(event, ["id", "t", "type", "agent"], path);
    problems.push(...lacking);
    if (!isMap(event)) continue;
    if (Object.hasOwn(event, "type")) problems.push(...unknownType(event.type, EVENT_TYPES, path));
    if (Object.hasOwn(event, "t") && negative(event.t))
      problems.push(at([...path, "t"], `is ${display(event.t)}`, "it must be at least 0"));
    if (ids.has(event.id))
      problems.push(at([...path, "id"], `is ${display(event.id)}`, "an event before it has the same id"));
    if (Object.hasOwn(event, "id")) ids.add(event.id);
  }
  if (!Array.isArray(edges)) problems.push(at(["edges"], `is ${display(edges)}`, "it must be a list"));
  for (const [k, edge] of (Array.isArray(edges) ? edges : []).entries()) {
    const path = ["edges", k];
    problems.push(...missing(edge, ["src", "dst", "type"], path));
    if (!isMap(edge)) continue;
    if (Object.hasOwn(edge, "type")) problems.push(...unknownType(edge.type, EDGE_TYPES, path));
    for (const end of ["src", "dst"]) {
      if (Object.hasOwn(edge, end) && !ids.has(edge[end]))
        problems.push(at([...path, end], `is ${display(edge[end])}`, "it must be the id of an event"));
    }
  }
  if (!isMap(costs)) problems.push(at(["costs"], `is ${display(costs)}`, "it must be a map"));
  for (const [key, cost] of Object.entries(isMap(costs) ? costs : {})) {
    if (negative(cost)) problems.push(at(["costs", key], `is ${display(cost)}`, "it must be at least 0"));
  }
  return problems;
}

/** Violations of the types of Agon's own event keys. */
export function extensionProblems(value: unknown): Problem[] {
  const schema = z.looseObject({ events: z.array(eventExtension) });
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(issue, schema, value, []));
}

/**
 * Violations of time and causality in a trace that satisfies the schema and the validator. Edges must lead forward in time; at equal times
 * only edges order events. The edges must have no cycle. A spawned agent acts only after its first spawn. A tool result must follow a call,
 * by an edge or as a later event of the same tool.
 */
export function causalProblems(trace: Trace): Problem[] {
  const graph = traceGraph(trace);
  const problems = trace.edges.flatMap(({ src, dst }, k) => {
    const [before, after] = [timeOf(graph, src), timeOf(graph, dst)];
    return before <= after
      ? []
      : [at(["edges", k], `leads back in time, from ${before} to ${after}`, "effects come after their causes")];
  });
  if (hasCycle(graph)) problems.push(at(["edges"], "have a cycle", "nothing can follow from itself"));
  return [...problems, ...earlyProblems(trace, graph), ...toolProblems(trace, graph)];
}

const timeOf = (graph: TraceGraph, id: string) => graph.getNodeAttribute(id, "event").t;

function earlyProblems({ events }: Trace, graph: TraceGraph): Problem[] {
  const spawns = new Map<string, TraceEvent>();
  for (const event of events) {
    if (event.type !== "spawn" || event.to === undefined) continue;
    const first = spawns.get(event.to);
    if (first === undefined || event.t < first.t) spawns.set(event.to, event);
  }
  return events.flatMap((event, k) => {
    const spawn = spawns.get(event.agent);
    if (spawn === undefined || event.t > spawn.t) return [];
    // At equal times edges decide the order: if the spawn preceded the event, an edge back to the spawn would close a cycle.
    if (event.t === spawn.t && !willCreateCycle(graph, spawn.id, event.id)) return [];
    const hint = `event ${display(spawn.id)} spawns it at ${spawn.t}`;
    return [at(["events", k], `is by ${display(event.agent)} at ${event.t}, before it is spawned`, hint)];
  });
}

function toolProblems({ events }: Trace, graph: TraceGraph): Problem[] {
  return events.flatMap((event, k) => {
    if (event.type !== "tool_result") return [];
    const joined = graph.someInNeighbor(event.id, (_, { event: before }) => before.type === "tool_call");
    const called = ({ type, tool, t }: TraceEvent) =>
      type === "tool_call" && event.tool !== undefined && tool === event.tool && t <= event.t;
    if (joined || events.some(called)) return [];
    return [
      at(["events", k], "is the result of no tool call", "an edge from a call, or a call of its tool, is needed"),
    ];
  });
}
