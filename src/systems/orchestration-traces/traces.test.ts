// The trace format: every change of one field of the survey's example is judged as the published schema and the released
// validator demand, writing repeats to the byte, and traces of episodes tell what the world counted.

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { anyChoice, playOnce, teamOf } from "../../../test/fixtures/team.ts";
import type { Agent } from "../../core/agent.ts";
import type { Trace } from "../../core/trace.ts";
import type { FactFinding } from "../../environments/team/fact-finding.ts";
import { checkTrace, isTrace } from "../../evaluation/traces/check.ts";
import { readTraces, traceDocuments, traceLine, traceText } from "../../evaluation/traces/file.ts";
import { auditTrace, criticalPath } from "../../evaluation/traces/meters.ts";

/** The survey's example of eight events: a lead, a planner, an executor and a tool. */
const example = (): Trace =>
  readTraces(fileURLToPath(new URL("../../../examples/traces/example_trace.json", import.meta.url)))[0];

/** A change of one place of the example, and what it becomes; `undefined` takes the key out. */
type Mutation = readonly [name: string, path: readonly (string | number)[], value: unknown];

/** Changes, and which of the published schema and the released validator object to them there, as follows from reading the two. */
const MUTATIONS: readonly (readonly [...Mutation, objecting: string])[] = [
  ["no trace_id", ["trace_id"], undefined, "schema validator"],
  ["empty trace_id", ["trace_id"], "", "schema"],
  ["no task_id", ["task_id"], undefined, "schema validator"],
  ["a number as system", ["system"], 7, "schema"],
  ["unknown topology", ["topology"], "star", "schema"],
  ["a further key at the top", ["notes"], "x", "schema"],
  ["no events", ["events"], [], "schema validator"],
  ["an event without agent", ["events", 3, "agent"], undefined, "schema validator"],
  ["an event with an empty agent", ["events", 1, "agent"], "", "schema"],
  ["unknown type of event", ["events", 3, "type"], "chat", "schema validator"],
  ["an id that another event has", ["events", 4, "id"], "e4", "validator"],
  ["a negative time", ["events", 0, "t"], -1, "schema validator"],
  // The schema wants a number; the released script compares the text with 0 and ends with an error.
  ["a time in quotes", ["events", 2, "t"], "2", "schema validator"],
  ["trusted as a word", ["events", 5, "trusted"], "no", "schema"],
  ["a further key of an event", ["events", 5, "latency"], 0.3, ""],
  ["an edge to no event", ["edges", 2, "dst"], "e9", "validator"],
  ["an edge without type", ["edges", 1, "type"], undefined, "schema validator"],
  ["unknown type of edge", ["edges", 0, "type"], "begets", "schema validator"],
  ["a further key of an edge", ["edges", 1, "weight"], 1, "schema"],
  ["no rewards", ["rewards"], undefined, "schema validator"],
  ["a reward in quotes", ["rewards", "team"], "1.0", "schema"],
  ["no tokens among the costs", ["costs", "tokens"], undefined, "schema"],
  ["a further cost below 0", ["costs", "gpu_hours"], -1, "validator"],
  ["a metric in quotes", ["metrics", "task_success"], "1", "schema"],
];

/** Changes that only Agon's own rules object to. */
const OWN_MUTATIONS: readonly Mutation[] = [
  ["an edge back in time", ["events", 6, "t"], 4.5],
  ["an agent that acts before it is spawned", ["events", 1, "t"], 3.5],
  ["a tool's result without a call", ["events", 4, "type"], "message"],
  ["a circle at one time", ["edges"], [{ src: "e1", dst: "e1", type: "causal" }]],
];

/** The example with one place changed. */
function mutated(trace: Trace, path: Mutation[1], value: unknown): unknown {
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
  test.each(MUTATIONS)("%s", (_, path, becomes, objecting) => {
    const value = mutated(example(), path, becomes);
    expect(value).not.toEqual(example());
    const places = (mode: "lenient" | "strict") => checkTrace(value, mode).map((problem) => String(problem.path));
    const judged = (objects: boolean) => (objects ? expect.arrayContaining([String(path)]) : []);
    expect(places("lenient")).toEqual(judged(objecting.includes("validator")));
    expect(places("strict")).toEqual(judged(objecting !== ""));
  });

  test.each(OWN_MUTATIONS)("%s: strict mode alone objects, by Agon's own rules alone", (_, path, becomes) => {
    const value = mutated(example(), path, becomes);
    expect(checkTrace(value, "lenient")).toEqual([]);
    expect(new Set(checkTrace(value, "strict").map(({ rule }) => rule))).toEqual(new Set(["agon"]));
  });
});

test("the example has no fault", () => {
  for (const mode of ["lenient", "strict"] as const) expect(checkTrace(example(), mode)).toEqual([]);
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
      const cost = (["tokens", "wall_clock_s", "tool_calls", "messages"] as const)[episode % 4];
      const tampered = { ...trace, costs: { ...trace.costs, [cost]: (trace.costs[cost] ?? 0) + 1 } };
      expect(auditTrace(tampered, { clock: "seconds" }).map(({ path }) => String(path))).toEqual([`costs,${cost}`]);
    }
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
