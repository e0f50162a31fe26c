// A program's version changes with every file that it may load, and with no other.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../../test/cli/files.ts";
import { moduleFiles } from "./program-files.ts";

test("files of its language count below its folder, however many others lie there", () => {
  const folder = folderWith({ "editor.mjs": "1", "part.mjs": "2", "notes.txt": "3" });
  const program = join(folder, "editor.mjs");
  mkdirSync(join(folder, "data"));
  for (let k = 0; k < 1200; k++) writeFileSync(join(folder, "data", `${k}.txt`), "x");
  const { version, files } = moduleFiles(program) ?? { version: "", files: [] };
  expect(files).toEqual([program, join(folder, "part.mjs")]);
  writeFileSync(join(folder, "notes.txt"), "4");
  expect(moduleFiles(program)?.version).toBe(version);
  writeFileSync(join(folder, "data", "late.mjs"), "5");
  expect(moduleFiles(program)?.version).not.toBe(version);
});
