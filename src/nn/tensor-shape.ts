// Tensor shapes, without a dependency on any computation.

/** A tensor's name and shape. */
export interface TensorShape {
  readonly name: string;
  readonly shape: readonly number[];
}

/** Shapes of several arrays. */
export type ArrayShapes = readonly (readonly number[])[];

/** Number of elements of a tensor. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}
