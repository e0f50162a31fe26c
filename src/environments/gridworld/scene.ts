// Scenes of grid worlds: the map, visited cells, and the agent with its inventory.

import type { GridShape, Point, Scene, Shape } from "../../core/scene.ts";
import { between, label, rectangle, signed } from "../scene-shapes.ts";
import type { ObjectLevel } from "./objects.ts";
import { type Piece, Tile, type TileMap } from "./tiles.ts";

/** Appearance of a cell by its tile; the last entry is visited floor. */
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

/** The centre of a cell, half a unit from its sides. */
const middleOf =
  (width: number, height: number) =>
  (cell: number): Point => [(cell % width) + 0.5, height - Math.floor(cell / width) - 0.5];

const AGENT = { kind: "circle", radius: 0.36, fill: "accent" } as const;

/** Scene of the current grid; `visited` [height × width] is 1 where the agent has been. A television's picture is shown beside it. */
export function gridScene(grid: TileMap, piece: Piece, visited: ArrayLike<number>, picture?: number): Scene {
  const { width, height, tiles } = grid;
  const middle = middleOf(width, height);
  const cells = Array.from({ length: width * height }, (_, cell) => {
    const tile = tiles[cell];
    if (tile === Tile.lockedDoor && piece.open === 1) return Tile.door;
    return visited[cell] === 1 && (tile === Tile.floor || tile === Tile.key) ? WALKED : tile;
  });
  const at = middle(piece.cell);
  const shapes: Shape[] = [{ kind: "grid", at: [0, 0], cell: 1, columns: width, cells, legend: LEGEND }];
  if (piece.keyAt >= 0) shapes.push(...keyAt(middle(piece.keyAt), 1));
  shapes.push({ ...AGENT, at });
  if (piece.key === 1) shapes.push(...keyAt(at, 0.6));
  const carries = piece.key === 1 ? ", with the key" : "";
  const shown = picture === undefined ? "" : `; the television shows picture ${picture}`;
  const set = picture === undefined ? undefined : television(picture, [width + 0.5, height / 2], height / 4);
  return {
    view: { left: 0, right: width + (set === undefined ? 0 : height / 4 + 1), bottom: 0, top: height },
    shapes: [...shapes, ...(set ?? [])],
    caption: `Column ${piece.cell % width}, row ${Math.floor(piece.cell / width)} from above${carries}${shown}`,
  };
}

/** Dots per row and per column of a television's screen: the last binary digits of the picture's number. */
const SCREEN = { columns: 5, rows: 4 } as const;

/** A television with its left edge centred at the given point, `side` wide. */
function television(picture: number, [left, y]: Point, side: number): Shape[] {
  const { columns, rows } = SCREEN;
  const dot = side / columns;
  const bottom = y - (rows * dot) / 2;
  const lit = Array.from({ length: columns * rows }, (_, k) => (Math.floor(picture / 2 ** k) % 2 === 1 ? 1 : 0));
  return [
    { kind: "polygon", points: rectangle(left, bottom, left + side, bottom + rows * dot), stroke: "ink", width: 4 },
    {
      ...{ kind: "grid", at: [left, bottom], cell: dot, columns, cells: lit },
      legend: [
        { meaning: "dark", fill: "faint" },
        { meaning: "lit", fill: "warning" },
      ],
    },
    label([left + side / 2, bottom - 0.22 * side], String(picture), 0.2 * side),
  ];
}

/** Scene of a level with objects: rewards, missing objects as rings, and the agent. */
export function objectScene(
  { size, walls, objects, horizon }: ObjectLevel,
  now: { readonly cell: number; readonly exists: ArrayLike<number>; readonly time: number; readonly paid: number },
): Scene {
  const middle = middleOf(size, size);
  const cells = Array.from({ length: size * size }, (_, cell) => (walls[cell] === 1 ? 1 : 0));
  const things = objects.flatMap(({ cell, reward }, i): Shape[] => {
    const tone = reward > 0 ? "good" : "bad";
    const there = now.exists[i] === 1;
    return [
      { kind: "circle", at: middle(cell), radius: 0.42, stroke: tone, ...(there ? { fill: tone, opacity: 0.5 } : {}) },
      label(middle(cell), signed(Number(reward.toFixed(1))), 0.33, { fill: there ? "ink" : "muted" }),
    ];
  });
  const there = objects.filter((_, i) => now.exists[i] === 1).length;
  const paid = now.paid === 0 ? "" : ` The step paid ${signed(now.paid)}.`;
  return {
    view: { left: 0, right: size, bottom: 0, top: size },
    shapes: [
      {
        ...{ kind: "grid", at: [0, 0], cell: 1, columns: size, cells },
        legend: [
          { meaning: "floor", fill: "faint" },
          { meaning: "wall", fill: "muted" },
        ],
      },
      ...things,
      { ...AGENT, at: middle(now.cell), radius: 0.26, stroke: "surface" },
    ],
    caption: `${there} of ${objects.length} objects are there after ${now.time} of ${horizon} steps.${paid}`,
  };
}

interface HiddenGoal {
  readonly size: number;
  readonly cell: number;
  readonly goal: number;
  readonly visited: ArrayLike<number>;
  readonly over: number;
  readonly searches: number;
  readonly reached: boolean;
}

/** Scene of the room with the hidden goal, and the cells visited in this search. */
export function hiddenGoalScene({ size, cell, goal, visited, over, searches, reached }: HiddenGoal): Scene {
  const middle = middleOf(size, size);
  const cells = Array.from({ length: size * size }, (_, k) => (k === goal ? 2 : visited[k] === 1 ? 1 : 0));
  const caption = reached
    ? "The step reached the goal"
    : `Column ${cell % size}, row ${Math.floor(cell / size)} from above`;
  return {
    view: { left: -0.1, right: size + 0.1, bottom: -0.1, top: size + 0.1 },
    shapes: [
      { kind: "polygon", points: rectangle(-0.05, -0.05, size + 0.05, size + 0.05), fill: "muted" },
      {
        ...{ kind: "grid", at: [0, 0], cell: 1, columns: size, cells },
        legend: [
          { meaning: "floor", fill: "surface" },
          { meaning: "walked on", fill: "faint" },
          { meaning: "goal, which is not seen", fill: "good", text: "★" },
        ],
      },
      { ...AGENT, at: middle(cell) },
    ],
    caption: `${caption}; ${over} of ${searches} searches are over.`,
  };
}

/** Maximum number of corridors that are drawn; of more corridors, only the agent's and the rewarded one are shown. */
const MOST_CORRIDORS = 360;
const MOST_NUMBERED = 24;

interface Corridors {
  readonly corridors: number;
  readonly length: number;
  /** Corridor of the agent, 0 at the hub, and steps into it. */
  readonly at: readonly [corridor: number, steps: number];
  readonly prize: number;
  /** 1 where the agent has been, [corridors + 1 × length + 1]. */
  readonly visited: ArrayLike<number>;
  readonly time: number;
  readonly horizon: number;
}

/** Scene of the corridors as rays around their hub, with the goal at the end of one, and the path walked. */
export function corridorScene({ corridors, length, at, prize, visited, time, horizon }: Corridors): Scene {
  const hub = 0.12 * length;
  const place = (corridor: number, steps: number): Point => {
    if (corridor === 0) return [0, 0];
    const turn = (2 * Math.PI * (corridor - 1)) / corridors;
    const far = hub + steps;
    return [far * Math.sin(turn), far * Math.cos(turn)];
  };
  const all = Array.from({ length: corridors }, (_, k) => k + 1);
  const drawn = corridors <= MOST_CORRIDORS ? all : all.filter((k) => k === prize || k === at[0]);
  const walked = (corridor: number): number => {
    let steps = 0;
    for (let k = 1; k <= length; k++) if (visited[corridor * (length + 1) + k] === 1) steps = k;
    return steps;
  };
  const wide = corridors <= MOST_NUMBERED ? 10 : 2;
  const dot = 0.05 * length;
  const shapes = drawn.flatMap((k): Shape[] => [
    between(place(k, 0), place(k, length), "faint", { width: wide }),
    ...(walked(k) > 0 ? [between(place(k, 0), place(k, walked(k)), "muted", { width: wide / 2 })] : []),
    ...(corridors <= MOST_NUMBERED
      ? [label(place(k, length + 0.14 * length), String(k), 0.09 * length, { fill: "muted" })]
      : []),
  ]);
  const reach = length * 1.35;
  const stands = at[0] === 0 ? "at the hub" : `${at[1]} of ${length} steps into corridor ${at[0]}`;
  return {
    view: { left: -1.4 * reach, right: 1.4 * reach, bottom: -reach, top: reach },
    shapes: [
      ...shapes,
      { kind: "circle", at: [0, 0], radius: hub, fill: "faint" },
      { kind: "circle", at: place(prize, length), radius: 1.3 * dot, fill: "good" },
      label(place(prize, length), "★", 1.8 * dot),
      { kind: "circle", at: place(...at), radius: dot, fill: "accent" },
    ],
    caption: `After ${time} of ${horizon} steps the agent is ${stands}; the prize is in corridor ${prize}.`,
  };
}

/** A key of a cell's size, scaled by `scale`. */
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
