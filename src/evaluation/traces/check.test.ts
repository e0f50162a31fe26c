// Validation of traces: messages with paths, trace files, and canonical text output.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pair } from "../../../test/fixtures/traces.ts";
import { sentence, UserError } from "../../core/errors.ts";
import type { Trace } from "../../core/trace.ts";
import { checkTrace } from "./check.ts";
import { readTraces, traceLine, traceText } from "./file.ts";
import { traceJsonSchema } from "./schema.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-traces-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function placed(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const faults = (value: unknown, mode?: "lenient" | "strict") =>
  checkTrace(value, mode).map((fault) => `${sentence(fault)} (${fault.rule})`);

describe("a check", () => {
  test("of a valid trace finds no faults", () => {
    expect(faults(pair, "lenient")).toEqual([]);
    expect(faults(pair, "strict")).toEqual([]);
  });

  test("reports each fault once, as a sentence with the violated source", () => {
    const { task_id: _, ...rest } = pair;
    expect(faults({ ...rest, costs: { ...pair.costs, messages: -1, gpu: -2 }, topology: "ring" })).toEqual([
      "task_id: is missing; it must be a string (schema)",
      expect.stringMatching(/^topology: is "ring"; valid: centralized, .* \(schema\)$/),
      "costs.messages: is -1; it must be at least 0 (schema)",
    ]);
    // The validator stops at missing keys.
    expect(faults({ ...rest, events: [] }, "lenient")).toEqual(["task_id: is missing; it is required (validator)"]);
  });

  test.each([[null], [7], ["trace"], [[]], [[1, 2]]])("of the invalid trace %j reports faults", (value) => {
    expect(faults(value, "lenient").length).toBeGreaterThan(0);
    expect(faults(value, "strict").length).toBeGreaterThan(0);
  });

  const changed = (k: number, change: object): Trace => ({
    ...pair,
    events: pair.events.map((event, at) => (at === k ? { ...event, ...change } : event)),
  });

  test("knows Agon's own keys of an event", () => {
    expect(faults(changed(3, { tokens: -1 }))).toEqual(["events.3.tokens: is -1; it must be at least 0 (agon)"]);
    expect(faults(changed(3, { rewards: { tool: "much" } }))).toEqual([
      'events.3.rewards.tool: is "much"; it must be a number (agon)',
    ]);
    expect(faults(changed(3, { tokens: -1 }), "lenient")).toEqual([]);
  });

  test("validates time and causality", () => {
    expect(faults(changed(3, { t: 3 }))).toEqual([
      "edges.3: leads back in time, from 3 to 2; effects come after their causes (agon)",
    ]);
    const circle: Trace = { ...pair, edges: [...pair.edges, { src: "first", dst: "found", type: "causal" }] };
    expect(faults(circle)).toEqual(["edges: have a cycle; nothing can follow from itself (agon)"]);
    expect(faults(changed(3, { type: "message" }))).toEqual([
      "events.4: is the result of no tool call; an edge from a call, or a call of its tool, is needed (agon)",
    ]);
    expect(faults(changed(1, { t: 2.5 }))).toContain(
      'events.3: is by "ann" at 1, before it is spawned; event "one" spawns it at 2.5 (agon)',
    );
  });

  test("at equal times uses the edges to order events", () => {
    const at = (edges: Trace["edges"]): Trace => ({
      ...pair,
      events: [
        { id: "word", t: 1, type: "message", agent: "ann" },
        { id: "birth", t: 1, type: "spawn", agent: "lead", to: "ann" },
      ],
      edges,
    });
    expect(faults(at([]))).toEqual([]);
    expect(faults(at([{ src: "birth", dst: "word", type: "causal" }]))).toEqual([]);
    expect(faults(at([{ src: "word", dst: "birth", type: "causal" }]))).toHaveLength(1);
  });
});

describe("a file", () => {
  const complain = (file: string, mode?: "lenient" | "strict"): string => {
    try {
      readTraces(file, mode);
      return "";
    } catch (error) {
      return error instanceof UserError
        ? error.message.replaceAll(`${folder}/`, "")
        : `no mistake of the user: ${error}`;
    }
  };

  test("of one trace, or of one per line", () => {
    expect(readTraces(placed("one.json", traceText(pair)))).toEqual([pair]);
    expect(readTraces(placed("two.jsonl", traceLine(pair) + traceLine(pair)))).toEqual([pair, pair]);
    expect(readTraces(placed("three.json", `${traceLine(pair)}\n${traceLine(pair)}`))).toHaveLength(2);
  });

  test("reports mistakes with file and line", () => {
    const text = traceText(pair);
    const line = text.slice(0, text.indexOf('"spawn"')).split("\n").length;
    expect(complain(placed("a.json", text.replace('"spawn"', '"spwn"')))).toContain(
      `a.json:${line}: events.1.type: is "spwn"; valid: `,
    );
    const [first] = JSON.parse(text).events;
    const { agent: _, ...without } = first;
    expect(complain(placed("b.json", JSON.stringify({ ...pair, events: [without] }, undefined, 1)))).toContain(
      "b.json:6: events.0.agent: is missing",
    );
    expect(complain(placed("c.jsonl", `${traceLine(pair)}${traceLine(pair).replace('"t":5', '"t":-5')}`))).toBe(
      ["c.jsonl:2: events.7.t: is -5; it must be at least 0"].join("\n"),
    );
    expect(complain(placed("d.jsonl", `${traceLine(pair)}{"trace_id": }\n`))).toMatch(/^d\.jsonl:2: is no JSON: /);
    expect(complain(placed("e.json", text.replace('"t": 5,', '"t": 5;')))).toMatch(/^e\.json:\d\d: is no JSON: /);
    expect(complain(placed("f.json", text.slice(0, -3)))).toMatch(/^f\.json:\d+: is no JSON: /);
    expect(complain(placed("g.json", " \n"))).toBe("g.json:1: holds no trace");
    expect(complain(join(folder, "none.json"))).toBe("none.json: cannot be read: there is no such file");
    expect(complain(folder)).toContain("cannot be read: it is a folder");
  });

  test("accepted by the validator but unusable by meters is reported separately", () => {
    const file = placed("h.json", traceText(pair).replace('"wall_clock_s": 6', '"seconds": 6'));
    expect(complain(file, "lenient")).toMatch(/^h\.json:1: keeps the validator's rules and not the schema's; /);
  });
});

describe("text", () => {
  test("has keys in the schema's order, and the rest by name", () => {
    const trace: Trace = {
      ...pair,
      events: [{ zeta: [{ b: 1, a: 2 }], agent: "lead", type: "message", t: 0, id: "a", alpha: 1 }],
      edges: [],
      rewards: { team: 1, process: 2 },
      costs: { gpu: 1, wall_clock_s: 2, tokens: 3 },
    };
    expect(traceLine(trace)).toBe(
      '{"trace_id":"pair","task_id":"question","topology":"centralized","events":[{"id":"a","t":0,"type":"message",' +
        '"agent":"lead","alpha":1,"zeta":[{"a":2,"b":1}]}],"edges":[],"rewards":{"process":2,"team":1},' +
        '"costs":{"tokens":3,"wall_clock_s":2,"gpu":1}}\n',
    );
  });

  test("is not written for an invalid trace", () => {
    expect(() => traceText({ ...pair, events: [] })).toThrow("events is []");
    expect(() => traceText({ ...pair, rewards: { team: Number.NaN } })).toThrow("team is NaN");
  });
});

test("the JSON Schema has the published keys, required ones, types of events, and Agon's keys", () => {
  expect(traceJsonSchema()).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    required: ["trace_id", "task_id", "events", "edges", "rewards", "costs"],
    additionalProperties: false,
    properties: {
      events: {
        minItems: 1,
        items: {
          required: ["id", "t", "type", "agent"],
          properties: { t: { type: "number", minimum: 0 }, tokens: { type: "number", minimum: 0 } },
        },
      },
      edges: { items: { required: ["src", "dst", "type"], additionalProperties: false } },
      costs: { required: ["tokens", "wall_clock_s"], additionalProperties: { type: "number" } },
    },
  });
});
