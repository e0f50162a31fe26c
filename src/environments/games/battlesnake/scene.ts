// Scene of a BattleSnake board: food, hazards, and each living snake as a band with its head.

import type { Point, Scene, Shape } from "../../../core/scene.ts";
import { block, counted, rectangle } from "../../scene-shapes.ts";
import type { Board } from "./rules.ts";

/** Half the width of a body, and the radius of a head, in cells. */
const HALF = 0.34;
const HEAD = 0.42;

/** Descriptions of eliminations, by cause. */
const WORDS = [
  "",
  "starved",
  "left the board",
  "ran into itself",
  "ran into another",
  "lost head to head",
  "died on hazards",
];

export function boardScene(board: Board): Scene {
  const { width, height, snakes } = board.rules;
  const { food, hazards, bodies, length, health, cause, turn } = board.state.views;
  const middle = (point: number): Point => [board.x(point) + 0.5, board.y(point) + 0.5];
  const shapes: Shape[] = [
    {
      ...{ kind: "grid", at: [0, 0], cell: 1, columns: width },
      cells: Array.from({ length: width * height }, (_, k) => {
        const point = board.point(k % width, height - 1 - Math.floor(k / width));
        return hazards[point] > 0 ? 1 : 0;
      }),
      legend: [
        { meaning: "free", fill: "faint" },
        { meaning: "hazard", fill: "muted", text: "×" },
      ],
    },
  ];
  for (const [point, there] of food.entries()) {
    if (there === 1) shapes.push({ kind: "circle", at: middle(point), radius: 0.22, fill: "ink" });
  }
  for (let seat = 0; seat < snakes; seat++) {
    if (!board.isAlive(seat)) continue;
    const body = Array.from(bodies.subarray(seat * board.room, seat * board.room + length[seat]), middle);
    for (let k = body.length - 1; k > 0; k--) shapes.push(...link(body[k], body[k - 1], seat));
    const [x, y] = body[0];
    shapes.push({ kind: "circle", at: [x, y], radius: HEAD, fill: seat, stroke: "surface" });
    shapes.push({ kind: "circle", at: [x, y], radius: HEAD / 3, fill: "surface" });
  }
  const alive = Array.from({ length: snakes }, (_, seat) =>
    board.isAlive(seat) ? `snake ${seat + 1} has ${length[seat]} segments and health ${health[seat]}` : "",
  ).filter((text) => text !== "");
  const gone = Array.from(cause, (one, seat) => (one > 0 ? `snake ${seat + 1} ${WORDS[one]}` : "")).filter(
    (text) => text !== "",
  );
  return {
    view: { left: -0.2, right: width + 0.2, bottom: -0.2, top: height + 0.2 },
    shapes,
    caption: `After ${counted(turn[0], "turn")}: ${[...alive, ...gone].join(", ")}.`.slice(0, 500),
  };
}

/** The band between two adjacent segments; none across an edge. */
function link([x, y]: Point, [nextX, nextY]: Point, seat: number): Shape[] {
  const square = block(rectangle(x - HALF, y - HALF, x + HALF, y + HALF), seat);
  if (Math.abs(x - nextX) + Math.abs(y - nextY) > 1) return [square];
  const [left, right] = [Math.min(x, nextX) - HALF, Math.max(x, nextX) + HALF];
  const [bottom, top] = [Math.min(y, nextY) - HALF, Math.max(y, nextY) + HALF];
  return [block(rectangle(left, bottom, right, top), seat)];
}
