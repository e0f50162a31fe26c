// Names of classes under a prompt, by a frozen encoder, and gradients of losses on them in the prompt.

import { softmax } from "../../math/softmax.ts";

/** A frozen encoder of names: v(p) = R·tanh(n_c + A·p), made of length 1. */
export interface NameEncoder {
  /** n_c of all classes, [classes × hidden]. */
  readonly names: ArrayLike<number>;
  /** A, [hidden × prompt]. */
  readonly prompting: ArrayLike<number>;
  /** R, [size × hidden]. */
  readonly readout: ArrayLike<number>;
  readonly hidden: number;
  readonly prompt: number;
  readonly size: number;
}

/** A picture's vector of length 1 and its class. */
export interface Example {
  readonly of: number;
  readonly vector: ArrayLike<number>;
}

/** A name: its vector, its length before it was made 1, and the hidden layer. */
interface Named {
  readonly vector: Float64Array;
  readonly length: number;
  readonly layer: Float64Array;
}

export function named(
  { names, prompting, readout, hidden, prompt, size }: NameEncoder,
  of: number,
  p: Float64Array,
): Named {
  const layer = new Float64Array(hidden);
  for (let h = 0; h < hidden; h++) {
    let sum = names[of * hidden + h];
    for (let k = 0; k < prompt; k++) sum += prompting[h * prompt + k] * p[k];
    layer[h] = Math.tanh(sum);
  }
  const vector = new Float64Array(size);
  for (let d = 0; d < size; d++) for (let h = 0; h < hidden; h++) vector[d] += readout[d * hidden + h] * layer[h];
  const length = Math.hypot(...vector) || 1;
  for (let d = 0; d < size; d++) vector[d] /= length;
  return { vector, length, layer };
}

/** Adds the gradient in the prompt, given that in the vector of a name. */
function addBack(e: NameEncoder, { vector, length, layer }: Named, by: Float64Array, into: Float64Array): void {
  const along = dot(by, vector, 0);
  const inLayer = new Float64Array(e.hidden);
  for (let d = 0; d < e.size; d++) {
    const raw = (by[d] - along * vector[d]) / length;
    for (let h = 0; h < e.hidden; h++) inLayer[h] += raw * e.readout[d * e.hidden + h];
  }
  for (let h = 0; h < e.hidden; h++) {
    const before = inLayer[h] * (1 - layer[h] ** 2);
    for (let k = 0; k < e.prompt; k++) into[k] += before * e.prompting[h * e.prompt + k];
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>, at: number): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[at + k];
  return sum;
}

/**
 * Mean of −ln softmax_c(scale·⟨x, v_c⟩) at each example's class, among `classes`; with `both`, the mean of it and of the same among examples for
 * each name, where example k belongs to `classes[k]` alone: the symmetric InfoNCE. Adds the gradient in the prompt to `into`.
 */
export function promptLoss(
  e: NameEncoder,
  p: Float64Array,
  examples: readonly Example[],
  classes: readonly number[],
  scale: number,
  both: boolean,
  into: Float64Array,
): number {
  const all = classes.map((of) => named(e, of, p));
  const logits = examples.map(({ vector }) => Float64Array.from(all, (name) => scale * dot(name.vector, vector, 0)));
  const inNames = all.map(() => new Float64Array(e.size));
  let loss = 0;
  /** Takes −ln of a softmax at place `own`, and adds its gradient in the logits. */
  const take = (
    row: Float64Array,
    own: number,
    weight: number,
    place: (k: number) => [name: number, example: number],
  ) => {
    const shares = softmax(row);
    loss -= weight * Math.log(Math.max(shares[own], Number.MIN_VALUE));
    for (const [k, share] of shares.entries()) {
      const [name, example] = place(k);
      const by = scale * weight * (share - (k === own ? 1 : 0));
      for (let d = 0; d < e.size; d++) inNames[name][d] += by * examples[example].vector[d];
    }
  };
  const weight = (both ? 0.5 : 1) / examples.length;
  for (const [i, { of }] of examples.entries())
    take(logits[i].slice(), classes.indexOf(of), weight, (name) => [name, i]);
  if (both) {
    for (const j of classes.keys())
      take(
        logits
          .map((row) => row[j])
          .reduce((column, x, i) => column.fill(x, i, i + 1), new Float64Array(examples.length)),
        j,
        weight,
        (example) => [j, example],
      );
  }
  for (const [j, by] of inNames.entries()) addBack(e, all[j], by, into);
  return loss;
}
