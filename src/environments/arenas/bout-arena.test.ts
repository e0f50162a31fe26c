// Programs in an arena with moves: good ones win, invalid behaviour loses by the rules, and games remain isolated from each other.

import { expect, test } from "vitest";
import { playedBouts } from "../../../test/fixtures/bouts.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { arenas } from "./index.ts";

const GOES_ROUND = `const ROUND = ["up", "right", "down", "left"];
function move({ turn }) { return { move: ROUND[turn % 4] }; }`;

/** Plays two programs on a small board without food, where a snake that moves in circles lives a hundred turns. */
const played = (one: string, other: string, games = 2) => {
  const board = { width: 7, height: 7, fewestFood: 0, foodChance: 0, horizon: 60 };
  return playedBouts("battlesnake", [one, other], { ...board, steps: 100_000, memory: 2_000_000 }, { games });
};

test.each([
  ["loops", "function move() { for (;;); }"],
  ["loops at its beginning", "for (;;);"],
  ["loops from its tenth turn on", "function move({ turn }) { while (turn > 9); return 'up'; }"],
  ["takes all memory", "function move() { const all = []; for (;;) all.push(new Array(9999).fill(0)); }"],
  ["calls itself without end", "function move() { return move(); }"],
  ["throws", "function move() { throw new Error('no'); }"],
  ["does not parse", "function move( {"],
  ["is empty", ""],
  ["answers nonsense", "function move() { return { move: 'sideways' }; }"],
  ["answers a promise", "async function move() { return 'up'; }"],
  ["answers without end", "function move() { const all = {}; all.all = all; return all; }"],
  ["answers a text of great length", "function move() { return 'up'.repeat(1e6); }"],
  ["writes on what all objects have", "Object.prototype.move = 'up'; Array.prototype.map = null; function move() {}"],
  ["looks for a file", "function move() { return require('fs').readdirSync('.')[0]; }"],
  ["imports", "function move() { return import('node:fs'); }"],
  ["looks for its process", "function move() { return process.env.HOME; }"],
  ["looks for the other program", "function move() { return globalThis.snakes[1].move(); }"],
  ["asks the network", "function move() { return fetch('http://localhost').then(() => 'up'); }"],
  ["changes what it is given", "function move(s) { s.you.health = 1e9; s.board.snakes.length = 0; return s; }"],
])("a snake that %s continues straight on and loses", async (_, text) => {
  expect(await played(text, GOES_ROUND)).toEqual(matrix("0 1 | 0 1"));
  expect(await played(GOES_ROUND, text)).toEqual(matrix("1 0 | 1 0"));
});

test("a program's clock is fixed", async () => {
  const timed = `const began = Date.now();
    const ROUND = ["up", "right", "down", "left"];
    function move({ turn }) { let k = 0; while (Date.now() === began && k < 999) k++; return k < 999 ? "no" : ROUND[turn % 4]; }`;
  expect((await played(timed, GOES_ROUND, 1))[0]).toEqual([0.5, 0.5]);
});

test("equal programs share the point, and a program's state ends with the game", async () => {
  expect(await played(GOES_ROUND, GOES_ROUND)).toEqual(matrix("0.5 0.5 | 0.5 0.5"));
  const once = `let turns = 0; const ROUND = ["up", "right", "down", "left"];
    function move() { return turns > 59 ? "up" : ROUND[turns++ % 4]; }`;
  expect(await played(once, GOES_ROUND, 3)).toEqual(new Array(3).fill([0.5, 0.5]));
});

test("the same seed gives the same games", async () => {
  const eats =
    "function move({ board, you, turn }) { return board.food[0].x > you.head.x ? 'right' : turn % 2 ? 'up' : 'left'; }";
  const results = () =>
    playedBouts("battlesnake", [eats, GOES_ROUND, eats], { width: 7, height: 7 }, { games: 4, seed: 4 });
  expect(await results()).toEqual(await results());
});

test("a random mutation of a program can be parsed and differs; an invalid program is returned unchanged", async () => {
  const arena = (await arenas.get("battlesnake")).make({});
  const random = Random.of(1);
  const seen = new Set<string>();
  for (let k = 0; k < 40; k++) {
    const changed = arena.mutated?.(GOES_ROUND, random) ?? "";
    expect(changed).not.toBe(GOES_ROUND);
    expect(() => new Function(changed)).not.toThrow();
    seen.add(changed);
  }
  expect(seen.size).toBeGreaterThan(3);
  expect(arena.mutated?.("function move( {", random)).toBe("function move( {");
});
