// `agon match`: games between programs, as a person and as a program reads them.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { confinementMeans } from "../../src/agents/confinement.ts";
import { agon, documentOf, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";
import { complaintOf, refusedCommands } from "./mistakes.ts";

const warrior = (name: string): string => join(root, "examples/warriors", `${name}.red`);
const imp = warrior("imp");
const dwarf = warrior("dwarf");

test("games from the fixed start of pMARS are printed as JSON", async () => {
  const report = await documentOf(`match core-war ${imp} ${dwarf} --games 200 --set fixed=4000`);
  expect(report).toEqual({ arena: "core-war", games: 200, wins: [0, 51], ties: 149, scores: [74.5, 125.5] });
});

test("a person reads shares with intervals, and the same seed gives the same games", async () => {
  const words = `match core-war ${imp} ${dwarf} --games 20 --set core=nano --seed 3`;
  const [first, again] = [await agon(words), await agon(words)];
  expect(first.stdout).toBe(again.stdout);
  expect(first.stdout).toMatch(/program +wins +share of games +points/);
  expect(first.stdout).toMatch(/dwarf\.red +\d+ +0\.\d+ \[0\.\d+, 0\.\d+\] +/);
});

refusedCommands(
  "agon-match",
  `
  match core-wars imp.red dwarf.red
  match core-war imp.red
  match core-war imp.red dwarf.red imp.red
  match core-war imp.red dwarv.red
  match core-war imp.red bad.red
  match core-war imp.red dwarf.red --set fixd=4
  match core-war imp.red dwarf.red --set limits.cpu=0
  match core-war imp.red dwarf.red --set limits.memry=9
  match chess random.js imp.red --set 'start=8/8 w'
  match battlesnake up.js
  match battlesnake up.js up.js --set rules=solo
  match battlesnake http://127.0.0.1:9 up.js
  `,
  {
    ...{ "imp.red": "MOV 0, 1\n", "dwarf.red": "ADD #4, 3\nMOV 2, @2\nJMP -2\nDAT #0\n" },
    ...{ "bad.red": "; a comment\nMOV.I $0, there\n", "random.js": "const move = () => 0;" },
    "up.js": 'const move = () => "up";',
  },
);

const snake = (name: string): string => join(root, "examples/snakes", `${name}.js`);

test("any number of snakes fight, and the same seed gives the same games", async () => {
  const snakes = ["careful", "hungry", "hunter"].map(snake).join(" ");
  const words = `match battlesnake ${snakes} --games 4 --set width=7 --set height=7 --set horizon=60 --json`;
  const [first, again] = [await agon(words), await agon(words)];
  expect(first.stdout).toBe(again.stdout);
  const { arena, games, wins, ties, scores } = JSON.parse(first.stdout);
  expect([arena, games, wins.length]).toEqual(["battlesnake", 4, 3]);
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
  expect([sum(wins) + ties, sum(scores)]).toEqual([4, 4]);
});

const chess = (name: string): string => join(root, "examples/chess", `${name}.js`);

test.each([
  ["random", "greedy"],
  ["greedy", "careful"],
])("at chess %s loses to %s", async (one, other) => {
  const words = `match chess ${chess(one)} ${chess(other)} --games 4 --set opening=4`;
  const { scores } = await documentOf(words);
  expect(scores[1]).toBeGreaterThan(scores[0] + 2);
});

test("a lone snake has no winner: its turns count, and only solo is played alone", async () => {
  const words = `match battlesnake ${snake("careful")} --games 4 --set rules=solo --set horizon=12`;
  const { code, stdout } = await agon(words);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^program +turns survived +games to the last turn\ncareful\.js +12(\.0+)? .*4\n4 games, seed 0; /,
  );
  expect(stdout).not.toMatch(/drawn|wins/);
  const turns = expect.objectContaining({ mean: 12, n: 4 });
  expect(await documentOf(words)).toEqual({ arena: "battlesnake", games: 4, turns, toTheEnd: 4 });
});

test("a program that cannot play is told, and loses", async () => {
  const cwd = folderWith({ "broken.js": 'const moves = ["up"];' });
  const words = `match battlesnake broken.js ${snake("careful")} --games 2 --json`;
  const { code, stdout, stderr } = await agon(words, { cwd });
  expect([code, JSON.parse(stdout).wins]).toEqual([0, [0, 2]]);
  expect(stderr).toContain("broken.js is no program with a function move, and answers nothing");
});

const occupied = `(board) => {
  const row = board.findIndex((cells) => cells.some((x) => x > 0));
  return row < 0 ? [0, 0] : [row, board[row].findIndex((x) => x > 0)];
}`;

test.each([
  ["throws", 4, "({ board }) => board.length", /it threw TypeError: cannot read property 'length' of undefined\n$/],
  ["answers what is no move", 4, '() => "e9"', /it answered "e9"/],
  ["never ends", 4, "() => { for (;;); }", /it used up the steps of a move/],
  ["puts a stone on a stone", 6, occupied, /it answered \[0, ?0\], which the rules do not allow there/],
])("a program that %s is told, with its first error, and one that plays is not", async (_, moves, move, first) => {
  const good =
    "(board) => { const row = board.findIndex((cells) => cells.includes(0)); return [row, board[row].indexOf(0)]; }";
  const cwd = folderWith({ "bad.js": `const move = ${move};`, "good.js": `const move = ${good};` });
  const words = "match gomoku bad.js good.js --games 4 --set steps=100000";
  const { code, stdout } = await agon(words, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain(`bad.js made no move in 4 of the ${moves} that it was asked for; the first time it`);
  expect(stdout).toMatch(first);
  const { faults } = await documentOf(words, { cwd });
  expect(faults).toEqual([{ program: "bad.js", asked: moves, failed: 4, first: expect.any(String) }]);
  expect(await documentOf("match gomoku good.js good.js --games 2", { cwd })).not.toHaveProperty("faults");
});

test("a process is given the limits that are set, and one whose interpreter is missing breaks the match off", async () => {
  const folder = scratch();
  const bot = join(folder, "bot");
  // It goes round in a square where its limit is the one that was set, and into a wall where it is not.
  const go =
    'turn=$((turn % 4 + 1)); [ "$(ulimit -t)" = 77 ] || turn=1; eval "move=\\$$turn"; echo "{\\"move\\":\\"$move\\"}"';
  const reads = `while read -r line; do case $line in *move*) ${go} ;; esac; done`;
  writeFileSync(bot, `#!/bin/sh\nset -- up right down left\nturn=0\n${reads}\n`);
  for (const path of [folder, bot]) chmodSync(path, 0o755);
  const words = `match battlesnake ${bot} ${snake("careful")} --games 2 --set limits.cpu=77 --set horizon=20`;
  expect(await documentOf(words)).toMatchObject(confinementMeans().isLimited ? { ties: 2 } : { wins: [0, 2] });
  writeFileSync(bot, "#!/usr/bin/env no-such-language\n");
  expect(await complaintOf(words, { cwd: folder })).toContain(
    'could not be started: its interpreter "no-such-language" is not there',
  );
});
