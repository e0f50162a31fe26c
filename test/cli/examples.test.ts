// `agon examples`, and an experiment that is run by its name.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, documentOf, root, scratch } from "./agon.ts";

test("the list is a table for people; one example is printed as it is", async () => {
  const { stdout } = await agon("examples");
  expect(stdout).toMatch(/^alliance +coopetition +\d+ s +Which of three ways of paying holds an alliance together\?$/m);
  const text = readFileSync(join(root, "examples/fishery/fishery.yaml"), "utf8");
  expect((await agon("examples fishery")).stdout).toBe(text);
  const described = await documentOf("examples fishery");
  expect(described).toMatchObject({ id: "fishery", kind: "own", text, files: { length: 5 } });
});

test("a copy goes to the folder of the example's name, is run from there, and is not overwritten", async () => {
  const folder = scratch();
  const copied = await agon("examples copy fishery", { cwd: folder });
  expect(copied.stdout).toMatch(
    /^fishery\/fishery\.yaml\n(fishery\/\w+\.[jt]s\n){4}\nrun it: agon run fishery\/fishery\.yaml\n$/,
  );
  const again = await agon("examples copy fishery --json", { cwd: folder });
  expect(again.code).toBe(2);
  expect(JSON.parse(again.stdout)).toMatchObject({ problems: [{ code: "file-exists" }] });
  const elsewhere = await agon("examples copy bid-log mine --json", { cwd: folder });
  expect(JSON.parse(elsewhere.stdout)).toEqual({ id: "bid-log", files: ["mine/bid-log.yaml", "mine/logs/bids.csv"] });
});

test("a file of the working folder wins over the example, with a notice", async () => {
  const folder = scratch();
  const own = "environment: coopetition/slcd\nagents: random\nobjective: trust\nseeds: 1\n";
  writeFileSync(join(folder, "alliance.yaml"), own);
  const { stdout, stderr } = await agon("run alliance --json", { cwd: folder });
  expect(JSON.parse(stdout).variants).toHaveLength(1);
  expect(stderr).toContain("agon: alliance.yaml of this folder is run, not the shipped experiment\n");
  expect(existsSync(join(folder, ".agon"))).toBe(true);
});

test("a name that is unknown is told the nearest", async () => {
  const { code, stderr } = await agon("run aliance", { cwd: scratch() });
  expect(code).toBe(2);
  expect(stderr).toBe('agon: no file or example is called "aliance"; did you mean "alliance"?\n');
});

test("a recording is not written beside an example that is run by its name", async () => {
  const set = ["agents.replay=''", "agents.endpoint=http://localhost:1/v1", "agents.record=x.jsonl"];
  const { code, stderr } = await agon(["run", "llm", ...set.flatMap((text) => ["--set", text])], { cwd: scratch() });
  expect(code).toBe(2);
  expect(stderr).toContain("agon: x.jsonl would be written beside the shipped example; copy the example");
});
