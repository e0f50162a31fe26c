// What Agon keeps for a user, the folders that are trusted, lies in a folder of the tests' own, which is gone after the last test.

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

// One for a worker, whose modules all test files share.
if (process.env.AGON_TESTS !== "own state") {
  const folder = mkdtempSync(join(inject("states"), "worker-"));
  process.env.AGON_TESTS = "own state";
  process.env.XDG_STATE_HOME = folder;
}
