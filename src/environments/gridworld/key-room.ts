// A room with a key, and a small locked room with the goal. Layouts vary, but the messages at the key, on taking it and at the door do not.
// With one action per tool, the text view serves as the input of sub-goal judges.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { flag, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { type ContextOptions, contextParameters, contextsOf, type Level, type LevelMaker } from "./contexts.ts";
import { gridWorld, horizonParameter } from "./grid-world.ts";
import { type JudgeMistakes, judgeMistakes } from "./said.ts";
import { MOVES, type Rules, Tile } from "./tiles.ts";

/** An open room of `size` × `size` tiles inside walls; a one-tile closet in it holds the goal behind a locked door. */
export function keyRoomLevel(size: number): LevelMaker {
  return (random): Level => {
    const width = size + 2;
    const tiles = new Uint8Array(width * width).fill(Tile.wall);
    const cellOf = (x: number, y: number) => x + y * width;
    for (let y = 1; y <= size; y++) for (let x = 1; x <= size; x++) tiles[cellOf(x, y)] = Tile.floor;
    // The closet's walls surround the goal; it keeps a distance from the outer wall, so that its door can face any direction.
    const [gx, gy] = [3 + random.integer(size - 4), 3 + random.integer(size - 4)];
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) tiles[cellOf(gx + dx, gy + dy)] = Tile.wall;
    tiles[cellOf(gx, gy)] = Tile.goal;
    const [doorX, doorY] = MOVES[random.integer(4)];
    tiles[cellOf(gx + doorX, gy + doorY)] = Tile.lockedDoor;
    const free = () => {
      const cells = Array.from(tiles.keys()).filter((cell) => tiles[cell] === Tile.floor);
      return cells[random.integer(cells.length)];
    };
    tiles[free()] = Tile.key;
    return { grid: { width, height: width, tiles }, start: free() };
  };
}

function room({ size, horizon, judge, ...options }: RoomOptions, hands: Rules["hands"]): NumericEnvironment {
  const [width, contexts] = [size + 2, contextsOf(options, keyRoomLevel(size))];
  return gridWorld({ width, height: width, horizon, hands, contexts, ...(judge && { judge }) });
}

interface RoomOptions extends ContextOptions {
  readonly size: number;
  readonly horizon: number;
  readonly judge?: JudgeMistakes | undefined;
}

export const keyRoom = bind({
  id: "gridworld/key-room",
  summary: "take the key, open the locked closet, reach the goal; every layout speaks with the same messages",
  source: "the KeyRoom tasks of MiniHack (arXiv 2109.13202), as contextual processes (arXiv 2306.03236)",
  parameters: z.strictObject({
    horizon: horizonParameter(120),
    size: whole(5, 60, 11).describe("rows and columns of the room, without its walls"),
    ...contextParameters,
  }),
  make: (options) => room(options, "use"),
});

export const textKeyRoom = bind({
  id: "gridworld/text-key-room",
  summary: "pick up the key, apply it to the locked closet, reach the stairs; the world can be read as text",
  source: "the KeyRoom tasks of MiniHack (arXiv 2109.13202), as judged in arXiv 2409.12798",
  parameters: z.strictObject({
    horizon: horizonParameter(100),
    size: whole(5, 60, 7).describe("rows and columns of the room, without its walls"),
    drop: flag(false).describe("whether the key can be laid down again, by a choice of its own"),
    judge: judgeMistakes
      .optional()
      .describe(
        "a judge that says at each step whether the agent took the key or opened the door, with mistakes at these rates",
      ),
    ...contextParameters,
  }),
  make: ({ drop, ...options }) => room(options, drop ? "tools and drop" : "tools"),
});
