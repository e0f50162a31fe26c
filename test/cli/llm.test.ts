// Language models at the command line: the example without a network, the laws on a recording, and Ctrl-C while no server answers.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chatServer } from "../fixtures/chat-server.ts";
import { until } from "../fixtures/until.ts";
import { agon, finishedCells, root, scratch } from "./agon.ts";
import { start } from "./process.ts";

test("the example runs from its recording; failures and tokens are shown", async () => {
  const { code, stdout, stderr } = await agon(`run ${join(root, "examples/llm.yaml")}`, { cwd: scratch() });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^failed +share of episodes, last +0\.\d+ \[/m);
  expect(stdout).toMatch(/^prompt tokens +tokens, sum +1\d\d/m);
  expect(stdout).toMatch(/^untold +\d of 24 +no reply could be read: character 1 of "I cannot sort this\."/m);
});

test("agon check holds a recorded model to the laws of agents", async () => {
  const model = ["--set", "model=scripted-sorter", "--set", "replay=examples/llm.jsonl"];
  const { code, stdout } = await agon(["check", "llm", "--environment", "language/sort", ...model]);
  expect(stdout).toContain("llm obeys all 4 laws");
  expect(code).toBe(0);
});

test("a run of which every episode failed has its report, and is no success", async () => {
  const server = await chatServer(() => ({ status: 500 }));
  const folder = scratch();
  writeFileSync(
    join(folder, "e.yaml"),
    `environment: language/sort
agents: { policy: llm, model: small, endpoint: "${server.url}", retries: 0 }
objective: correct
seeds: 2
`,
  );
  const { code, stdout, complaint } = await agon("run e.yaml --json --workers 0", { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ cells: { planned: 2, done: 2 }, finding: { failed: true } });
  expect(complaint.trim()).toBe("agon: every episode failed, so that nothing was measured; the report says why");
  expect(code).toBe(2);
});

test("Ctrl-C ends the waiting at once, and says how to go on", async () => {
  const server = await chatServer((_asked, before) => (before < 2 ? "12345$" : { silent: true }));
  const folder = scratch();
  writeFileSync(
    join(folder, "e.yaml"),
    `
environment: language/sort
agents: { policy: llm, model: small, endpoint: "${server.url}", parallel: 2 }
objective: correct
seeds: 8
`,
  );
  const { process, done } = start("run e.yaml", { cwd: folder });
  await until(() => server.requests.length === 4);
  process.kill("SIGINT");
  const { code, stderr } = await done;
  expect(code, stderr).toBe(130);
  expect(stderr).toContain("stopped with 2 of 8 cells done; the same command goes on from there");
  expect(finishedCells(join(folder, ".agon"))).toHaveLength(2);
});
