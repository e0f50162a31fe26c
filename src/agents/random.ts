// Draws every action anew, uniformly from its box: what blind chance is paid.

import { z } from "zod";
import type { Random } from "../core/random.ts";
import { scripted, trembling } from "./scripted.ts";

export const random = scripted({
  id: "random",
  summary: "draws every action uniformly from its box",
  source: "Random of Coopetition-Gym v1 (arXiv 2605.02063)",
  parameters: z.strictObject(trembling).describe("draws every action uniformly from its box"),
  make:
    () =>
    ({ spec, seat }) => {
      const size = spec.actionSize;
      let stream: Random | undefined;
      return {
        reset(given) {
          stream = given.stream("action");
        },
        act(_observation, action) {
          if (stream === undefined) throw new Error("act before reset");
          for (let k = 0; k < size; k++) {
            const at = seat * size + k;
            action[k] =
              spec.choices === undefined
                ? stream.uniform(spec.actionLow[at], spec.actionHigh[at])
                : stream.integer(spec.choices);
          }
        },
      };
    },
});
