// Scene of a fuzzy yard: blocks, water, creatures, and the agent with its direction.

import type { GridShape, Point, Scene, Shape } from "../../../core/scene.ts";
import { between, block, counted, label, rectangle } from "../../scene-shapes.ts";
import { TASKS, type YardTask } from "./layouts.ts";
import { CELLS, CREATURES, DIRECTIONS, SIZE, type Yard } from "./rules.ts";

/** Legend by block number. */
const LEGEND: GridShape["legend"] = [
  { meaning: "air, or grass seen from above", fill: "surface" },
  { meaning: "earth", fill: "faint" },
  { meaning: "stone", fill: "muted" },
  { meaning: "wood", fill: "warning" },
  { meaning: "door", fill: "surface", text: "▯" },
  { meaning: "fence", fill: "surface", text: "╫" },
  { meaning: "lot", fill: "surface", text: "·" },
];

/** Colours and letters of creatures. */
const LOOKS = { cow: ["C", "ink"], pig: ["P", "bad"], villager: ["V", "good"] } as const;

const middle = (cell: number): Point => [(cell % SIZE) + 0.5, SIZE - Math.floor(cell / SIZE) - 0.5];

export function yardScene(yard: Yard, task: YardTask): Scene {
  const shapes: Shape[] = [
    {
      ...{ kind: "grid", at: [0, 0], cell: 1, columns: SIZE, legend: LEGEND },
      cells: Array.from(yard.block),
    },
  ];
  let wet = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const [x, y] = middle(cell);
    if (yard.water[cell] > 0) {
      wet += 1;
      const level = yard.water[cell] >= 3 ? 1 : yard.water[cell] / 3;
      shapes.push(block(rectangle(x - 0.5, y - 0.5, x + 0.5, y - 0.5 + level), "accent", 0.45));
    }
    if (yard.made[cell] === 1) {
      const points = rectangle(x - 0.44, y - 0.44, x + 0.44, y + 0.44);
      shapes.push({ kind: "polygon", points, stroke: "accent", width: 1 });
    }
  }
  for (let k = 0; k < CREATURES.length; k++) {
    if (yard.creature[k] < 0) continue;
    const [letter, tone] = LOOKS[CREATURES[k]];
    const at = middle(yard.creature[k]);
    shapes.push({ kind: "circle", at, radius: 0.38, stroke: tone, fill: "surface" }, label(at, letter, 0.5));
  }
  const [x, y] = middle(yard.agent[0]);
  const [dx, dy] = DIRECTIONS[yard.facing[0]];
  shapes.push({ kind: "circle", at: [x, y], radius: 0.34, fill: 0, stroke: "ink" });
  shapes.push(between([x, y], [x + 0.6 * dx, y - 0.6 * dy], "ink", { width: 3 }));
  const led = yard.led[0] < 0 ? "" : ` It leads a ${CREATURES[yard.led[0]]}.`;
  const water = wet === 0 ? "" : ` There is water in ${counted(wet, "cell")}.`;
  const over = yard.ended[0] === 1 ? " The agent has ended the episode." : "";
  return {
    view: { left: 0, right: SIZE, bottom: 0, top: SIZE },
    shapes,
    caption: `${TASKS[task].asks} After ${counted(yard.time[0], "step")} of ${TASKS[task].horizon}.${led}${water}${over}`,
  };
}
