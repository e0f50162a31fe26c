// `agon match`: games between programs, as a person and as a program reads them.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { confinementMeans } from "../../src/agents/confinement.ts";
import { agon, root, scratch } from "./agon.ts";

const warrior = (name: string): string => join(root, "examples/warriors", `${name}.red`);
const imp = warrior("imp");
const dwarf = warrior("dwarf");

test("games from the fixed start of pMARS are printed as JSON", async () => {
  const words = ["match", "core-war", imp, dwarf, "--games", "200", "--set", "fixed=4000", "--json"];
  const { code, stdout } = await agon(words);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { arena: "core-war", games: 200, wins: [0, 51], ties: 149, scores: [74.5, 125.5] },
  ]);
});

test("a person reads shares with intervals, and the same seed gives the same games", async () => {
  const words = ["match", "core-war", imp, dwarf, "--games", "20", "--set", "core=nano", "--seed", "3"];
  const [first, again] = [await agon(words), await agon(words)];
  expect(first.stdout).toBe(again.stdout);
  expect(first.stdout).toMatch(/program +wins +share of games +points/);
  expect(first.stdout).toMatch(/dwarf\.red +\d+ +0\.\d+ \[0\.\d+, 0\.\d+\] +/);
});

test.each([
  [["core-wars", imp, dwarf], 'no arena is called "core-wars"; did you mean "core-war"?'],
  [["core-war", imp], "core-war is fought by 2 programs, and 1 is given"],
  [["core-war", imp, dwarf, imp], "core-war is fought by 2 programs, and 3 are given"],
  [["core-war", imp, warrior("dwarv")], 'dwarv.red cannot be read: there is no such file; did you mean "dwarf.red"?'],
  [["core-war", imp, dwarf, "--set", "fixd=4"], 'fixd: unknown key "fixd"; did you mean "fixed"?'],
  [["core-war", imp, dwarf, "--set", "limits.cpu=0"], "limits.cpu: is 0; it must be at least 1"],
  [["core-war", imp, dwarf, "--set", "limits.memry=9"], 'limits.memry: unknown key "memry"; did you mean "memory"?'],
  [
    ["chess", join(root, "examples/chess/random.js"), imp, "--set", "start=8/8 w"],
    'start: is "8/8 w"; it must be a position in FEN: must contain six space-delimited fields',
  ],
])("a mistake gets one sentence: %j", async (words, sentence) => {
  const { code, complaint } = await agon(["match", ...words]);
  expect([code, complaint]).toEqual([2, expect.stringContaining(sentence)]);
});

const snake = (name: string): string => join(root, "examples/snakes", `${name}.js`);

test("any number of snakes fight, and the same seed gives the same games", async () => {
  const words = ["match", "battlesnake", ...["careful", "hungry", "hunter"].map(snake), "--games", "4", "--json"];
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
  const words = ["match", "chess", chess(one), chess(other), "--games", "6", "--set", "opening=4", "--json"];
  const { code, stdout } = await agon(words);
  const { scores } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(scores[1]).toBeGreaterThan(scores[0] + 2);
});

test("a lone snake has no winner: its turns count, and only solo is played alone", async () => {
  const words = [
    "match",
    "battlesnake",
    snake("careful"),
    "--games",
    "4",
    "--set",
    "rules=solo",
    "--set",
    "horizon=20",
  ];
  const { code, stdout } = await agon(words);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^program +turns survived +games to the last turn\ncareful\.js +20(\.0+)? .*4\n4 games, seed 0; /,
  );
  expect(stdout).not.toMatch(/drawn|wins/);
  const told = JSON.parse((await agon([...words, "--json"])).stdout);
  expect(told).toEqual({
    arena: "battlesnake",
    games: 4,
    turns: expect.objectContaining({ mean: 20, n: 4 }),
    toTheEnd: 4,
  });
  const one = await agon(["match", "battlesnake", snake("careful")]);
  expect([one.code, one.complaint]).toEqual([2, "agon: battlesnake is fought by 2 to 16 programs, and 1 is given\n"]);
  const two = await agon(["match", "battlesnake", snake("careful"), snake("hungry"), "--set", "rules=solo"]);
  expect([two.code, two.complaint]).toEqual([2, "agon: battlesnake is played by 1 program, and 2 are given\n"]);
});

test("a program that cannot play is told, and loses", async () => {
  const file = join(scratch(), "broken.js");
  writeFileSync(file, 'const moves = ["up"];');
  const words = ["match", "battlesnake", file, snake("careful"), "--games", "2", "--json"];
  const { code, stdout, stderr } = await agon(words);
  expect([code, JSON.parse(stdout).wins]).toEqual([0, [0, 2]]);
  expect(stderr).toContain("broken.js is no program with a function move, and answers nothing");
});

test("a program that throws in every move is told, with its first error, and one that plays is not", async () => {
  const folder = scratch();
  const bad = join(folder, "bad.js");
  writeFileSync(bad, "function move({ board }) { return board.length; }");
  const good = join(folder, "good.js");
  writeFileSync(
    good,
    "function move(board) { const row = board.findIndex((cells) => cells.includes(0)); return [row, board[row].indexOf(0)]; }",
  );
  const words = ["match", "gomoku", bad, good, "--games", "4"];
  const { code, stdout } = await agon(words);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /bad\.js made no move in 4 of the 4 that it was asked for; the first time it threw TypeError: cannot read property 'length' of undefined\n$/,
  );
  const [fault, ...more] = JSON.parse((await agon([...words, "--json"])).stdout).faults;
  expect(fault).toEqual({ program: bad, asked: 4, failed: 4, first: expect.stringContaining("TypeError") });
  expect(more).toEqual([]);
  writeFileSync(bad, 'const move = () => "e9";');
  expect((await agon(words)).stdout).toContain('the first time it answered "e9"');
  writeFileSync(bad, "const move = () => { for (;;); };");
  expect((await agon([...words, "--set", "steps=10000"])).stdout).toContain(
    "the first time it used up the steps of a move",
  );
  // A stone on a stone.
  writeFileSync(
    bad,
    "const move = (board) => { const row = board.findIndex((cells) => cells.some((x) => x > 0)); return row < 0 ? [0, 0] : [row, board[row].findIndex((x) => x > 0)]; };",
  );
  expect((await agon(words)).stdout).toMatch(
    /the first time it answered \[0, ?0\], which the rules do not allow there/,
  );
  const own = ["match", "gomoku", good, good, "--games", "2", "--json"];
  expect(JSON.parse((await agon(own)).stdout)).not.toHaveProperty("faults");
});

test("an address where no snake is breaks the match off with one sentence", async () => {
  const { code, complaint } = await agon(["match", "battlesnake", "http://127.0.0.1:9", snake("careful")]);
  expect([code, complaint]).toEqual([2, expect.stringContaining("no snake's server answers at")]);
});

test("a mistake in a program is told by its line", async () => {
  const file = join(scratch(), "w.red");
  writeFileSync(file, "; a comment\nMOV.I $0, there\n");
  const { code, complaint } = await agon(["match", "core-war", imp, file]);
  expect([code, complaint]).toEqual([2, expect.stringContaining('w.red:2: no label is called "there"')]);
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
  const set = ["--set", "limits.cpu=77", "--set", "horizon=20"];
  const words = ["match", "battlesnake", bot, snake("careful"), "--games", "2", ...set, "--json"];
  const { code, stdout, stderr } = await agon(words);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject(confinementMeans().isLimited ? { ties: 2 } : { wins: [0, 2] });
  writeFileSync(bot, "#!/usr/bin/env no-such-language\n");
  const { code: missing, complaint } = await agon(words);
  expect(complaint).toContain('could not be started: its interpreter "no-such-language" is not there');
  expect(missing).toBe(2);
});
