// What a cell's key depends on, including the files that a user's programs and modules load.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { checkedJson } from "../../core/checksum.ts";
import { impliedParts } from "../experiment/algorithms.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { buildReport } from "../report/report.ts";
import { computedNotes } from "../report/run-computed.ts";
import { runSummaries } from "../view/runs.ts";
import { cellKeys, unfollowedIn } from "./keys.ts";
import { agonModules, roomFile } from "./module-graph.ts";
import { importedNames } from "./module-reader.ts";
import { readRecord, recordText } from "./run-record.ts";

/** Creates a folder with these files and returns the key of an experiment in it. */
function folderOf(files: Readonly<Record<string, string>>, agents: string) {
  const folder = mkdtempSync(join(tmpdir(), "agon-fingerprint-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const yaml = `environment: { id: coopetition/slcd, horizon: 10 }\nagents: ${agents}\nobjective: joint.value\nseeds: 1\n`;
  const read = () => parseExperiment(yaml, join(folder, "e.yaml"));
  const key = async () => (await cellKeys(await read()))[0];
  return { write, read, key };
}

/** Asserts that each change gives another key; returns the names of the files whose change did not. */
async function without(
  { write, key }: Pick<ReturnType<typeof folderOf>, "write" | "key">,
  files: Readonly<Record<string, string>>,
): Promise<string[]> {
  const keys = new Set([await key()]);
  const same: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    write(name, `${text}\n`);
    const { size } = keys;
    if (keys.add(await key()).size === size) same.push(name);
  }
  return same;
}

test("the files of a program's command count, and what they import or require", async () => {
  const files = {
    "player.cjs": 'const { level } = require("./levels"); const table = require( "./table.json" );',
    "levels.js": 'exports.level = require("./deep.cjs").level;',
    "deep.cjs": "exports.level = 45;",
    "table.json": "[1, 2]",
    "weights.bin": "0",
    "beside.js": "",
  };
  const place = folderOf(files, '{ policy: program, command: "node player.cjs weights.bin missing.txt" }');
  expect(await without(place, files)).toEqual(["beside.js"]);
  expect(unfollowedIn(await place.read())).toEqual([]);
});

test("files that a module imports count too", async () => {
  const files = { "player.mjs": 'import "./level.ts";', "level.ts": "export const level: number = 45;" };
  const place = folderOf(files, "{ policy: program, command: [node, player.mjs] }");
  expect(await without(place, files)).toEqual([]);
});

test("a script in another language counts, with a notice that files it loads do not", async () => {
  const files = { "player.py": "import other", "other.py": "" };
  const place = folderOf(files, "{ policy: program, command: [python3, player.py] }");
  expect(await without(place, files)).toEqual(["other.py"]);
  expect(unfollowedIn(await place.read())).toEqual([expect.stringMatching(/player\.py$/)]);
});

test("names that a module imports from the package count with their dependencies, and other names do not", async () => {
  const agent = (body: string) => `import { defineAgent } from "agonlab";\n${body}`;
  const files = {
    "agent.ts": agent('export default defineAgent({ summary: "one", make: () => () => ({ reset() {}, act() {} }) });'),
  };
  expect(namesIn(files["agent.ts"])).toEqual(["defineAgent"]);
  const modules = agonModules();
  const closure = modules.closure(modules.behindDoor(["defineAgent"]), "all");
  expect(closure.has(roomFile("core/plugin"))).toBe(true);
  expect(closure.has(roomFile("algorithms/text/callback"))).toBe(false);
  expect(namesIn('import * as all from "agonlab";')).toBe("all");
  expect(namesIn('const all = await import("agonlab");')).toBe("all");
  expect(namesIn('export { Random as R } from "agon"; import { z } from "zod";')).toEqual(["Random"]);
  expect(namesIn('const { Random } = require("agonlab"); with (a) {}')).toBe("all");
});

const namesIn = (code: string) => importedNames(code, ["agonlab", "agon"]);

test("a preset counts with the method that it uses, and a world with every module of its own", async () => {
  const names = new Set(["metacognitive-tools"]);
  for (const name of await impliedParts(names)) names.add(name);
  const closure = agonModules().closure([roomFile("lab/run/cell")], names);
  expect(closure.has(roomFile("algorithms/text/separate-advantages"))).toBe(true);
  expect(closure.has(roomFile("algorithms/text/grpo"))).toBe(true);
  expect(closure.has(roomFile("systems/negative-aware/method"))).toBe(false);
});

test("a run of an earlier version is read and marked as such; a new one states the Node that computed it", async () => {
  const yaml = "environment: { id: coopetition/slcd, horizon: 5 }\nagents: random\nobjective: joint.value\nseeds: 2\n";
  const { folder } = await ran(yaml);
  const node = Number.parseInt(process.versions.node, 10);
  expect((await buildReport(folder)).computed).toEqual({ nodes: [node] });
  const record = readRecord(folder);
  const { keys: _, ...earlier } = record;
  writeFileSync(join(folder, "run.json"), recordText(earlier));
  const seals = join(folder, "..", "cells", record.variants[0].key, "seals");
  for (const name of readdirSync(seals)) {
    const { files } = JSON.parse(readFileSync(join(seals, name), "utf8"));
    writeFileSync(join(seals, name), name === "0.json" ? checkedJson({ files, node: 18 }) : JSON.stringify(files));
  }
  const report = await buildReport(folder);
  expect(report.cells).toEqual({ planned: 2, done: 2 });
  expect(report.computed).toEqual({ nodes: [18], earlier: true });
  expect(computedNotes(report)).toEqual([expect.stringMatching(/^an earlier version of Agon made the keys/)]);
  expect(computedNotes({ computed: { nodes: [18, 20] } })).toEqual([expect.stringMatching(/several major versions/)]);
  expect(runSummaries(join(folder, ".."))).toMatchObject([{ earlier: true }]);
});
