// Plays fixed levels, each for a number of steps, without reacting to others: for example a recorded history, or a single violation.

import { z } from "zod";
import { playShare } from "../core/last-actions.ts";
import { flag, list } from "../core/parameters.ts";
import { scripted, trembling } from "./scripted.ts";

const most = 10_000;

export const schedule = scripted({
  id: "schedule",
  summary: "plays levels that are written down, each for so many steps",
  parameters: z
    .strictObject({
      levels: list(z.number().min(0).max(100), 1, most, [50]).describe(
        "what it plays in turn, in percent of the agent's own box",
      ),
      steps: list(z.int().min(1).max(1_000_000), 1, most, [1]).describe(
        "for how many steps it plays each level; one number is for all of them",
      ),
      repeat: flag(false).describe("whether it begins again after the last level, which it otherwise keeps"),
      ...trembling,
    })
    .refine(({ levels, steps }) => steps.length === 1 || steps.length === levels.length, {
      error: "steps must be one number, or one for each of the levels",
      path: ["steps"],
    })
    .describe("plays its levels in turn"),
  make: ({ levels, steps, repeat }) => {
    const lengths = levels.map((_, k) => steps[steps.length === 1 ? 0 : k]);
    return ({ spec, seat }) => {
      let [at, left] = [0, lengths[0]];
      return {
        reset() {
          [at, left] = [0, lengths[0]];
        },
        act(_observation, action) {
          if (left === 0 && (repeat || at + 1 < levels.length)) {
            at = (at + 1) % levels.length;
            left = lengths[at];
          }
          playShare(spec, seat, levels[at] / 100, action);
          if (left > 0) left -= 1;
        },
      };
    };
  },
});
