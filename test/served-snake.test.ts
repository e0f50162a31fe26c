// A program that answers as a snake's server plays as it plays in the sandbox, and what is no game gets a clear answer.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSnake } from "../src/server/snake.ts";
import { agon, root, scratch } from "./cli/agon.ts";

const CAREFUL = join(root, "examples/snakes/careful.js");
const REMEMBERS = `let turns = 0;
function move({ turn }) { turns += 1; return turns === turn + 1 ? ["up", "right", "down", "left"][turn % 4] : "left"; }`;

async function served(text: string) {
  const snake = await openSnake({ text, steps: 500_000, memory: 16_000_000, port: 0, color: "#123456" });
  onTestFinished(() => snake.close());
  return snake.url;
}

const match = async (one: string, other: string) => {
  const words = ["match", "battlesnake", one, other, "--games", "4", "--set", "width=7", "--set", "height=7", "--json"];
  const { code, stdout, stderr } = await agon([...words, "--set", "horizon=30"], { cwd: root });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};

test("it plays as in the sandbox, what it remembers too, and two games at a time do not mix", async () => {
  const file = join(scratch(), "remembers.js");
  writeFileSync(file, REMEMBERS);
  const url = await served(REMEMBERS);
  const [here, there] = [await match(file, CAREFUL), await match(url, CAREFUL)];
  expect(there).toEqual(here);
  expect(await match(url, url)).toEqual(await match(file, file));
});

test("it says who it is, and what it was asked wrongly", async () => {
  const url = await served("function move() { for (;;); }");
  const ask = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const post =
      body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
    const response = await fetch(url + path, { ...post, headers });
    return [response.status, await response.text()] as const;
  };
  expect(await ask("/")).toEqual([200, expect.stringContaining('"apiversion":"1"')]);
  expect(await ask("/")).toEqual([200, expect.stringContaining('"color":"#123456"')]);
  expect(await ask("/move", "no json")).toEqual([400, expect.stringContaining("no state of BattleSnake")]);
  expect(await ask("/move", { game: {} })).toEqual([400, expect.stringContaining("no state of BattleSnake")]);
  const elsewhere = { origin: "https://example.com" };
  expect(await ask("/", undefined, elsewhere)).toEqual([403, expect.stringContaining("another site")]);
  expect((await ask("/move", "x".repeat(5 << 20)))[0]).toBe(413);
  // A program that loops answers nothing; so do forty games of it, one after the other.
  for (let game = 0; game < 40; game++) {
    const state = { game: { id: `g${game}` }, you: { id: "me" } };
    expect((await ask("/start", state))[0]).toBe(200);
    if (game % 39 === 0) expect((await ask("/move", state))[0]).toBe(500);
  }
}, 30_000);

test("a colour that is none, a file that is not there, and a program without moves", async () => {
  const wrong = await agon(["snake", CAREFUL, "--color", "blue"], { cwd: root });
  expect([wrong.code, wrong.complaint.trim()]).toEqual([2, 'agon: --color: is "blue"; write #0060a0']);
  const missing = await agon(["snake", "nothing.js"], { cwd: root });
  expect([missing.code, missing.complaint]).toEqual([2, expect.stringContaining("nothing.js cannot be read")]);
  for (const text of ["", "const moves = 1;", "for (;;);", "}{"])
    await expect(openSnake({ text, steps: 1000, memory: 16_000_000, port: 0 })).rejects.toThrow("no function move");
});

test("the version that it says is that of its program and its limits", async () => {
  const versionOf = async (text: string, steps: number): Promise<unknown> => {
    const { url, close } = await openSnake({ text, steps, memory: 16_000_000, port: 0 });
    onTestFinished(close);
    const { version }: { version: unknown } = JSON.parse(await (await fetch(url)).text());
    return version;
  };
  const up = 'const move = () => "up";';
  const versions = [await versionOf(up, 100_000), await versionOf(`${up} `, 100_000), await versionOf(up, 100_001)];
  expect(new Set([...versions, await versionOf(up, 100_000)]).size).toBe(3);
});
