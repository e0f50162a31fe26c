// Named tensors in one flat Float32Array: the optimiser walks over it, a checkpoint writes it, an evolution strategy
// perturbs it, and jax-js is given copies of its parts.

import { np } from "./jax.ts";
import { sizeOf, type TensorShape } from "./tensor-shape.ts";

export type { TensorShape } from "./tensor-shape.ts";

/** Arrays of jax-js in the order of the shapes; a function that is given them owns them. */
export type Weights = np.Array[];

/** The parameters of one or several networks. */
export class Parameters {
  readonly shapes: readonly TensorShape[];
  readonly flat: Float32Array;
  readonly #offsets: readonly number[];

  constructor(shapes: readonly TensorShape[], flat?: Float32Array) {
    this.shapes = shapes;
    const sizes = shapes.map(({ shape }) => sizeOf(shape));
    this.#offsets = sizes.map((_, k) => sizes.slice(0, k).reduce((a, b) => a + b, 0));
    const total = sizes.reduce((a, b) => a + b, 0);
    if (flat !== undefined && flat.length !== total) throw new Error(`${flat.length} numbers for ${total} parameters`);
    this.flat = flat ?? new Float32Array(total);
  }

  /** The part of `flat` that holds tensor `k`. */
  view(k: number): Float32Array {
    const offset = this.#offsets[k];
    return this.flat.subarray(offset, offset + sizeOf(this.shapes[k].shape));
  }

  /** The parts of `flat`, one for each tensor. */
  views(): Float32Array[] {
    return this.shapes.map((_, k) => this.view(k));
  }

  /** Copies of tensors `from` … `to` − 1, by default all, as jax-js arrays, to be consumed by one call. */
  weights(from = 0, to = this.shapes.length): Weights {
    return this.shapes.slice(from, to).map(({ shape }, k) => np.array(this.view(from + k).slice()).reshape([...shape]));
  }

  /** Writes gradients, in the order of the shapes, into `into` (as long as `flat`) and gives the arrays back. */
  collect(gradients: Weights, into: Float32Array): void {
    for (const [k, gradient] of gradients.entries()) into.set(gradient.dataSync() as Float32Array, this.#offsets[k]);
  }

  /** Tensors `from` … `to` − 1 over the same numbers. */
  part(from: number, to: number): Parameters {
    const shapes = this.shapes.slice(from, to);
    const first = this.#offsets[from];
    const length = shapes.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
    return new Parameters(shapes, this.flat.subarray(first, first + length));
  }

  clone(): Parameters {
    return new Parameters(this.shapes, this.flat.slice());
  }
}
