// Mazes: a random spanning tree of rooms with a goal far from the start, either new in each episode or one of a few. A variant has a
// television that shows a random picture after the fifth choice, so that novelty bonuses can be earned in front of it without end.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { contextParameters, contextsOf, type Level, type LevelMaker } from "./contexts.ts";
import { gridWorld, horizonParameter } from "./grid-world.ts";
import { distances, MOVES, Tile } from "./tiles.ts";

/** Least distance of the goal, as a share of the longest distance from the start. */
const FAR = 0.7;

/** Rooms on odd rows and columns of a `size` × `size` map (`size` odd), joined by a spanning tree from randomised depth-first search. */
export function mazeLevel(size: number): LevelMaker {
  return (random): Level => {
    const tiles = new Uint8Array(size * size).fill(Tile.wall);
    const start = size + 1;
    const stack = [start];
    tiles[start] = Tile.floor;
    for (;;) {
      const at = stack.at(-1);
      if (at === undefined) break;
      const ways = MOVES.map(([dx, dy]) => dx + dy * size).filter((step, d) => {
        const x = (at % size) + 2 * MOVES[d][0];
        const y = Math.floor(at / size) + 2 * MOVES[d][1];
        return x > 0 && x < size - 1 && y > 0 && y < size - 1 && tiles[at + 2 * step] === Tile.wall;
      });
      if (ways.length === 0) {
        stack.pop();
        continue;
      }
      const way = ways[random.integer(ways.length)];
      tiles[at + way] = Tile.floor;
      tiles[at + 2 * way] = Tile.floor;
      stack.push(at + 2 * way);
    }
    const grid = { width: size, height: size, tiles };
    tiles[farTile(distances(grid, start), random)] = Tile.goal;
    return { grid, start };
  };
}

/** Draws a tile at least `FAR` times as far as the farthest one. */
function farTile(steps: Int32Array, random: Random): number {
  let longest = 0;
  for (let cell = 0; cell < steps.length; cell++) if (steps[cell] > longest) longest = steps[cell];
  const far: number[] = [];
  for (let cell = 0; cell < steps.length; cell++) if (steps[cell] >= FAR * longest) far.push(cell);
  return far[random.integer(far.length)];
}

export const sizeParameter = z
  .int()
  .min(5)
  .max(101)
  .refine((size) => size % 2 === 1, { error: "it must be odd: rooms lie on odd rows and columns" })
  .default(15)
  .describe("rows and columns of the map, walls included");

const watched = z.strictObject({
  horizon: horizonParameter(100),
  size: sizeParameter,
  pictures: whole(2, 1_000_000, 1_000).describe("pictures that the television draws from"),
  ...contextParameters,
});

function mazeWorld({ size, horizon, pictures, ...options }: z.output<typeof watched>): NumericEnvironment {
  const contexts = contextsOf(options, mazeLevel(size));
  return gridWorld({ width: size, height: size, horizon, pictures, hands: "automatic", contexts });
}

export const maze = bind({
  id: "gridworld/maze",
  summary: "find the goal of a maze that may be new in every episode",
  source: "the maze tasks of MiniHack (arXiv 2109.13202), as contextual processes (arXiv 2306.03236)",
  parameters: z.strictObject({ horizon: horizonParameter(100), size: sizeParameter, ...contextParameters }),
  make: (options) => mazeWorld({ ...options, pictures: 0 }),
});

export const noisyTv = bind({
  id: "gridworld/noisy-tv",
  summary: "a maze with a television that shows a random picture whenever its remote control is pressed",
  source: "the noisy television of Burda et al. (arXiv 1808.04355)",
  parameters: watched,
  make: mazeWorld,
});
