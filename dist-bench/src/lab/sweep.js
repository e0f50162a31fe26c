// A grid of parameters, walked point by point. One object is changed in place from point to point: a grid of tens of
// thousands of points costs no memory, and a visitor that wants to keep a point copies it.
/** Number of combinations: the product of the parameters' numbers of values. */
export function gridSize(grid) {
    let size = 1;
    for (const name in grid)
        size *= grid[name].length;
    return size;
}
/** Visits every combination, the last parameter changing fastest. `point` is reused; `index` counts from 0. */
export function sweep(grid, visit) {
    const names = [];
    for (const name in grid)
        names.push(name);
    // Object.fromEntries forgets which keys it was given.
    const point = Object.fromEntries(names.map((name) => [name, grid[name][0]]));
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
