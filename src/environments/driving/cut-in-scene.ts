// The lane of the first driver, which drives to the right behind another car.

import type { Scene, Shape, Tone } from "../../core/scene.ts";
import { between, block, counted, label, rectangle, short } from "../scene-shapes.ts";
import { AGGRESSIVE, CAUTIOUS, TYPES } from "./drivers.ts";
import { CAR } from "./mobil.ts";

/** Metres that are seen behind and ahead of the driver, half a lane, and half a car. */
const [BEHIND, AHEAD, LANE, WIDTH] = [15, 65, 3.5, 1.3];

interface Lane {
  readonly views: Readonly<Record<"speed" | "gap" | "leader" | "kind" | "own" | "seen", Float64Array>>;
  readonly isTurn: boolean;
  readonly step: number;
}

const toneOf = (kind: number): Tone => (kind === AGGRESSIVE ? "bad" : kind === CAUTIOUS ? "good" : "muted");

export function cutInScene({ views, isTurn, step }: Lane): Scene {
  const { speed, gap, leader, kind, own, seen } = views;
  const shapes: Shape[] = [
    block(rectangle(-BEHIND, -LANE, AHEAD, LANE), "faint"),
    between([-BEHIND, -LANE], [AHEAD, -LANE], "ink", { width: 2, dashed: false }),
    between([-BEHIND, LANE], [AHEAD, LANE], "ink", { width: 2, dashed: false }),
  ];
  const place = (x: number, fill: Tone | number, at: number): void => {
    shapes.push({ kind: "polygon", points: rectangle(x - CAR, -WIDTH, x, WIDTH), fill });
    shapes.push(label([x - CAR / 2, WIDTH + 0.4], at.toFixed(1), 1.8));
  };
  const isSeen = seen[0] === 1;
  if (isSeen) place(0, toneOf(kind[0]), speed[0]);
  if (isSeen && gap[0] + CAR < AHEAD) place(gap[0] + CAR, own[0] === 1 ? 0 : "ink", leader[0]);
  const driver = isSeen
    ? `the ${TYPES[kind[0]]} driver is ${short(gap[0])} m behind ${own[0] === 1 ? "the learner" : "another car"}`
    : "the driver is out of sight";
  return {
    view: { left: -BEHIND, right: AHEAD, bottom: -LANE - 1, top: LANE + 1 },
    shapes,
    caption: `After ${counted(step, "step")}: ${driver}${isTurn ? ", and the learner cuts in now" : ""}.`,
  };
}
