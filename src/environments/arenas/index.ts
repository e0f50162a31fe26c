// Registry of arenas by name.

import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { Arena } from "./arena.ts";
import type { BoutWorld } from "./bout-arena.ts";

/** Importing this module also loads the sandbox. */
const ofWorld = async (world: BoutWorld): Promise<BoundEntry<Arena>> =>
  (await import("./bout-arena.ts")).boutArena(world);

export const arenas = new Library<BoundEntry<Arena>>("arena", {
  "core-war": async () => (await import("./core-war/arena.ts")).coreWar,
  battlesnake: async () =>
    ofWorld({
      id: "battlesnake",
      world: (await import("../games/battlesnake/world.ts")).battlesnake,
      entrants: [2, 16],
      isAlone: ({ rules }) => rules === "solo",
      seats: "snakes",
    }),
  halite: async () =>
    ofWorld({
      id: "halite",
      world: (await import("../games/halite/world.ts")).halite,
      entrants: [2, 6],
      seats: "players",
    }),
  chess: async () => ofWorld({ id: "chess", world: (await import("../games/chess/world.ts")).chess, entrants: [2, 2] }),
  gomoku: async () =>
    ofWorld({ id: "gomoku", world: (await import("../games/gomoku/world.ts")).gomoku, entrants: [2, 2] }),
  poker: async () => ofWorld({ id: "poker", world: (await import("../games/poker/world.ts")).poker, entrants: [2, 2] }),
  "no-limit-holdem": async () =>
    ofWorld({
      id: "no-limit-holdem",
      world: (await import("../games/no-limit-holdem/world.ts")).noLimitHoldem,
      entrants: [2, 6],
      seats: "players",
    }),
  figgie: async () =>
    ofWorld({
      id: "figgie",
      world: (await import("../games/figgie/world.ts")).figgie,
      entrants: [4, 5],
      seats: "players",
    }),
  "light-cycles": async () =>
    ofWorld({
      id: "light-cycles",
      world: (await import("../games/light-cycles/world.ts")).lightCyclesWorld,
      entrants: [2, 8],
      seats: "bikes",
    }),
  "mini-fighter": async () =>
    ofWorld({
      id: "mini-fighter",
      world: (await import("../games/mini-fighter/world.ts")).miniFighterWorld,
      entrants: [2, 2],
    }),
  "evidence-debate": async () =>
    ofWorld({
      id: "evidence-debate",
      world: (await import("../games/evidence-debate/world.ts")).evidenceDebateWorld,
      entrants: [2, 2],
    }),
  // Each program controls a team and is queried for each of its players.
  "grid-football": async () =>
    ofWorld({
      id: "grid-football",
      world: (await import("../games/grid-football/world.ts")).gridFootballWorld,
      entrants: [2, 2],
      fixed: { teams: 2 },
    }),
});
