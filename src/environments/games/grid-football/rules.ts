// Rules of grid football: what a move comes to on the pitch, where the goals are, and the components that rewards are made of.

import { exponentialShape } from "../../../math/exponential-shape.ts";

/** Moves as the team that attacks to the right has them; for the other team forward is to the left. */
export const MOVES = ["forward", "forward up", "up", "back up", "back", "back down", "down", "forward down"] as const;

/** Columns and rows of each move. */
export const FORWARD = [1, 1, 0, -1, -1, -1, 0, 1] as const;
export const UPWARD = [0, 1, 1, 1, 0, -1, -1, -1] as const;

/** What a move comes to: nothing, a walk, a push of the ball, or a ball in the goal at the right or at the left edge. */
export const STAYS = 0;
export const WALKS = 1;
export const PUSHES = 2;
export const INTO_RIGHT = 3;
export const INTO_LEFT = 4;

/** Whether a row belongs to the goals: the middle three. */
export const isGoalRow = (row: number, size: number): boolean => Math.abs(row - (size - 1) / 2) <= 1;

/**
 * What it comes to when a player at (x, y) moves by (dx, dy). Moving into the ball pushes it one cell the same way. Players do not
 * leave the pitch, and neither do balls except into a goal; `isTaken` says where other players stand, whom nothing moves.
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

/** Cosine of the angle between two vectors; 0 where one of them has no length. */
export function cosine(ax: number, ay: number, bx: number, by: number): number {
  const lengths = Math.hypot(ax, ay) * Math.hypot(bx, by);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, (ax * bx + ay * by) / lengths));
}

/** Distance of a player from the ball beyond touching, in cells. */
export const distanceLeft = (x: number, y: number, ballX: number, ballY: number): number =>
  Math.max(Math.hypot(ballX - x, ballY - y) - 1, 0);

/** Cells that nearness is told for. */
const REACH = 2;

/** 1 where a player touches the ball, falling with the distance: exp(−½·max(d − 1, 0)/2). */
export const nearness = (x: number, y: number, ballX: number, ballY: number): number =>
  exponentialShape(distanceLeft(x, y, ballX, ballY), REACH);

/** Cosine between the way from a player to the ball and that from the ball to the middle of a goal, whose column is `goalX`. */
export const alignment = (size: number, x: number, y: number, ballX: number, ballY: number, goalX: number): number =>
  cosine(ballX - x, ballY - y, goalX - ballX, (size - 1) / 2 - ballY);

/** How much nearer the ball is to the goal in column `goalX` than to the other, each by its shape; within [−1, 1]. */
export function ballPlace(size: number, ballX: number, ballY: number, goalX: number): number {
  const middle = (size - 1) / 2;
  const shaped = (column: number) => exponentialShape(Math.hypot(column - ballX, middle - ballY), size);
  return shaped(goalX) - shaped(size - 1 - goalX);
}
