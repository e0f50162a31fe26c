// A chain of rooms connected by doors, with the goal in the last one; the walls may be lava, which ends the episode.

import { z } from "zod";
import { flag, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { contextParameters, contextsOf, type Level, type LevelMaker } from "./contexts.ts";
import { gridWorld, horizonParameter } from "./grid-world.ts";
import { MOVES, Tile } from "./tiles.ts";

/** Side length, in slots, of the square that contains the chain of rooms. */
const sideOf = (rooms: number) => Math.ceil(Math.sqrt(rooms));

/** Rows and columns of the whole map. */
export const multiRoomSize = (rooms: number, room: number) => sideOf(rooms) * (room + 1) + 1;

/** `rooms` rooms of `room` × `room` tiles along a random self-avoiding walk, with a door in each wall that the walk crosses. */
export function multiRoomLevel(rooms: number, room: number, lava: boolean): LevelMaker {
  const side = sideOf(rooms);
  const size = multiRoomSize(rooms, room);
  return (random): Level => {
    const tiles = new Uint8Array(size * size).fill(lava ? Tile.lava : Tile.wall);
    const slots = walk(side, rooms, random);
    const corner = (slot: number) =>
      [1 + (slot % side) * (room + 1), 1 + Math.floor(slot / side) * (room + 1)] as const;
    const inside = (slot: number) => {
      const [x, y] = corner(slot);
      return x + random.integer(room) + (y + random.integer(room)) * size;
    };
    for (const slot of slots) {
      const [x, y] = corner(slot);
      for (let dy = 0; dy < room; dy++) tiles.fill(Tile.floor, x + (y + dy) * size, x + room + (y + dy) * size);
    }
    for (const [k, slot] of slots.slice(1).entries()) {
      const [ax, ay] = corner(slots[k]);
      const [bx, by] = corner(slot);
      const along = random.integer(room);
      const [x, y] = ay === by ? [Math.max(ax, bx) - 1, ay + along] : [ax + along, Math.max(ay, by) - 1];
      tiles[x + y * size] = Tile.door;
    }
    tiles[inside(slots[rooms - 1])] = Tile.goal;
    return { grid: { width: size, height: size, tiles }, start: inside(slots[0]) };
  };
}

/** A self-avoiding walk of `length` slots on a square of `side` × `side`, by rejection sampling. */
function walk(side: number, length: number, random: Random): number[] {
  for (;;) {
    const slots = [random.integer(side * side)];
    while (slots.length < length) {
      const at = slots[slots.length - 1];
      const ways = MOVES.flatMap(([dx, dy]) => {
        const [x, y] = [(at % side) + dx, Math.floor(at / side) + dy];
        const to = x + y * side;
        return x >= 0 && x < side && y >= 0 && y < side && !slots.includes(to) ? [to] : [];
      });
      if (ways.length === 0) break;
      slots.push(ways[random.integer(ways.length)]);
    }
    if (slots.length === length) return slots;
  }
}

export const multiRoom = bind({
  id: "gridworld/multi-room",
  summary: "a chain of rooms with doors between them and the goal in the last; walls may be lava",
  source: "MultiRoom of MiniGrid (arXiv 2306.13831) and MultiRoom-Lava of MiniHack (arXiv 2306.03236)",
  parameters: z.strictObject({
    horizon: horizonParameter(120),
    rooms: whole(2, 25, 6).describe("rooms in the chain"),
    room: whole(2, 15, 3).describe("rows and columns of a room, without its walls"),
    lava: flag(true).describe("whether the walls are lava"),
    ...contextParameters,
  }),
  make: ({ rooms, room, lava, horizon, ...options }) => {
    const size = multiRoomSize(rooms, room);
    const contexts = contextsOf(options, multiRoomLevel(rooms, room, lava));
    return gridWorld({ width: size, height: size, horizon, hands: "automatic", contexts });
  },
});
