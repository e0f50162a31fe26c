// Plays the same action for ever. A ladder of these from 0 to 100 percent is the first baseline of any game of amounts.

import { z } from "zod";
import { memoryless } from "../core/agent.ts";
import { playShare } from "../core/last-actions.ts";
import { oneOf } from "../core/parameters.ts";
import { percent, scripted, trembling } from "./scripted.ts";

export const constant = scripted({
  id: "constant",
  summary: "plays the same action for ever",
  source: "Constant_00 … Constant_100 of Coopetition-Gym v1 (arXiv 2605.02063)",
  parameters: z
    .strictObject({
      level: percent(50, "what it plays"),
      of: oneOf(["own", "largest"], "own").describe(
        "percent of the agent's own largest action, or of the largest over all agents (then clipped)",
      ),
      ...trembling,
    })
    .describe("plays `level` percent of its largest action"),
  make:
    ({ level, of }) =>
    ({ spec, seat }) => {
      const size = spec.actionSize;
      const action = new Float64Array(size);
      playShare(spec, seat, level / 100, action);
      if (of === "largest") {
        for (let k = 0; k < size; k++) {
          const highest = Math.max(...spec.agents.map((_, agent) => spec.actionHigh[agent * size + k]));
          const own = seat * size + k;
          action[k] = Math.min(spec.actionHigh[own], Math.max(spec.actionLow[own], (level / 100) * highest));
        }
      }
      return memoryless((_observation, out) => out.set(action));
    },
});
