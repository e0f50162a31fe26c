// How a grid looks: its tiles, where the agent has been, and where it stands with what it carries.

import type { GridShape, Point, Scene, Shape } from "../../core/scene.ts";
import { type Piece, Tile, type TileMap } from "./tiles.ts";

/** What a cell can be, by its tile; the last is floor that has been walked on. */
const LEGEND: GridShape["legend"] = [
  { meaning: "floor", fill: "surface" },
  { meaning: "wall", fill: "muted" },
  { meaning: "lava", fill: "bad", text: "~" },
  { meaning: "goal", fill: "good", text: "★" },
  { meaning: "floor", fill: "surface" },
  { meaning: "door", fill: "faint", text: "▯" },
  { meaning: "locked door", fill: "warning", text: "▮" },
  { meaning: "walked on", fill: "faint" },
];
const WALKED = LEGEND.length - 1;

/** The grid as it stands; `visited` [height × width] is 1 where the agent has been. The middle of a cell is half a unit from its sides. */
export function gridScene(grid: TileMap, piece: Piece, visited: ArrayLike<number>): Scene {
  const { width, height, tiles } = grid;
  const middle = (cell: number): Point => [(cell % width) + 0.5, height - Math.floor(cell / width) - 0.5];
  const cells = Array.from({ length: width * height }, (_, cell) => {
    const tile = tiles[cell];
    if (tile === Tile.lockedDoor && piece.open === 1) return Tile.door;
    return visited[cell] === 1 && (tile === Tile.floor || tile === Tile.key) ? WALKED : tile;
  });
  const at = middle(piece.cell);
  const shapes: Shape[] = [{ kind: "grid", at: [0, 0], cell: 1, columns: width, cells, legend: LEGEND }];
  if (piece.keyAt >= 0) shapes.push(...keyAt(middle(piece.keyAt), 1));
  shapes.push({ kind: "circle", at, radius: 0.36, fill: "accent" });
  if (piece.key === 1) shapes.push(...keyAt(at, 0.6));
  const carries = piece.key === 1 ? ", with the key" : "";
  return {
    view: { left: 0, right: width, bottom: 0, top: height },
    shapes,
    caption: `Column ${piece.cell % width}, row ${Math.floor(piece.cell / width)} from above${carries}`,
  };
}

/** A key of a cell's size, times `scale`. */
function keyAt([x, y]: Point, scale: number): Shape[] {
  const by = (dx: number, dy: number): Point => [x + dx * scale, y + dy * scale];
  const bar = (from: Point, to: Point): Shape => ({ kind: "line", points: [from, to], stroke: "warning", width: 3 });
  return [
    { kind: "circle", at: by(-0.18, 0), radius: 0.13 * scale, stroke: "warning", width: 3 },
    bar(by(-0.05, 0), by(0.3, 0)),
    bar(by(0.26, 0), by(0.26, -0.14)),
    bar(by(0.14, 0), by(0.14, -0.1)),
  ];
}
