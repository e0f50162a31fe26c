// Traces from the command line: checked, measured, and their schema.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, documentOf, root, scratch } from "./agon.ts";
import { complaintOf, refusedCommands } from "./mistakes.ts";

const example = join(root, "examples/traces/example_trace.json");

function changed(from: string, to: string): string {
  const file = join(scratch(), "trace.json");
  writeFileSync(file, readFileSync(example, "utf8").replace(from, to));
  return file;
}

test("a whole trace passes, a faulty one ends with code 2 and a sentence with its line", async () => {
  const good = await agon(`trace check ${example}`);
  expect([good.code, good.stdout]).toEqual([0, "✓ demo-trace-001\n\n1 trace, strict: no fault\n"]);
  const file = changed('"topology": "centralized"', '"topology": "star"');
  const bad = await agon(`trace check ${file}`);
  expect(bad.code).toBe(2);
  expect(bad.stdout).toContain(`✗ demo-trace-001: ${file}:5: topology: is "star"; valid: centralized, `);
  expect(bad.stdout).toContain("1 trace, strict: 1 with faults");
  expect((await agon(`trace check ${file} --lenient`)).code).toBe(0);
  const { code, stdout } = await agon(`trace check ${file} --json`);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    mode: "strict",
    pass: false,
    traces: [{ trace: "demo-trace-001", faults: [{ path: ["topology"], rule: "schema", where: `${file}:5` }] }],
  });
});

test("meters are told in a table and as JSON, with what events contradict", async () => {
  const { code, stdout } = await agon(`trace meters ${example}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/critical path/);
  expect(stdout).toMatch(/demo-trace-001 +8 +3 +7 +8 +1\.143 +0\.381 +– +–/);
  const file = changed('"tool_calls": 1', '"tool_calls": 4');
  expect((await agon(`trace meters ${file}`)).stdout).toContain("costs.tool_calls is 4, its events give 1");
  const [measured] = await documentOf(`trace meters ${file}`);
  expect(measured).toMatchObject({
    trace: "demo-trace-001",
    meters: { criticalPath: 7, work: 8 },
    rewards: { team: 1, orchestration: 0.3, tool: 0.1 },
    contradictions: [{ path: ["costs", "tool_calls"], stated: 4, recomputed: 1 }],
  });
});

test("a manifest is picked from traces of many attempts", async () => {
  const attempt = (id: string, result: string, success: number) =>
    readFileSync(example, "utf8")
      .replace("demo-trace-001", id)
      .replace('"content_ref": "result_hash"', `"content_ref": "${result}"`)
      .replace('"task_success": 1', `"task_success": ${success}`);
  const files = [attempt("a", "found", 1), attempt("b", "lost", 0), attempt("c", "found", 1)].map((text) => {
    const file = join(scratch(), "trace.json");
    writeFileSync(file, text);
    return file;
  });
  expect(await documentOf(["trace", "pick", ...files, "--share", "0.5"])).toMatchObject({
    trajectories: [{ id: "a", task: "demo-task-browser-research", recovery: 0, efficiency: 1, diversity: 0 }],
    tasks: [{ task: "demo-task-browser-research", passRate: 2 / 3, heterogeneity: 0.5, weight: 1 }],
  });
  expect((await agon(["trace", "pick", ...files])).stdout).toMatch(/error branches/);
  expect((await agon(["trace", "pick", files[0], files[0]])).stderr).toMatch(/two rollouts are called a/);
  expect((await agon(["trace", "pick", files[0], "--share", "2"])).code).toBe(2);
});

test("a file that cannot be measured is the user's mistake", async () => {
  const said = (line: string) => complaintOf(`trace ${line}`, { cwd: scratch() });
  expect(await said("meters nowhere.json")).toBe("agon: nowhere.json: cannot be read: there is no such file\n");
  expect(await said(`meters ${changed('"t": 4', '"t": 9')}`)).toMatch(
    /trace\.json:\d+: edges\.5: leads back in time, from 9 to 5/,
  );
  expect((await agon("trace")).code).toBe(2);
  expect((await agon(`trace chek ${example}`)).code).toBe(2);
});

test("the schema is that of a trace", async () => {
  const required = expect.arrayContaining(["events"]);
  expect(JSON.parse((await agon("trace schema")).stdout)).toMatchObject({ title: "Orchestration trace", required });
});

test("the episodes of a run are exported, played again, and pass as strict traces", async () => {
  const folder = scratch();
  const experiment = (record: string) => `
environment: { id: language/lookup, noise: 0.3 }
agents: { policy: oracle, name: demonstrator }
objective: correct
reward: { sum: [{ channel: correct }, { channel: calls, weight: -0.1 }] }
seeds: 2
episodes: 5
record: ${record}
`;
  writeFileSync(join(folder, "e.yaml"), experiment("steps"));
  expect((await agon("run e.yaml --json", { cwd: folder })).code).toBe(0);
  const { code, stdout } = await agon("trace export latest", { cwd: folder });
  expect(code).toBe(0);
  writeFileSync(join(folder, "t.jsonl"), stdout);
  const checked = await agon("trace check t.jsonl --json", { cwd: folder });
  expect([checked.code, JSON.parse(checked.stdout).traces.length]).toEqual([0, 10]);
  const query = "select seed, episode, pay, correct, calls from episodes order by seed, episode";
  const episodes = await documentOf(`query "${query}"`, { cwd: folder });
  const traces = Array.from(stdout.matchAll(/.+/g), ([line]) => JSON.parse(line));
  for (const [k, trace] of traces.entries()) {
    const { seed, episode, pay, correct, calls } = episodes[k];
    expect(trace.trace_id.endsWith(`/base/${seed}/${episode}`), trace.trace_id).toBe(true);
    expect(trace.rewards).toEqual({ team: correct, pay: expect.closeTo(pay, 12) });
    expect(trace.costs.tool_calls).toBe(calls);
  }
  expect(new Set(traces.map((trace) => trace.costs.tool_calls)).size).toBeGreaterThan(1);
  const measured = await documentOf("trace meters t.jsonl", { cwd: folder });
  expect(measured.flatMap((one: { contradictions: unknown[] }) => one.contradictions)).toEqual([]);

  writeFileSync(join(folder, "e.yaml"), experiment("episodes"));
  expect((await agon("run e.yaml --json", { cwd: folder })).code).toBe(0);
  expect(await complaintOf("trace export latest", { cwd: folder })).toContain("kept no steps");
});

test("labels of stages say which stage fails, and their pairs are read as preferences", async () => {
  const cwd = scratch();
  const labels = join(root, "examples/traces/stages.csv");
  const { code, stdout } = await agon(`trace stages ${labels} --out pairs.jsonl`, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("96 labels of 32 answers, 14 of them with a wrong stage");
  expect(stdout).toMatch(/retrieval +32 +0\.31 \[0\.18, 0\.49\] +0\.22 \[0\.11, 0\.41\] +0\.43/);
  const pairs = readFileSync(join(cwd, "pairs.jsonl"), "utf8").trim().split("\n");
  const { pairs: told, stages } = await documentOf(`trace stages ${labels}`);
  expect(pairs.map((line) => JSON.parse(line))).toEqual(told);
  expect(stages).toMatchObject([{ stage: "decomposition" }, { stage: "retrieval" }, { stage: "answer" }]);
  expect(await documentOf("preferences pairs.jsonl", { cwd })).toMatchObject({ pairs: pairs.length });
});

refusedCommands(
  "labels-of-stages",
  `
trace stages none.csv
trace stages empty.csv
trace stages no-stage.csv
trace stages bad.csv
trace stages bad.jsonl
`,
  {
    "empty.csv": "query,stage,output,label\n",
    "no-stage.csv": "query,stages,output,label\nq,search,x,1\n",
    "bad.csv": "query,stage,output,label\nq,search,x,perhaps\n,search,x,1\nq,search,,0\n",
    "bad.jsonl": '{"query":"q","stage":"search","output":"x","label":true}\n{"query":"q","stage":"search"}\n{"query"\n',
  },
);
