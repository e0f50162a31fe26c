// What the shell or the machine refuses: a full device to write to, files to open, a working folder. Each is a sentence and exit code 2.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, scratch } from "./agon.ts";

const agon = `'${process.execPath}' '${join(root, "dist/cli/main.js")}'`;

test.runIf(existsSync("/dev/full")).each([
  ["standard output", `${agon} list --json > /dev/full`, 2],
  ["standard error, which nothing else is lost by", `${agon} query nothing --store /nowhere 2> /dev/full`, 2],
  ["standard error of a command that works", `${agon} list rewards 2> /dev/full`, 0],
])("a full device for %s", (_, command, code) => {
  const { status, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
  expect(status).toBe(code);
  if (command.includes(" > "))
    expect(stderr).toBe(
      "agon: cannot write to standard output: the disk is full; what was computed is kept; make room, and run it again\n",
    );
});

test.skipIf(process.platform === "win32").each([
  [
    "too few open files",
    `ulimit -n 40; ${agon} report latest`,
    "too many open files; allow more of them: ulimit -n 1024",
  ],
  [
    "a working folder that is gone",
    `mkdir gone; cd gone; rmdir ../gone; ${agon} list runs`,
    "the working folder is gone; change to a folder that is there",
  ],
])("%s", (_, command, sentence) => {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8", cwd: scratch() });
  expect(stderr).toBe(`agon: ${sentence}\n`);
  expect(stdout).toBe("");
  expect(status).toBe(2);
});
