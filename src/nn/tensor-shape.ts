// Shapes of tensors, for code that stores them and computes nothing.

/** A tensor's name and shape. */
export interface TensorShape {
  readonly name: string;
  readonly shape: readonly number[];
}

/** Shapes of several arrays. */
export type ArrayShapes = readonly (readonly number[])[];

/** Numbers in a tensor. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}
