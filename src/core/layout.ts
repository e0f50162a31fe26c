// The mutable state of a numeric world in one Float64Array with named parts. Copying the array clones the world, and comparing two arrays
// compares two worlds. People are shown the named parts.

/** Shapes of the named parts: `{ trust: [n, n], step: [1] }`. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** One buffer and a view into it for each part, row-major. */
export interface Layout<S extends Shapes = Shapes> {
  readonly buffer: Float64Array;
  readonly shapes: S;
  readonly views: { readonly [Plugin in keyof S]: Float64Array };
}

/** Allocates one buffer for all parts, in the order given. */
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

/** Converts a part to plain numbers, nested by rows where it has two dimensions, as `agon step` prints it. */
export function plain(view: Float64Array, shape: readonly number[]): number[] | number[][] {
  if (shape.length < 2) return Array.from(view);
  const columns = shape.slice(1).reduce((a, b) => a * b, 1);
  return Array.from({ length: view.length / columns }, (_, row) =>
    Array.from(view.subarray(row * columns, (row + 1) * columns)),
  );
}
