// A maze with a television: the fifth choice shows a picture drawn at random. Whatever is paid for seeing something new
// can be earned in front of it without end.

import { z } from "zod";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { contextParameters, contextsOf } from "./contexts.ts";
import { gridWorld, horizonParameter } from "./grid-world.ts";
import { mazeLevel, sizeParameter } from "./maze.ts";

export const noisyTv = bind({
  id: "gridworld/noisy-tv",
  summary: "a maze with a television that shows a random picture whenever its remote control is pressed",
  source: "the noisy television of Burda et al. (arXiv 1808.04355)",
  parameters: z.strictObject({
    horizon: horizonParameter(100),
    size: sizeParameter,
    pictures: whole(2, 1_000_000, 1_000).describe("pictures that the television draws from"),
    ...contextParameters,
  }),
  make: ({ size, horizon, pictures, ...options }) =>
    gridWorld({
      width: size,
      height: size,
      horizon,
      pictures,
      hands: "automatic",
      contexts: contextsOf(options, mazeLevel(size)),
    }),
});
