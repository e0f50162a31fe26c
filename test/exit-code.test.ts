// A suite with a failed test ends with 1, whatever the services that its files share have loaded.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { newDatabase } from "./fixtures/shared.ts";

const isInner = process.env.AGON_FAILS === "1";

test.runIf(isInner)("fails beside a database", async () => {
  expect(await newDatabase()).toBe("no address");
});

test.skipIf(isInner)("a failed test fails the whole run", () => {
  const { AGON_SUITE: _, ...own } = process.env;
  const env = { ...own, AGON_FAILS: "1" };
  const run = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "test/exit-code.test.ts"], {
    env,
    encoding: "utf8",
  });
  expect(run.status, run.stdout).toBe(1);
});
