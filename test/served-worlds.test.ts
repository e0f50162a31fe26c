// Worlds that are served from threads: the built command, since a thread runs a compiled file. Needs `npm run build` before.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { scratch } from "./cli/agon.ts";
import { start } from "./cli/process.ts";
import { sessionClient } from "./fixtures/session-client.ts";

/** Loops for ever on the action 2, and throws on 3. */
const TRAP = `
import { defineEnvironment, layout, z } from "agonlab";
export default defineEnvironment({
  summary: "a trap",
  parameters: z.strictObject({}),
  make() {
    const state = layout({ steps: [1] });
    const spec = {
      agents: ["agent_0"], labels: ["mouse"], horizon: 100, actionSize: 1, choices: 4, actionUnit: "door",
      actionLow: Float64Array.of(0), actionHigh: Float64Array.of(3),
      observation: [{ name: "steps", size: 1, low: 0, high: 100, meaning: "steps" }], observationSize: 1,
      channels: [{ name: "payoff", unit: "", low: 0, high: 1, over: "sum", state: false, meaning: "one a step" }],
      publicState: [], deterministic: true, symmetric: false,
    };
    return {
      spec, state,
      reset(_random, outcomes) { state.views.steps[0] = 0; outcomes[0] = 0; },
      step([door], outcomes) {
        if (door === 3) throw new Error("the trap is broken");
        while (door === 2);
        state.views.steps[0] += 1;
        outcomes[0] = 1;
        return state.views.steps[0] >= 100 ? 2 : 0;
      },
      observe(into) { into[0] = state.views.steps[0]; },
    };
  },
});
`;

async function served(...flags: string[]) {
  const folder = scratch();
  writeFileSync(join(folder, "trap.js"), TRAP);
  const { process, done } = start(["serve", "control/cart-pole", "./trap.js", "--port", "0", "--json", ...flags], {
    cwd: folder,
  });
  onTestFinished(() => {
    process.kill("SIGKILL");
  });
  const line = await new Promise<string>((resolve) => process.stdout?.once("data", (chunk) => resolve(String(chunk))));
  const { url, worlds }: { url: string; worlds: string[] } = JSON.parse(line);
  expect(worlds).toEqual(["control/cart-pole", "trap"]);
  const count = async () => {
    const { sessions } = JSON.parse(await (await fetch(`${url}/health`)).text());
    return sessions;
  };
  return { url, process, done, count };
}

test("a step that never ends costs its session the episode, and others on its thread theirs; the server goes on", async () => {
  const { url, process, done, count } = await served("--threads", "1", "--step-limit", "1");
  const [mouse, other] = [await sessionClient(`${url}/env/trap/ws`), await sessionClient(`${url}/env/trap/ws`)];
  for (const one of [mouse, other]) expect((await one.reset({ seed: 1 })).type).toBe("observation");
  expect((await other.step({ action: 3 })).data).toMatchObject({
    code: "EXECUTION_ERROR",
    message: "the world failed: the trap is broken",
  });
  const caught = mouse.step({ action: 2 });
  // The server itself answers meanwhile.
  expect(await count()).toBe(2);
  expect((await caught).data.message).toBe("this took longer than 1 s; the episode is gone: reset begins another");
  for (const one of [mouse, other]) {
    expect((await one.step({ action: 1 })).data.message).toContain("no episode in this session");
    expect((await one.reset({ seed: 2 })).type).toBe("observation");
    expect((await one.step({ action: 1 })).data.reward).toBe(1);
  }
  process.kill("SIGINT");
  expect((await done).code).toBe(0);
  expect(await mouse.closed).toBe(1006);
});

test("clients that flood, send too much, or go without a word leave no session behind", async () => {
  const { url, count } = await served("--sessions", "100");
  const flood = await sessionClient(`${url}/env/control/cart-pole/ws`);
  await flood.reset({ seed: 1 });
  for (let k = 0; k < 500; k++) flood.socket.send(JSON.stringify({ type: "state" }));
  for (let k = 0; k < 500; k++) expect((await flood.next()).type).toBe("state");
  flood.socket.send(" ".repeat(20 * 1024 * 1024));
  expect(await flood.closed).toBe(1009);
  for (let round = 0; round < 3; round++) {
    const clients = await Promise.all(
      Array.from({ length: 90 }, () => sessionClient(`${url}/env/control/cart-pole/ws`)),
    );
    for (const one of clients.slice(0, 20)) expect((await one.reset()).type).toBe("observation");
    // Some in the middle of a step.
    for (const one of clients.slice(0, 10)) one.socket.send(JSON.stringify({ type: "step", data: { action: 1 } }));
    for (const one of clients) one.socket.terminate();
    for (let k = 0; (await count()) > 0 && k < 200; k++) await later(10);
    expect(await count()).toBe(0);
  }
}, 60_000);
