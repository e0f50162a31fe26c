// Moves on grids of cells with thin walls between them.

/** Actions 0 … 3: up, right, down, left. y increases downwards. */
export const DIRECTIONS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** Whether there is a wall between two adjacent cells. */
export type Wall = (x: number, y: number, toX: number, toY: number) => boolean;

/** The cell (row-major) that a move leads to; moves into a wall or over the border have no effect. */
export function stepOnGrid(width: number, height: number, cell: number, action: number, wall?: Wall): number {
  const x = cell % width;
  const y = Math.floor(cell / width);
  const toX = x + DIRECTIONS[action][0];
  const toY = y + DIRECTIONS[action][1];
  if (toX < 0 || toX >= width || toY < 0 || toY >= height || wall?.(x, y, toX, toY) === true) return cell;
  return toY * width + toX;
}
