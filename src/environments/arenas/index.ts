// The arenas that ship, by their names.

import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { Arena } from "./arena.ts";
import { boutArena } from "./bout-arena.ts";

export const arenas = new Library<BoundEntry<Arena>>("arena", {
  "core-war": async () => (await import("./core-war/arena.ts")).coreWar,
  battlesnake: async () =>
    boutArena({
      id: "battlesnake",
      world: (await import("../games/battlesnake/world.ts")).battlesnake,
      entrants: [1, 16],
      seats: "snakes",
    }),
  halite: async () =>
    boutArena({
      id: "halite",
      world: (await import("../games/halite/world.ts")).halite,
      entrants: [2, 6],
      seats: "players",
    }),
  gomoku: async () =>
    boutArena({ id: "gomoku", world: (await import("../games/gomoku/world.ts")).gomoku, entrants: [2, 2] }),
  poker: async () =>
    boutArena({ id: "poker", world: (await import("../games/poker/world.ts")).poker, entrants: [2, 2] }),
  figgie: async () =>
    boutArena({
      id: "figgie",
      world: (await import("../games/figgie/world.ts")).figgie,
      entrants: [4, 5],
      seats: "players",
    }),
  "light-cycles": async () =>
    boutArena({
      id: "light-cycles",
      world: (await import("../games/light-cycles/world.ts")).lightCyclesWorld,
      entrants: [2, 8],
      seats: "bikes",
    }),
});
