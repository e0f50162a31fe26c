// Traces as text whose bytes depend on the trace alone, in whatever order its keys were made.

import type { Trace } from "../../core/trace.ts";
import { checkTrace, KEYS } from "./check.ts";

/** A trace as indented JSON, with a line's end. Keys stand in the schema's order, others after them by name. */
export function traceText(trace: Trace): string {
  return `${JSON.stringify(canonical(trace), undefined, 2)}\n`;
}

/** A trace on one line, for JSON Lines. */
export function traceLine(trace: Trace): string {
  return `${JSON.stringify(canonical(trace))}\n`;
}

/** Throws where JSON has no number for a number of the trace, or the released validator would not have it. */
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

/** A copy of a map with `first` in their order and the rest by name, maps within it likewise. */
function sorted(map: object, first: readonly string[] = []): object {
  const names = Object.keys(map).filter((key) => !first.includes(key));
  const order = [...first.filter((key) => Object.hasOwn(map, key)), ...names.sort()];
  return Object.fromEntries(order.map((key) => [key, ordered(key, Reflect.get(map, key))]));
}

function ordered(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`${key} is ${value}, which JSON cannot say`);
  if (typeof value !== "object" || value === null) return value;
  // Events, edges and costs have their order by now.
  if (key === "events" || key === "edges" || key === "costs") return value;
  return Array.isArray(value) ? value.map((one: unknown) => ordered("", one)) : sorted(value);
}
