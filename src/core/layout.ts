// The whole changing state of a numeric world in one Float64Array with named parts. Copying that array is cloning the
// world; comparing two of them is comparing two worlds; the named parts are what a person is shown.

/** Sizes of the named parts: `{ trust: [n, n], step: [1] }`. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** One buffer and a view into it for each part, row-major. */
export interface Layout<S extends Shapes = Shapes> {
  readonly buffer: Float64Array;
  readonly shapes: S;
  readonly views: { readonly [Plugin in keyof S]: Float64Array };
}

/** Reserves one buffer for all parts, in the order given. */
export function layout<const S extends Shapes>(shapes: S): Layout<S> {
  const sizes = Object.entries(shapes).map(([part, shape]) => [part, shape.reduce((a, b) => a * b, 1)] as const);
  const buffer = new Float64Array(sizes.reduce((sum, [, size]) => sum + size, 0));
  let offset = 0;
  const views: Record<string, Float64Array> = {};
  for (const [part, size] of sizes) {
    views[part] = buffer.subarray(offset, offset + size);
    offset += size;
  }
  return { buffer, shapes, views: views as Layout<S>["views"] };
}

/** A part as plain numbers, nested by rows where it has more than one dimension: what `agon step` prints. */
export function plain(view: Float64Array, shape: readonly number[]): number[] | number[][] {
  if (shape.length < 2) return Array.from(view);
  const columns = shape.slice(1).reduce((a, b) => a * b, 1);
  return Array.from({ length: view.length / columns }, (_, row) =>
    Array.from(view.subarray(row * columns, (row + 1) * columns)),
  );
}
