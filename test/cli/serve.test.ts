// `agon serve` at the command line: which worlds it can serve, and when it ends. What it answers is tested beside its server.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, scratch, start } from "./agon.ts";

test.each([
  [["coopetition/slcdd"], 'did you mean "coopetition/slcd"?'],
  [["./missing.js"], "there is no file"],
  [["./reward.js"], "is a reward; an environment is made by defineEnvironment"],
  [["./reward.js", "./b/reward.js"], "is a reward"],
  [["control/cart-pole", "--port", "65536"], "whole number from 0 to 65535"],
  [["control/cart-pole", "--sessions", "0"], "whole number from 1 on"],
  [["control/cart-pole", "--host", "192.0.2.1", "--port", "0"], "this machine has no such address"],
])("%j is refused with a sentence", async (args, said) => {
  const cwd = scratch();
  const reward =
    'import { defineReward } from "agonlab"; export default defineReward({ summary: "r", make: () => () => ({ reset() {}, pay() {} }) });';
  mkdirSync(join(cwd, "b"));
  for (const name of ["reward.js", "b/reward.js"]) writeFileSync(join(cwd, name), reward);
  const { code, complaint } = await agon(["serve", ...args], { cwd });
  expect([code, complaint]).toEqual([2, expect.stringContaining(said)]);
});

test("it ends with its standard input where that is asked for, and says its address first", async () => {
  const { done } = start(["serve", "control/cart-pole", "--port", "0", "--json", "--until-eof"], { cwd: scratch() });
  const { code, stdout } = await done;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    worlds: ["control/cart-pole"],
  });
});
