// The whole changing state of a numeric world in one Float64Array with named parts. Copying that array is cloning the
// world; comparing two of them is comparing two worlds; the named parts are what a person is shown.
/** Reserves one buffer for all parts, in the order given. */
export function layout(shapes) {
    const sizes = Object.entries(shapes).map(([part, shape]) => [part, shape.reduce((a, b) => a * b, 1)]);
    const buffer = new Float64Array(sizes.reduce((sum, [, size]) => sum + size, 0));
    let offset = 0;
    const views = {};
    for (const [part, size] of sizes) {
        views[part] = buffer.subarray(offset, offset + size);
        offset += size;
    }
    return { buffer, shapes, views: views };
}
/** A part as plain numbers, nested by rows where it has two dimensions: what `agon step` prints. */
export function plain(view, shape) {
    const columns = shape[1];
    if (columns === undefined)
        return Array.from(view);
    return Array.from({ length: view.length / columns }, (_, row) => Array.from(view.subarray(row * columns, (row + 1) * columns)));
}
