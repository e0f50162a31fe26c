// The trace format: the survey's example passes, every change of one field is judged as the published schema and the released
// validator demand, and writing repeats to the byte.

import { fileURLToPath } from "node:url";
import type { Trace } from "../../core/trace.ts";
import { type CheckMode, checkTrace, isTrace } from "../../evaluation/traces/check.ts";
import { readTraces, traceDocuments, traceLine, traceText } from "../../evaluation/traces/file.ts";
import { type Claim, equation, inAll, never } from "../../study/claim.ts";

const FILE = fileURLToPath(new URL("../../../examples/traces/example_trace.json", import.meta.url));
const MODES = ["lenient", "strict"] as const;

/** The example of eight events: a lead, a planner, an executor and a tool. */
export const example = (): Trace => readTraces(FILE)[0];

/** One change: the place and what it becomes; `undefined` takes the key out. */
export interface Mutation {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** A change, and whether the published schema and the released validator object to it there, as follows from reading the two. */
interface Judged extends Mutation {
  readonly schema: boolean;
  readonly validator: boolean;
}

const BOTH = { schema: true, validator: true };
const SCHEMA = { schema: true, validator: false };
const VALIDATOR = { schema: false, validator: true };
const NEITHER = { schema: false, validator: false };

export const MUTATIONS: readonly Judged[] = [
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
  { name: "a further key of an event", path: ["events", 5, "latency"], value: 0.3, ...NEITHER },
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
const OWN_MUTATIONS: readonly Mutation[] = [
  { name: "an edge back in time", path: ["events", 6, "t"], value: 4.5 },
  { name: "an agent that acts before it is spawned", path: ["events", 1, "t"], value: 3.5 },
  { name: "a tool's result without a call", path: ["events", 4, "type"], value: "message" },
  { name: "a circle at one time", path: ["edges"], value: [{ src: "e1", dst: "e1", type: "causal" }] },
];

/** The example with one place changed. */
export function mutated(trace: Trace, { path, value }: Pick<Mutation, "path" | "value">): unknown {
  const copy: unknown = structuredClone(trace);
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  const last = path.at(-1);
  if (typeof at !== "object" || at === null || last === undefined) throw new Error(`no place ${path.join(".")}`);
  if (value === undefined) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
  return copy;
}

/** What needs nothing but the example. */
export function formatEquations(): Claim[] {
  const trace = example();
  const verdicts = MUTATIONS.flatMap((mutation) => MODES.map((mode) => ({ ...mutation, mode })));
  const wrong = verdicts.filter(({ mode, schema, validator, ...mutation }) => {
    const objects = validator || (mode === "strict" && schema);
    return !isJudged(mutated(trace, mutation), mode, mutation.path, objects);
  });
  const strange = OWN_MUTATIONS.filter((mutation) => {
    const value = mutated(trace, mutation);
    const found = checkTrace(value, "strict");
    return checkTrace(value, "lenient").length > 0 || found.length === 0 || found.some(({ rule }) => rule !== "agon");
  });
  const named = (changes: readonly Mutation[]) => ({
    note: changes.length > 0 ? `not: ${changes.map(({ name }) => name).join(", ")}` : undefined,
  });
  return [
    equation(
      "the survey's example trace has no fault",
      MODES.map((mode) => never(checkTrace(trace, mode).length, mode)),
    ),
    equation(
      `${MUTATIONS.length} one-field mutations, each in both modes: verdicts as predicted, each fault with its path`,
      inAll(verdicts.length - wrong.length, verdicts.length),
      named(wrong),
    ),
    equation(
      "breaches of time and cause: strict mode alone objects, by Agon's own rules alone",
      inAll(OWN_MUTATIONS.length - strange.length, OWN_MUTATIONS.length),
      named(strange),
    ),
    equation(
      "round trip of the example, with its keys in another order too: texts that change",
      never(repeats(trace) ? 0 : 1),
    ),
  ];
}

/** Whether a value passes, or fails with a fault at the path, as it should. */
function isJudged(value: unknown, mode: CheckMode, path: Mutation["path"], objects: boolean): boolean {
  const faults = checkTrace(value, mode);
  return objects ? faults.some((fault) => String(fault.path) === String(path)) : faults.length === 0;
}

/** Whether reading what was written, and writing it again, gives the same bytes in any order of keys. */
export function repeats(trace: Trace): boolean {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, turned(one)] as const);
    return Object.fromEntries(entries.reverse());
  };
  return [traceText, traceLine].every((write) => {
    const text = write(trace);
    const read = [text, JSON.stringify(turned(trace))].map((one) => traceDocuments(one, "trace")[0].value);
    // What was a trace and lost a key on the way is none any more.
    return read.every((value) => isTrace(value) && write(value) === text);
  });
}
