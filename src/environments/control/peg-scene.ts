// The peg table from above: peg, hole and gripper, beside bars of true and judged progress.

import type { Scene, Shape } from "../../core/scene.ts";
import { block, counted, label, percent, rectangle } from "../scene-shapes.ts";
import { ALIGNED, EMPTY, gripOf, INSERTED, type PegLayout } from "./peg.ts";

/** What is said of the moment beside the table. */
export interface PegMoment {
  readonly clock: number;
  readonly horizon: number;
  readonly progress: number;
  readonly judged: number;
}

const GRIPS = ["with empty jaws", "with the peg", "with the peg aligned over the hole", "after the insertion"] as const;

/** Scene of a state, in cells. */
export function pegScene(layout: PegLayout, state: number, { clock, horizon, progress, judged }: PegMoment): Scene {
  const { size, hole } = layout;
  const { cell, grip } = gripOf(layout, state);
  const centre = (of: number): [number, number] => [(of % size) + 0.5, Math.floor(of / size) + 0.5];
  const peg = grip === EMPTY ? layout.peg : grip === INSERTED ? hole : cell;
  const [x, y] = centre(cell);
  const open = grip === EMPTY ? 0.34 : 0.24;
  const bars: Shape[] = [
    { name: "progress", value: progress, fill: "good" as const },
    { name: "judged", value: judged, fill: "accent" as const },
  ].flatMap(({ name, value, fill }, k) => {
    const left = size + 0.6 + 1.5 * k;
    return [
      { kind: "polygon" as const, points: rectangle(left, 0, left + 0.9, size), stroke: "muted" as const },
      block(rectangle(left, 0, left + 0.9, Math.max(1e-3, size * value)), fill),
      label([left + 0.45, size + 0.3], name, 0.32),
    ];
  });
  return {
    view: { left: -0.5, right: size + 3.6, bottom: -0.5, top: size + 0.8 },
    shapes: [
      {
        kind: "grid",
        at: [0, 0],
        cell: 1,
        columns: size,
        cells: new Array<number>(size * size).fill(0),
        legend: [{ meaning: "table", fill: "faint" }],
      },
      { kind: "circle", at: centre(hole), radius: 0.4, stroke: "ink", width: 3 },
      { kind: "circle", at: centre(peg), radius: 0.24, fill: grip === INSERTED ? "good" : "warning" },
      ...[-1, 1].map((side) => block(rectangle(x + side * open - 0.07, y - 0.4, x + side * open + 0.07, y + 0.4), 0)),
      ...(grip === ALIGNED
        ? [{ kind: "circle" as const, at: centre(hole), radius: 0.32, stroke: "good" as const }]
        : []),
      ...bars,
    ],
    caption: `The gripper is in column ${(cell % size) + 1}, row ${Math.floor(cell / size) + 1}, ${GRIPS[grip]}, after ${clock} of ${counted(horizon, "step")}; progress is ${percent(progress)}, judged ${percent(judged)}.`,
  };
}
