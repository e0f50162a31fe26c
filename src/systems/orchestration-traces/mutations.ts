// The survey's example trace, and what becomes of it by one change at a time: which of the published schema and the released
// validator must object, and where, as follows from reading the two.

import { fileURLToPath } from "node:url";
import type { Trace } from "../../core/trace.ts";
import { readTraces } from "../../evaluation/traces/file.ts";

export const EXAMPLE_FILE = fileURLToPath(new URL("../../../examples/traces/example_trace.json", import.meta.url));

/** The example of eight events: a lead, a planner, an executor and a tool. */
export const example = (): Trace => readTraces(EXAMPLE_FILE)[0];

type Path = readonly (string | number)[];

/** One change, and who must object to it there. */
export interface Mutation {
  readonly name: string;
  readonly path: Path;
  /** What the place becomes; `undefined` takes the key out. */
  readonly value: unknown;
  readonly schema: boolean;
  readonly validator: boolean;
}

/** Both object, the schema alone, the validator alone, or nobody. */
const BOTH = { schema: true, validator: true };
const SCHEMA = { schema: true, validator: false };
const VALIDATOR = { schema: false, validator: true };
const NOBODY = { schema: false, validator: false };

export const MUTATIONS: readonly Mutation[] = [
  { name: "no trace_id", path: ["trace_id"], value: undefined, ...BOTH },
  { name: "empty trace_id", path: ["trace_id"], value: "", ...SCHEMA },
  { name: "no task_id", path: ["task_id"], value: undefined, ...BOTH },
  { name: "a number as system", path: ["system"], value: 7, ...SCHEMA },
  { name: "unknown topology", path: ["topology"], value: "star", ...SCHEMA },
  { name: "a further key at the top", path: ["notes"], value: "x", ...SCHEMA },
  { name: "no events", path: ["events"], value: [], ...BOTH },
  { name: "an event without agent", path: ["events", 3, "agent"], value: undefined, ...BOTH },
  { name: "an event with an empty agent", path: ["events", 1, "agent"], value: "", ...SCHEMA },
  { name: "unknown type of event", path: ["events", 3, "type"], value: "chat", ...BOTH },
  { name: "an id that another event has", path: ["events", 4, "id"], value: "e4", ...VALIDATOR },
  { name: "a negative time", path: ["events", 0, "t"], value: -1, ...BOTH },
  // The schema wants a number; the released script compares the text with 0 and ends with an error.
  { name: "a time in quotes", path: ["events", 2, "t"], value: "2", ...BOTH },
  { name: "trusted as a word", path: ["events", 5, "trusted"], value: "no", ...SCHEMA },
  { name: "a further key of an event", path: ["events", 5, "latency"], value: 0.3, ...NOBODY },
  { name: "an edge to no event", path: ["edges", 2, "dst"], value: "e9", ...VALIDATOR },
  { name: "an edge without type", path: ["edges", 1, "type"], value: undefined, ...BOTH },
  { name: "unknown type of edge", path: ["edges", 0, "type"], value: "begets", ...BOTH },
  { name: "a further key of an edge", path: ["edges", 1, "weight"], value: 1, ...SCHEMA },
  { name: "no rewards", path: ["rewards"], value: undefined, ...BOTH },
  { name: "a reward in quotes", path: ["rewards", "team"], value: "1.0", ...SCHEMA },
  { name: "no tokens among the costs", path: ["costs", "tokens"], value: undefined, ...SCHEMA },
  { name: "a further cost below 0", path: ["costs", "gpu_hours"], value: -1, ...VALIDATOR },
  { name: "a metric in quotes", path: ["metrics", "task_success"], value: "1", ...SCHEMA },
];

/** Changes that only Agon's own rules object to. */
export const OWN_MUTATIONS: readonly Omit<Mutation, "schema" | "validator">[] = [
  { name: "an edge back in time", path: ["events", 6, "t"], value: 4.5 },
  { name: "an agent that acts before it is spawned", path: ["events", 1, "t"], value: 3.5 },
  { name: "a tool's result without a call", path: ["events", 4, "type"], value: "message" },
  { name: "a circle at one time", path: ["edges"], value: [{ src: "e1", dst: "e1", type: "causal" }] },
];

/** The example with one place changed. */
export function mutated(trace: Trace, { path, value }: Pick<Mutation, "path" | "value">): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(trace));
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  const last = path.at(-1);
  if (typeof at !== "object" || at === null || last === undefined) throw new Error(`no place ${path.join(".")}`);
  if (value === undefined) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
  return copy;
}
