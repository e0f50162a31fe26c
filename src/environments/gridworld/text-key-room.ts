// The key room with a choice for each tool, to be read: its texts are what judges of sub-goals are given.

import { z } from "zod";
import { flag, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { contextParameters, contextsOf } from "./contexts.ts";
import { gridWorld, horizonParameter } from "./grid-world.ts";
import { keyRoomLevel } from "./key-room.ts";

export const textKeyRoom = bind({
  id: "gridworld/text-key-room",
  summary: "pick up the key, apply it to the locked closet, reach the stairs; the world can be read as text",
  source: "the KeyRoom tasks of MiniHack (arXiv 2109.13202), as judged in arXiv 2409.12798",
  parameters: z.strictObject({
    horizon: horizonParameter(100),
    size: whole(5, 60, 7).describe("rows and columns of the room, without its walls"),
    drop: flag(false).describe("whether the key can be laid down again, by a choice of its own"),
    ...contextParameters,
  }),
  make: ({ size, horizon, drop, ...options }) =>
    gridWorld({
      width: size + 2,
      height: size + 2,
      horizon,
      hands: drop ? "tools and drop" : "tools",
      contexts: contextsOf(options, keyRoomLevel(size)),
    }),
});
