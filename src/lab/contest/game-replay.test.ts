// A game that is played again ends as it ended: of programs in the sandbox, of warriors, and of processes by what they did.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../store/store.ts";
import { playContest } from "./contest.ts";
import { readContest } from "./contest-file.ts";
import { contestRound } from "./contest-round.ts";
import { gameReplay } from "./game-replay.ts";
import { keptContest, listedContests } from "./kept-contests.ts";

const SNAKES = {
  "round.js": `function move({ turn }) { return ["up", "right", "down", "left"][turn % 4]; }`,
  "up.js": `function move({ you, board }) { return you.head.y + 1 < board.height ? "up" : "right"; }`,
  bot: `#!/usr/bin/env node
let game = 0;
const own = require("node:crypto").randomInt(2);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, given } = JSON.parse(line);
  if (type === "reset") game += 1;
  // Another process would not do the same: the move hangs on what this one has drawn.
  else console.log(JSON.stringify({ move: ["up", "left"][(own + game + given[0].turn) % 2] }));
});`,
};
const WARRIORS = { "imp.red": "MOV.I $0, $1\n", "dwarf.red": "ADD.AB #4, $3\nMOV.I $2, @2\nJMP.B $-2\nDAT.F #0, #0\n" };

async function held(files: Readonly<Record<string, string>>, yaml: string) {
  const folder = mkdtempSync(join(tmpdir(), "agon-contest-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...files, "c.yaml": yaml })) writeFileSync(join(folder, name), text);
  if ("bot" in files) for (const path of [folder, join(folder, "bot")]) chmodSync(path, 0o755);
  const store = openStore(join(folder, "store"));
  const contest = await readContest(join(folder, "c.yaml"));
  const { signal } = new AbortController();
  await playContest(contest, { store, threads: 0, signal, resamples: 20 });
  const [{ contest: name }] = listedContests(store);
  return { store, name, files: folder, told: keptContest(store, name).told };
}

test("programs in the sandbox and a process, in both seats", async () => {
  const arena = "{ id: battlesnake, width: 7, height: 7, fewestFood: 0, foodChance: 0, horizon: 30 }";
  const { store, name, told, files } = await held(
    SNAKES,
    `title: Two and a bot!\narena: ${arena}\nplayers: { round: round.js, up: up.js, bot: bot }\ngames: 6\n`,
  );
  expect(name).toMatch(/^two-and-a-bot-[0-9a-f]{8}$/);
  // A process is not needed to see what it did.
  rmSync(join(files, "bot"));
  let games = 0;
  for (const { key, first, second, points } of told.matches) {
    for (const [game, point] of points.entries()) {
      const replay = await gameReplay(store, { contest: name, match: key, game });
      const seatOf = (player: string) => replay.agents.findIndex(({ policy }) => policy.startsWith(`${player},`));
      const won = replay.measures.find(({ name: measure }) => measure === "won")?.values.at(-1) ?? [];
      expect([won[seatOf(first)], won[seatOf(second)]]).toEqual([point === 1 ? 1 : 0, point === 0 ? 1 : 0]);
      expect(replay.scenes?.moments).toHaveLength(replay.steps + 1);
      expect(replay.actions).toHaveLength(replay.steps);
      games += 1;
    }
  }
  expect(games).toBe(18);
}, 30_000);

test("Core War: the loser has no task at the end, and a round is the one that was fought", async () => {
  const { store, name, told } = await held(
    WARRIORS,
    "arena: { id: core-war, core: nano }\nplayers: { imp: imp.red, dwarf: dwarf.red }\ngames: 20\n",
  );
  const [{ key, first, points }] = told.matches;
  expect(new Set(points).size).toBeGreaterThan(1);
  for (const [game, point] of points.entries()) {
    const { agents, measures, scenes, steps } = await gameReplay(store, { contest: name, match: key, game });
    const own = agents.findIndex(({ policy }) => policy.startsWith(`${first},`));
    const tasks = measures.find(({ name: measure }) => measure === "tasks")?.values.at(-1) ?? [];
    expect([tasks[own] !== 0, tasks[1 - own] !== 0]).toEqual([point !== 0, point !== 1]);
    expect(scenes?.moments).toHaveLength(steps + 1);
  }
  await expect(gameReplay(store, { contest: name, match: key, game: 20 })).rejects.toThrow("has no game 21");
  await expect(gameReplay(store, { contest: "c-1", match: key, game: 0 })).rejects.toThrow(
    'no contest of this store is called "c-1"',
  );
});

test("rounds of edit and compete: each game ends as it ended, by the programs of its round", async () => {
  const players =
    "{ blind: { program: dwarf.red, editor: { id: blind, changes: 2 } }, imp: imp.red, dwarf: dwarf.red }";
  const { store, name, told } = await held(
    WARRIORS,
    `arena: { id: core-war, core: nano }\nplayers: ${players}\nschedule: { id: edit-and-compete, rounds: 3 }\ngames: 12\n`,
  );
  let games = 0;
  const turned = new Set<boolean>();
  for (const { key, first, second, isTurned } of told.matches) {
    turned.add(isTurned);
    let before: readonly string[] = [];
    for (let round = 0; round <= 3; round++) {
      const { programs, points, told: own, rounds } = contestRound(store, name, { match: key, round });
      expect(rounds).toBe(4);
      expect(programs.map(({ player }) => player)).toEqual([first, second]);
      expect(points.reduce((a, b) => a + b, 0) / 12).toBeCloseTo(own.share, 12);
      for (const [side, { code, diff, player }] of programs.entries()) {
        if (round === 0) expect(diff).toBeNull();
        else expect(diff?.hunks.length === 0).toBe(code === before[side]);
        expect(own.sizes[side] === null).toBe(player !== "blind" || round === 0 || code === before[side]);
      }
      before = programs.map(({ code }) => code);
      for (const [game, point] of points.entries()) {
        const { agents, measures } = await gameReplay(store, { contest: name, match: key, round, game });
        const seat = agents.findIndex(({ policy }) => policy === `${first}, as of round ${round}`);
        const tasks = measures.find(({ name: measure }) => measure === "tasks")?.values.at(-1) ?? [];
        expect([tasks[seat] !== 0, tasks[1 - seat] !== 0]).toEqual([point !== 0, point !== 1]);
        games += 1;
      }
    }
    await expect(gameReplay(store, { contest: name, match: key, round: 3, game: 12 })).rejects.toThrow("no game 13");
    expect(() => contestRound(store, name, { match: key, round: 4 })).toThrow("has no round 4 of such a tournament");
  }
  expect(games).toBe(3 * 4 * 12);
  // Both orders of players were played again.
  expect(turned.size).toBe(2);
}, 30_000);
