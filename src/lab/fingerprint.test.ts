// What a cell's key depends on: also the files that a user's program and a user's modules load.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseExperiment } from "./experiment.ts";
import { cellKeys, unfollowedIn } from "./fingerprint.ts";

/** A folder with these files, and the key of an experiment there. */
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

/** Each change gives another key; gives the names of the files whose change did not. */
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

test("so does what a module imports", async () => {
  const files = { "player.mjs": 'import "./level.ts";', "level.ts": "export const level: number = 45;" };
  const place = folderOf(files, "{ policy: program, command: [node, player.mjs] }");
  expect(await without(place, files)).toEqual([]);
});

test("a script in another language counts, and it is told that what it loads does not", async () => {
  const files = { "player.py": "import other", "other.py": "" };
  const place = folderOf(files, "{ policy: program, command: [python3, player.py] }");
  expect(await without(place, files)).toEqual(["other.py"]);
  expect(unfollowedIn(await place.read())).toEqual([expect.stringMatching(/player\.py$/)]);
});
