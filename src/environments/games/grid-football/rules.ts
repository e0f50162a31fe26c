// Rules of grid football: effects of moves, goals, and reward components.

import { exponentialShape } from "../../../math/exponential-shape.ts";

/** Moves of the team that attacks to the right; for the other team forward is left. */
export const MOVES = ["forward", "forward up", "up", "back up", "back", "back down", "down", "forward down"] as const;

/** Column and row offsets of each move. */
export const FORWARD = [1, 1, 0, -1, -1, -1, 0, 1] as const;
export const UPWARD = [0, 1, 1, 1, 0, -1, -1, -1] as const;

/** Effects of a move: none, a walk, a push of the ball, or a ball in the goal at the right or left edge. */
export const STAYS = 0;
export const WALKS = 1;
export const PUSHES = 2;
export const INTO_RIGHT = 3;
export const INTO_LEFT = 4;

/** Whether a row belongs to the goals: the middle three. */
export const isGoalRow = (row: number, size: number): boolean => Math.abs(row - (size - 1) / 2) <= 1;

/**
 * Effect of a move by (dx, dy) of a player at (x, y). Moving into the ball pushes it one cell in the same direction. Players stay on the
 * pitch, and so does the ball except in a goal; `isTaken` tells where other players stand, who cannot be pushed.
 */
export function outcomeOf(
  size: number,
  x: number,
  y: number,
  ballX: number,
  ballY: number,
  dx: number,
  dy: number,
  isTaken: (x: number, y: number) => boolean,
): number {
  const toX = x + dx;
  const toY = y + dy;
  if (!isOn(toX, toY, size) || isTaken(toX, toY)) return STAYS;
  if (toX !== ballX || toY !== ballY) return WALKS;
  const pushedX = ballX + dx;
  const pushedY = ballY + dy;
  if (isOn(pushedX, pushedY, size)) return isTaken(pushedX, pushedY) ? STAYS : PUSHES;
  if (!isGoalRow(pushedY, size)) return STAYS;
  return pushedX === size ? INTO_RIGHT : pushedX === -1 ? INTO_LEFT : STAYS;
}

const isOn = (x: number, y: number, size: number): boolean => x >= 0 && x < size && y >= 0 && y < size;

/** Cosine of the angle between two vectors; 0 where one has length 0. */
export function cosine(ax: number, ay: number, bx: number, by: number): number {
  const lengths = Math.hypot(ax, ay) * Math.hypot(bx, by);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, (ax * bx + ay * by) / lengths));
}

/** Distance of a player to the ball beyond contact, in cells. */
export const distanceLeft = (x: number, y: number, ballX: number, ballY: number): number =>
  Math.max(Math.hypot(ballX - x, ballY - y) - 1, 0);

/** Length scale of nearness in cells. */
const REACH = 2;

/** Nearness: 1 where a player touches the ball, decreasing with distance: exp(−½·max(d − 1, 0)/2). */
export const nearness = (x: number, y: number, ballX: number, ballY: number): number =>
  exponentialShape(distanceLeft(x, y, ballX, ballY), REACH);

/**
 * Alignment: cosine between the vector from a player to the ball and the vector from the ball to the middle of a goal in column `goalX`.
 */
export const alignment = (size: number, x: number, y: number, ballX: number, ballY: number, goalX: number): number =>
  cosine(ballX - x, ballY - y, goalX - ballX, (size - 1) / 2 - ballY);

/** Difference of the ball's proximity to the goal in column `goalX` and to the other one, by their shaping functions; within [−1, 1]. */
export function ballPlace(size: number, ballX: number, ballY: number, goalX: number): number {
  const middle = (size - 1) / 2;
  const shaped = (column: number) => exponentialShape(Math.hypot(column - ballX, middle - ballY), size);
  return shaped(goalX) - shaped(size - 1 - goalX);
}
