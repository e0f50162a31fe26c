// What Agon keeps for a user, the folders that are trusted, lies in a folder of the tests' own, which is gone after the last test.
// A store that is left in the working folder is a failure of its test file, or of one that runs beside it.

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject } from "vitest";
import { strayFiles } from "./stray-files.ts";

// One for a worker, whose modules all test files share.
if (process.env.AGON_TESTS !== "own state") {
  const folder = mkdtempSync(join(inject("states"), "worker-"));
  process.env.AGON_TESTS = "own state";
  process.env.XDG_STATE_HOME = folder;
}

const before = strayFiles();
afterAll(() => {
  expect(strayFiles().filter((name) => !before.includes(name))).toEqual([]);
});
