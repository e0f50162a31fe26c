// A grid of parameters, walked point by point. One object is changed in place from point to point: a grid of tens of
// thousands of points costs no memory, and a visitor that wants to keep a point copies it.

/** Values of each parameter. */
export type Grid<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** One combination. */
export type GridPoint<Name extends string> = Readonly<Record<Name, number>>;

/** Number of combinations: the product of the parameters' numbers of values. */
export function gridSize<Name extends string>(grid: Grid<Name>): number {
  let size = 1;
  for (const name in grid) size *= grid[name].length;
  return size;
}

/** Visits every combination, the last parameter changing fastest. `point` is reused; `index` counts from 0. */
export function sweep<Name extends string>(
  grid: Grid<Name>,
  visit: (point: GridPoint<Name>, index: number) => void,
): void {
  const names: Name[] = [];
  for (const name in grid) names.push(name);
  // Object.fromEntries forgets which keys it was given.
  const point = Object.fromEntries(names.map((name) => [name, grid[name][0]])) as Record<Name, number>;
  const size = gridSize(grid);
  for (let index = 0; index < size; index++) {
    let rest = index;
    for (let k = names.length - 1; k >= 0; k--) {
      const values = grid[names[k]];
      point[names[k]] = values[rest % values.length];
      rest = Math.floor(rest / values.length);
    }
    visit(point, index);
  }
}
