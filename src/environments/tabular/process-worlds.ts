// Finite processes as worlds of episodes: four rooms, a line with a key, and a chain whose prize is far from where episodes begin.

import { z } from "zod";
import { share, whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { named } from "../declaration.ts";
import { lasting, lifetime } from "../lasting.ts";
import { twoSidedChain } from "./chain.ts";
import { processWorld } from "./process-world.ts";
import { fourRooms, lineWithKey } from "./rooms.ts";

const horizon = (usual: number) => whole(1, 1_000_000, usual).describe("steps after which an episode is cut off");
const slip = (usual: number) =>
  share(usual).describe("chance that the move is drawn among all, in the place of the chosen one");

export const fourRoomsWorld = bind({
  id: "tabular/four-rooms",
  summary: "four rooms with four doors, and a prize of 10 for leaving by the far corner",
  source: "Devidze et al. (NeurIPS 2021), section 4.2; after Sutton, Precup & Singh (1999)",
  parameters: z.strictObject({ horizon: horizon(50), slip: slip(0.1), lifetime }),
  make: ({ slip: chance, horizon: steps, lifetime: life }) =>
    lasting(
      processWorld({
        process: fourRooms({ slip: chance }),
        horizon: steps,
        action: named("up", "right", "down", "left"),
      }),
      life,
    ),
});

export const lineWithKeyWorld = bind({
  id: "tabular/line-with-key",
  summary: "a line whose prize of 10 at the right end needs a key that lies to the left",
  source: "Devidze et al. (NeurIPS 2021), section 4.3",
  parameters: z.strictObject({ horizon: horizon(30), slip: slip(0.1), lifetime }),
  make: ({ slip: chance, horizon: steps, lifetime: life }) =>
    lasting(
      processWorld({ process: lineWithKey({ slip: chance }), horizon: steps, action: named("left", "right", "pick") }),
      life,
    ),
});

export const chainWorld = bind({
  id: "tabular/chain",
  summary: "a chain with a prize of 1 a step at its right end, further than a random walk gets, and an end on the left",
  source: "Devidze, Kamalaruban & Singla (NeurIPS 2022)",
  parameters: z.strictObject({
    horizon: horizon(40),
    right: whole(1, 1000, 20).describe("cells from the first to the prize"),
    left: whole(16, 1000, 40).describe("cells from the first to the left end"),
    slip: slip(0.05),
    distraction: within(0, 1e6, 0).describe("pay for going left, 15 cells left of the first"),
    lifetime,
  }),
  make: ({ horizon: steps, lifetime: life, ...given }) =>
    lasting(processWorld({ process: twoSidedChain(given), horizon: steps, action: named("left", "right") }), life),
});
