// What Agon keeps for a user, the folders that are trusted, lies in a folder of the tests' own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// One for a worker, whose modules all test files share.
if (process.env.AGON_TESTS !== "own state") {
  const folder = mkdtempSync(join(tmpdir(), "agon-state-"));
  process.env.AGON_TESTS = "own state";
  process.env.XDG_STATE_HOME = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
