// `agon serve` at the command line: which worlds it can serve, and when it ends. What it answers is tested beside its server.

import { expect, test } from "vitest";
import { scratch } from "./agon.ts";
import { refusedCommands } from "./mistakes.ts";
import { start } from "./process.ts";

const reward =
  'import { defineReward } from "agonlab"; export default defineReward({ summary: "r", make: () => () => ({ reset() {}, pay() {} }) });';
refusedCommands(
  "agon-serve",
  `
  serve coopetition/slcdd
  serve ./missing.js
  serve ./reward.js
  serve ./reward.js ./b/reward.js
  serve control/cart-pole --port 65536
  serve control/cart-pole --sessions 0
  serve control/cart-pole --host 192.0.2.1 --port 0
  `,
  { "reward.js": reward, "b/reward.js": reward },
);

test("it ends with its standard input where that is asked for, and says its address first", async () => {
  const { done } = start("serve control/cart-pole --port 0 --json --until-eof", { cwd: scratch() });
  const { code, stdout } = await done;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    worlds: ["control/cart-pole"],
  });
});
