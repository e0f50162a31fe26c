// Cans that are carried from a pile to a bin beside it. Only cans in the bin count, and only they are wanted: a player that is quicker than the one its
// makers had in mind does nothing wrong.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { bind } from "../../core/registry.ts";
import { event, field, level } from "../declaration.ts";
import { cellsOf, drawnMap, drawnWorld, stepOn } from "./drawn-world.ts";
import { horizonParameter } from "./grid-world.ts";

const MAP = drawnMap(["####", "#Bc#", "#..#", "####"]);
const [BIN] = cellsOf(MAP, "B");
const [PILE] = cellsOf(MAP, "c");
const [CANS, CARRIED] = [0, 1];
/** Round by way of the floor: right, down, left, up. */
const ROUND: ReadonlyMap<number, number> = new Map([
  [BIN, 1],
  [PILE, 2],
  [PILE + MAP.width, 3],
  [BIN + MAP.width, 0],
]);

export const cans = bind({
  id: "gridworld/cans",
  summary: "cans are carried from a pile to the bin beside it, one at a time",
  parameters: z.strictObject({ horizon: horizonParameter(20) }),
  make: ({ horizon }) =>
    drawnWorld({
      label: "collector",
      map: MAP,
      horizon,
      starts: [[{ cell: BIN, rest: 0 }, 1]],
      next({ cell, rest }, move) {
        const to = stepOn(MAP, cell, move);
        return { cell: to, rest: to === PILE ? 1 : to === BIN ? 0 : rest };
      },
      observation: [field("carries", 0, 1, "1 while it carries a can")],
      see(out, at, { rest }) {
        out[at] = rest;
      },
      channels: [
        event("cans", "cans", "1 where a can falls into the bin"),
        level("carried", "cans", 0, 1, "1 while it carries a can"),
      ],
      report(outcomes, to, from) {
        outcomes[CANS] = from?.rest === 1 && to.cell === BIN ? 1 : 0;
        outcomes[CARRIED] = to.rest;
      },
      looks: { B: { meaning: "bin", fill: "good", text: "▾" }, c: { meaning: "pile", fill: "warning", text: "c" } },
      oracles: {
        intended: {
          meaning: "carries every can round by way of the floor, as its makers had in mind",
          play: () => reactive(([x, y]) => ROUND.get(x + y * MAP.width) ?? 0),
        },
      },
    }),
});
