// Named tensors in one flat Float32Array, which optimisers update, checkpoints save, evolution strategies perturb, and jax-js receives
// copies of.

import { np } from "./jax.ts";
import { sizeOf, type TensorShape } from "./tensor-shape.ts";

export type { TensorShape } from "./tensor-shape.ts";

/** jax-js arrays in the order of the shapes; a function that receives them owns them. */
export type Weights = np.Array[];

/** Parameters of one or several networks. */
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

  /** View of tensor `k` in `flat`. */
  view(k: number): Float32Array {
    const offset = this.#offsets[k];
    return this.flat.subarray(offset, offset + sizeOf(this.shapes[k].shape));
  }

  /** Views of all tensors in `flat`. */
  views(): Float32Array[] {
    return this.shapes.map((_, k) => this.view(k));
  }

  /** Copies tensors `from` … `to` − 1, by default all, to jax-js arrays for one call to consume. */
  weights(from = 0, to = this.shapes.length): Weights {
    return this.shapes.slice(from, to).map(({ shape }, k) => np.array(this.view(from + k).slice()).reshape([...shape]));
  }

  /** Writes gradients, in the order of the shapes, to `into` (as long as `flat`) and disposes of the arrays. */
  collect(gradients: Weights, into: Float32Array): void {
    for (const [k, gradient] of gradients.entries()) into.set(gradient.dataSync() as Float32Array, this.#offsets[k]);
  }

  /** Tensors `from` … `to` − 1 as Parameters over the same memory. */
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
