// Text views of the key room, after each choice.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { textKeyRoom } from "./key-room.ts";
import { gridText, LEGEND, WORDING } from "./text.ts";
import { APPLY, DROP, move, PICK_UP, type Piece, parseMap, pieceAt } from "./tiles.ts";

const { grid, start } = parseMap([
  "#######", //
  "#..####",
  "#@k%.G#",
  "#..####",
  "#######",
]);
const [UP, RIGHT, DOWN] = [0, 1, 2];

function played(...choices: number[]): Piece {
  const piece = pieceAt(grid, start);
  for (const choice of choices) move(grid, { hands: "tools and drop" }, piece, choice);
  return piece;
}

test("the whole map with the last message above, or the inventory below", () => {
  expect(gridText(grid, played(), { line: "inventory" })).toBe(
    "#######\n#..####\n#@k+.>#\n#..####\n#######\nYou carry nothing.\n",
  );
  expect(gridText(grid, played(RIGHT, PICK_UP, APPLY), { line: "message" })).toBe(
    "The door opens.\n#######\n#..####\n#.@'.>#\n#..####\n#######\n",
  );
  expect(gridText(grid, played(RIGHT, PICK_UP), { line: "inventory" })).toContain("You carry a key.");
});

test("a window around the agent; cells outside the map are walls", () => {
  expect(gridText(grid, played(), { line: "message", crop: 5 })).toBe("\n#####\n##..#\n##@k+\n##..#\n#####\n");
  expect(gridText(grid, played(UP), { line: "message", crop: 5 })).toBe("\n#####\n#####\n##@.#\n##.k+\n##..#\n");
});

test("each choice has its message", () => {
  const said = (...choices: number[]) => gridText(grid, played(...choices), { line: "message" }).split("\n")[0];
  expect(said(UP)).toBe(WORDING.none);
  expect(said(PICK_UP)).toBe(WORDING.none);
  expect(said(RIGHT)).toBe(WORDING.keyHere);
  expect(said(RIGHT, RIGHT)).toBe(WORDING.doorLocked);
  expect(said(RIGHT, APPLY)).toBe(WORDING.doorLocked);
  expect(said(RIGHT, PICK_UP)).toBe(WORDING.keyTaken);
  expect(said(RIGHT, PICK_UP, RIGHT)).toBe(WORDING.doorLocked);
  expect(said(RIGHT, PICK_UP, APPLY)).toBe(WORDING.doorOpened);
  expect(said(RIGHT, PICK_UP, APPLY, RIGHT, RIGHT, RIGHT)).toBe(WORDING.goal);
  expect(gridText(grid, played(RIGHT), { line: "message", wording: { ...WORDING, keyHere: "Shiny!" } })).toMatch(
    /^Shiny!/,
  );
});

test("a dropped key lies on the tile and can be taken again", () => {
  const taken = [RIGHT, PICK_UP, UP];
  expect(played(...taken, DROP)).toMatchObject({ key: 0, keyAt: 9 });
  const text = gridText(grid, played(...taken, DROP, DOWN), { line: "inventory" });
  expect(text).toBe("#######\n#.k####\n#.@+.>#\n#..####\n#######\nYou carry nothing.\n");
  expect(played(...taken, DROP, DOWN, APPLY)).toMatchObject({ open: 0 });
  expect(played(...taken, DROP, PICK_UP, DOWN, APPLY)).toMatchObject({ key: 1, keyAt: -1, open: 1 });
});

test("the environment's own views, with a meaning for each letter", () => {
  const world = textKeyRoom.make({ size: 9 });
  world.reset(Random.of(3), new Float64Array(world.spec.channels.length));
  const views = Object.entries(world.texts ?? {}).map(([name, text]) => [name, text()] as const);
  expect(views.map(([name]) => name)).toEqual(["map", "crop", "map-inventory", "crop-inventory"]);
  for (const [name, text] of views) {
    const rows = text.split("\n").filter((row) => row !== "" && !row.startsWith("You"));
    expect(rows.map((row) => row.length)).toEqual(new Array(name.startsWith("map") ? 11 : 5).fill(rows.length));
    for (const letter of rows.join("")) expect(LEGEND).toHaveProperty([letter]);
  }
  expect(world.spec.choiceNames).toEqual(["up", "right", "down", "left", "pick up", "apply key"]);
  expect(textKeyRoom.make({ drop: true }).spec).toMatchObject({ choices: 7 });
});
