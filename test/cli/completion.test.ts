// What a shell is told when a user presses the tab.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, scratch } from "./agon.ts";

const following = async (cwd: string, ...words: string[]) => {
  const { code, stdout, complaint } = await agon(["completion", "--words", "--", ...words], { cwd });
  expect([code, complaint]).toEqual([0, ""]);
  return stdout.split("\n").filter((word) => word !== "");
};

test("commands, their options, and what they may be given", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "aliens.yaml"), "");
  expect(await following(cwd, "re")).toEqual(["report", "resume", "reward"]);
  expect(await following(cwd, "")).toContain("run");
  expect(await following(cwd, "run", "al")).toEqual(["aliens.yaml", "all-pay", "alliance"]);
  expect(await following(cwd, "run", "alliance", "--see")).toEqual(["--seeds"]);
  expect(await following(cwd, "run", "alliance", "")).toEqual([]);
  expect(await following(cwd, "show", "coopetition/slc")).toEqual(["coopetition/slcd"]);
  expect(await following(cwd, "list", "r")).toEqual(["ratings", "rewards", "rules", "runs"]);
  expect(await following(cwd, "study", "policy")).toEqual(["policy-cliff"]);
  expect(await following(cwd, "trace", "ex")).toEqual(["export"]);
  expect(await following(cwd, "examples", "copy", "fish")).toEqual(["fishery"]);
  expect(await following(cwd, "bids", "x.csv", "--rule", "")).toEqual(["first-price", "second-price"]);
  expect(await following(cwd, "report", "")).toEqual([]);
  await agon("run alliance --seeds 1 --workers 0", { cwd });
  expect(await following(cwd, "report", "")).toEqual([expect.stringMatching(/^alliance-[0-9a-f]{8}$/), "latest"]);
  expect(await following(cwd, "query", "select 1", "--run", "late")).toEqual(["latest"]);
});

test("a script for each shell, and the nearest name of one that there is not", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await agon(`completion ${shell}`);
    expect(code).toBe(0);
    expect(stdout).toContain("agon completion --words --");
  }
  expect((await agon("completion bsh")).complaint).toContain('did you mean "bash"?');
});
