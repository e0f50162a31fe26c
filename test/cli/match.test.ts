// `agon match`: games between programs, as a person and as a program reads them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  [["core-war", imp], "core-war is fought by 2 programs, and 1 are given"],
  [["core-war", imp, dwarf, imp], "core-war is fought by 2 programs, and 3 are given"],
  [["core-war", imp, warrior("dwarv")], 'dwarv.red cannot be read: there is no such file; did you mean "dwarf.red"?'],
  [["core-war", imp, dwarf, "--set", "fixd=4"], 'fixd: unknown key "fixd"; did you mean "fixed"?'],
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

test("a program that cannot play is told, and loses", async () => {
  const file = join(scratch(), "broken.js");
  writeFileSync(file, 'const moves = ["up"];');
  const words = ["match", "battlesnake", file, snake("careful"), "--games", "2", "--json"];
  const { code, stdout, stderr } = await agon(words);
  expect([code, JSON.parse(stdout).wins]).toEqual([0, [0, 2]]);
  expect(stderr).toContain("broken.js is no program with a function move, and answers nothing");
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
