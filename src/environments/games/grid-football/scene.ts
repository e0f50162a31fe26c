// Scene of grid football: the pitch with its goals, the players in their seats' colours, and the ball.

import type { Scene, Shape } from "../../../core/scene.ts";
import { between, block, counted, label, rectangle } from "../../scene-shapes.ts";
import { isGoalRow } from "./rules.ts";

/** Data of a scene. */
export interface FootballMoment {
  readonly size: number;
  /** Players per team. */
  readonly players: number;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Column and row; a ball in a goal lies outside the pitch. */
  readonly ball: ArrayLike<number>;
  readonly tick: number;
  /** 1 after a goal at the right edge, −1 after one at the left edge. */
  readonly result: number;
}

/** Creates the scene, with each player's number in its team. */
export function footballScene({ size, players, x, y, ball, tick, result }: FootballMoment): Scene {
  const goalRows = Array.from({ length: size }, (_, row) => row).filter((row) => isGoalRow(row, size));
  const [low, high] = [goalRows[0], goalRows[goalRows.length - 1] + 1];
  const shapes: Shape[] = [
    ...Array.from({ length: size - 1 }, (_, k) => [
      between([k + 1, 0], [k + 1, size], "faint"),
      between([0, k + 1], [size, k + 1], "faint"),
    ]).flat(),
    { kind: "polygon", points: rectangle(0, 0, size, size), stroke: "muted" },
    block(rectangle(-1, low, 0, high), "muted", 0.3),
    block(rectangle(size, low, size + 1, high), "muted", 0.3),
  ];
  for (let seat = 0; seat < x.length; seat++) {
    const middle = [x[seat] + 0.5, y[seat] + 0.5] as const;
    shapes.push({ kind: "circle", at: middle, radius: 0.42, fill: seat, stroke: "ink" });
    const team = x.length > players ? (seat < players ? "→" : "←") : "";
    shapes.push(label(middle, `${(seat % players) + 1}${team}`, 0.35, { fill: "surface" }));
  }
  const end = Math.max(-0.5, Math.min(size + 0.5, ball[0] + 0.5));
  shapes.push({ kind: "circle", at: [end, ball[1] + 0.5], radius: 0.22, fill: "warning", stroke: "ink" });
  const side = result > 0 ? "right" : "left";
  const lies = `the ball is in column ${ball[0] + 1}, row ${ball[1] + 1}`;
  return {
    view: { left: -1.2, right: size + 1.2, bottom: -0.2, top: size + 0.2 },
    shapes,
    caption: `After ${counted(tick, "move")}: ${result === 0 ? lies : `the ball is in the goal at the ${side} edge`}.`,
  };
}
