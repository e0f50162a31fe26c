// The trace format: every change of one field of the survey's example is judged as the published schema and the released
// validator demand, writing repeats to the byte, and traces of episodes tell what the world counted.

import { describe, expect, test } from "vitest";
import type { Agent } from "../../core/agent.ts";
import type { Trace } from "../../core/trace.ts";
import type { FactFinding } from "../../environments/team/fact-finding.ts";
import { checkTrace, isTrace } from "../../evaluation/traces/check.ts";
import { traceDocuments, traceLine, traceText } from "../../evaluation/traces/file.ts";
import { auditTrace, criticalPath } from "../../evaluation/traces/meters.ts";
import { example } from "./published.ts";
import { anyChoice, playOnce, teamOf } from "./team.ts";
import { written } from "./written-traces.ts";

/** One change: the place and what it becomes; `undefined` takes the key out. */
interface Mutation {
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

const MUTATIONS: readonly Judged[] = [
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
function mutated(trace: Trace, { path, value }: Pick<Mutation, "path" | "value">): unknown {
  const copy: unknown = structuredClone(trace);
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  const last = path.at(-1);
  if (typeof at !== "object" || at === null || last === undefined) throw new Error(`no place ${path.join(".")}`);
  if (value === undefined) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
  return copy;
}

describe("mutations", () => {
  test("are 24, in 24 ways, and change one place each", () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(24);
    const before = JSON.stringify(example());
    for (const mutation of MUTATIONS)
      expect(JSON.stringify(mutated(example(), mutation)), mutation.name).not.toBe(before);
    expect(() => mutated(example(), { path: ["nowhere", "t"], value: 1 })).toThrow("nowhere.t");
  });

  test.each(MUTATIONS)("$name", ({ schema, validator, ...mutation }) => {
    const value = mutated(example(), mutation);
    const places = (mode: "lenient" | "strict") => checkTrace(value, mode).map(({ path }) => String(path));
    const judged = (objects: boolean) => (objects ? expect.arrayContaining([String(mutation.path)]) : []);
    expect(places("lenient")).toEqual(judged(validator));
    expect(places("strict")).toEqual(judged(schema || validator));
  });

  test.each(OWN_MUTATIONS)("$name: strict mode alone objects, by Agon's own rules alone", (mutation) => {
    const value = mutated(example(), mutation);
    expect(checkTrace(value, "lenient")).toEqual([]);
    expect(new Set(checkTrace(value, "strict").map(({ rule }) => rule))).toEqual(new Set(["agon"]));
  });
});

test("the example, read and written again with its keys in any order, has the same bytes", () => {
  expect(repeats(example())).toBe(true);
});

const wide = teamOf({ width: 3, loss: 0.1, reports: "bit" });
const narrow = teamOf({ width: 2, loss: 0.2 });

test.each<[string, FactFinding, Agent | undefined, number]>([
  ["the best player", narrow, narrow.spec.oracles?.optimal?.play(0), 40],
  ["any choice", wide, anyChoice(), 200],
])(
  "traces of %s are valid, repeat, agree with the world, and give a changed cost away",
  (_, world, player, episodes) => {
    if (player === undefined) throw new Error("no best player");
    for (let episode = 0; episode < episodes; episode++) {
      const sums = playOnce(world, player, 5, episode);
      const trace = world.trace?.(`5-${episode}`);
      if (trace === undefined) throw new Error("the world writes no traces");
      expect(checkTrace(trace, "strict")).toEqual([]);
      expect(repeats(trace)).toBe(true);
      expect(auditTrace(trace, { clock: "seconds" })).toEqual([]);
      for (const difference of differences(trace, sums, world)) expect(Math.abs(difference)).toBeLessThanOrEqual(1e-9);
    }
    expect(written(world, player, 5, episodes)).toEqual({ episodes, faulty: 0, foundOut: episodes });
  },
);

/** Whether reading what was written, and writing it again, gives the same bytes in any order of keys. */
function repeats(trace: Trace): boolean {
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

/**
 * Reward, costs and time from the events alone (a right answer is an aggregation without a wrong claim, every spawn costs, time
 * is the critical path) and as the trace states them, each less the world's own number.
 */
function differences(
  trace: Trace,
  [payoff, task, workerCost, timeCost, workers, rounds]: Float64Array,
  world: FactFinding,
) {
  const { protocol } = world;
  const spawns = trace.events.filter(({ type }) => type === "spawn").length;
  const wrong = trace.events.reduce((sum, e) => sum + (e.type === "aggregate" ? (e.wrong_claims ?? 0) : 0), 0);
  const path = criticalPath(trace);
  const reward = 1 - wrong - spawns * protocol.workerCost - path * protocol.timeCost;
  return [
    reward - payoff,
    trace.rewards.team - payoff,
    1 - wrong - task,
    spawns * protocol.workerCost - workerCost,
    path * protocol.timeCost - timeCost,
    trace.rewards.orchestration + workerCost + timeCost,
    spawns - workers,
    (trace.costs.tool_calls ?? Number.NaN) - workers,
    path - rounds,
    trace.costs.wall_clock_s - rounds,
  ];
}
