// The road around the first car, driving to the right: cars of seats in their colours, scripted ones by type.

import type { Scene, Shape, Tone } from "../../core/scene.ts";
import { between, block, counted, label, rectangle, short } from "../scene-shapes.ts";
import { TYPES } from "./drivers.ts";
import { CAR } from "./mobil.ts";

/** Metres that are seen before and behind the first car, and the height of a lane and of a car in the picture. */
const [REACH, LANE, WIDTH] = [40, 7, 2.6];
const TONES: readonly Tone[] = ["good", "muted", "bad"];

interface Road {
  readonly lanes: number;
  readonly learners: number;
  /** Metres of a ring; undefined on an open road. */
  readonly length: number | undefined;
  readonly views: Readonly<Record<"position" | "speed" | "lane" | "kind" | "collided" | "step", Float64Array>>;
}

export function roadScene({ lanes, learners, length, views }: Road): Scene {
  const { position, speed, lane, kind, collided } = views;
  const top = lanes * LANE;
  const offset = (i: number): number => {
    const distance = position[i] - position[0];
    if (length === undefined) return distance;
    return distance > length / 2 ? distance - length : distance < -length / 2 ? distance + length : distance;
  };
  const shapes: Shape[] = [block(rectangle(-REACH, 0, REACH, top), "faint")];
  for (let k = 0; k <= lanes; k++) {
    const isEdge = k === 0 || k === lanes;
    const line = { width: isEdge ? 2 : 1, dashed: !isEdge };
    shapes.push(between([-REACH, k * LANE], [REACH, k * LANE], isEdge ? "ink" : "muted", line));
  }
  for (let i = 0; i < position.length; i++) {
    const x = offset(i);
    if (Math.abs(x) > REACH - CAR / 2) continue;
    const middle = (lane[i] + 0.5) * LANE;
    const corners = rectangle(x - CAR / 2, middle - WIDTH / 2, x + CAR / 2, middle + WIDTH / 2);
    const outline = collided[i] === 1 ? ({ stroke: "warning", width: 4 } as const) : {};
    shapes.push({ kind: "polygon", points: corners, fill: i < learners ? i : TONES[kind[i]], ...outline });
    shapes.push(label([x, middle + WIDTH / 2 + 0.2], speed[i].toFixed(0), 1.8));
  }
  const legend = TYPES.map((name, k) => [name, TONES[k]] as const);
  for (const [k, [name, tone]] of legend.entries()) {
    const x = -REACH + 27 * k;
    shapes.push(block(rectangle(x, -4, x + CAR / 2, -2.5), tone));
    shapes.push(label([x + CAR / 2 + 1, -4], name, 2, { align: "start" }));
  }
  const crashed = views.collided.reduce((sum, one) => sum + one, 0);
  const now = `After ${counted(views.step[0], "step")}: the first car drives at ${short(speed[0])} m/s in lane ${lane[0] + 1} of ${lanes}`;
  return {
    view: { left: -REACH, right: REACH, bottom: -5, top: top + 1 },
    shapes,
    caption: crashed > 0 ? `${now}, and ${crashed} cars collide.` : `${now}.`,
  };
}
