// Maps of Halite (2016) by the published engine's generator: a chunk of production and strength, built from a tree of random factors, is
// placed once for each player, mirrored and shifted so that all players have equal surroundings, and smoothed.

import { mersenne } from "pure-rand/generator/mersenne";

/** A map, with cells stored row by row. */
export interface HaliteMap {
  readonly width: number;
  readonly height: number;
  /** 0 for none, else the number of a player, from 1. */
  readonly owner: Uint8Array;
  readonly strength: Uint8Array;
  readonly production: Uint8Array;
}

type Draw = () => number;
type Grid = number[][];

/** Maximum number of children of a region per row and per column. */
const BRANCHES = 4;
/** Weight of a region's own factor among its siblings, and of a cell among its neighbours. */
const OWN_FACTOR = 0.75;
const OWN_VALUE = 0.66667;

/** The map with at most `wide` × `high` cells for this number of players; `seed` is that of the engine's Mersenne Twister. */
export function haliteMap(wide: number, high: number, players: number, seed: number): HaliteMap {
  const generator = mersenne(seed);
  const draw: Draw = () => generator.next() >>> 0;
  const isHorizontal = draw() % 2 === 1;
  const few = fewerSide(players);
  const many = players / few;
  const [acrossX, acrossY] = isHorizontal ? [many, few] : [few, many];
  let [chunkWidth, chunkHeight] = [Math.floor(wide / acrossX), Math.floor(high / acrossY)];
  if (isHorizontal) while (chunkHeight % players !== 0) chunkHeight -= 1;
  else while (chunkWidth % players !== 0) chunkWidth -= 1;
  const [width, height] = [chunkWidth * acrossX, chunkHeight * acrossY];

  const chunks = [regionOf(chunkWidth, chunkHeight, draw), regionOf(chunkWidth, chunkHeight, draw)].map(valuesOf);
  const owners = filled(chunkHeight, chunkWidth, () => 0);
  owners[Math.floor(chunkHeight / 2)][Math.floor(chunkWidth / 2)] = 1;
  // Chunks are mirrored where their number side by side is even, so that edges match.
  const placed = (chunk: Grid, valueAt: (value: number, player: number) => number): Grid =>
    filled(height, width, (y, x) => {
      const [row, column] = [Math.floor(y / chunkHeight), Math.floor(x / chunkWidth)];
      const ownY = y % chunkHeight;
      const ownX = x % chunkWidth;
      const fromY = acrossY % 2 === 0 && row % 2 === 1 ? chunkHeight - 1 - ownY : ownY;
      const fromX = acrossX % 2 === 0 && column % 2 === 1 ? chunkWidth - 1 - ownX : ownX;
      return valueAt(chunk[fromY][fromX], row * acrossX + column + 1);
    });
  let grids = [
    placed(chunks[0], (value) => value),
    placed(chunks[1], (value) => value),
    placed(owners, (value, player) => value * player),
  ];
  if (players !== 6) {
    const shift = isHorizontal
      ? (draw() % acrossX) * Math.floor(height / acrossX)
      : (draw() % acrossY) * Math.floor(width / acrossY);
    grids = grids.map((grid) =>
      filled(height, width, (y, x) =>
        isHorizontal
          ? grid[(y + shift * Math.floor(x / chunkWidth)) % height][x]
          : grid[y][(x + shift * Math.floor(y / chunkHeight)) % width],
      ),
    );
  }
  const [production, strength] = grids.slice(0, 2).map((grid) => {
    let smooth = grid;
    for (let z = 0; z <= (2 * Math.sqrt(width * height)) / 10; z++) smooth = blurred(smooth, OWN_VALUE);
    const most = Math.max(...smooth.flat());
    return smooth.map((row) => row.map((value) => value / most));
  });
  const [topProduction, topStrength] = [(draw() % 10) + 6, (draw() % 106) + 150];
  const owner = Uint8Array.from(grids[2].flat());
  return {
    ...{ width, height, owner },
    strength: Uint8Array.from(strength.flat(), (value) => Math.floor(value * topStrength + 0.5)),
    production: Uint8Array.from(production.flat(), (value, cell) => {
      const rounded = Math.floor(value * topProduction + 0.5);
      return owner[cell] > 0 && rounded === 0 ? 1 : rounded;
    }),
  };
}

/** The shorter side of the table of the players' chunks. */
function fewerSide(players: number): number {
  let few = Math.floor(Math.sqrt(players));
  while (players % few !== 0) few -= 1;
  return few;
}

/** Fewest rows and columns of a map for this number of players: each chunk has at least a row or a column per player. */
export const leastSize = (players: number): number => players * fewerSide(players);

/** A region with its factor and its sub-regions. */
interface Region {
  factor: number;
  readonly children: readonly (readonly Region[])[];
  readonly width: number;
  readonly height: number;
}

function regionOf(width: number, height: number, draw: Draw): Region {
  const low = draw();
  const factor = ((low + 2 ** 32 * draw()) / 2 ** 64) ** 1.5;
  if (width === 1 && height === 1) return { factor, children: [], width, height };
  const parts = (size: number): number[] =>
    Array.from({ length: BRANCHES }, (_, k) => Math.floor(size / BRANCHES) + (k < size % BRANCHES ? 1 : 0)).filter(
      (part) => part > 0,
    );
  const columns = parts(width);
  const children = parts(height).map((high) => columns.map((wide) => regionOf(wide, high, draw)));
  const factors = blurred(
    children.map((row) => row.map((child) => child.factor)),
    OWN_FACTOR,
  );
  for (const [y, row] of children.entries()) for (const [x, child] of row.entries()) child.factor = factors[y][x];
  return { factor, children, width, height };
}

/** Product of the factors along the tree for each cell. */
function valuesOf({ factor, children }: Region): Grid {
  if (children.length === 0) return [[factor]];
  return children.flatMap((row) => {
    const parts = row.map(valuesOf);
    return parts[0].map((_, y) => parts.flatMap((part) => part[y].map((value) => factor * value)));
  });
}

/** Smoothing on the torus: each value keeps the share `own`, and the rest is the mean of its four neighbours. */
function blurred(grid: Grid, own: number): Grid {
  const [height, width] = [grid.length, grid[0].length];
  const other = (1 - own) / 4;
  return filled(height, width, (y, x) => {
    const [above, below] = [grid[(y + height - 1) % height][x], grid[(y + 1) % height][x]];
    const [left, right] = [grid[y][(x + width - 1) % width], grid[y][(x + 1) % width]];
    return own * grid[y][x] + other * (above + below + left + right);
  });
}

const filled = (height: number, width: number, value: (y: number, x: number) => number): Grid =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => value(y, x)));
