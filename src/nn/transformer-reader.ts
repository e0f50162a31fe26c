// A transformer that reads texts one token at a time: keys and values of what was read are kept, so that a new token costs one
// row of each matrix. All rows are computed in one recorded program (`program.ts`), each at its own place.

import { np } from "./jax.ts";
import type { TextReader } from "./language-model.ts";
import { largest, once } from "./once.ts";
import type { Parameters } from "./parameters.ts";
import { type Program, program } from "./program.ts";
import { block, formOf, HIDDEN, readOut, type TransformerOptions } from "./transformer-blocks.ts";

/** A reader of `rows` texts. */
export function transformerReader(options: TransformerOptions, parameters: Parameters, rows: number): TextReader {
  return new CachedReader(options, parameters, rows);
}

/** Inputs of the program before the weights: the stream, what is hidden, and two caches for each layer. */
const FIRST = 2;

class CachedReader implements TextReader {
  readonly rows: number;
  readonly hidden: Float32Array;
  logits: Float32Array;
  readonly #options: TransformerOptions;
  readonly #parameters: Parameters;
  readonly #program: Program;
  /** [rows] tokens that each row has read. */
  readonly #lengths: Int32Array;
  /** [2·layers] keys and values in turn, [rows × heads × context × size] each. */
  readonly #caches: readonly Float32Array[];

  constructor(options: TransformerOptions, parameters: Parameters, rows: number) {
    const { context, width, layers, heads, vocabulary } = options;
    this.#options = options;
    this.#parameters = parameters;
    this.rows = rows;
    this.#lengths = new Int32Array(rows);
    const cache = [rows, heads, context, width / heads];
    this.#program = program(
      (stream, hidden, ...rest) => step(options, rows, stream, hidden, rest),
      [
        [rows, width],
        [rows, context],
        ...Array.from({ length: 2 * layers }, () => cache),
        ...parameters.shapes.slice(FIRST).map(({ shape }) => shape),
      ],
      `reader of a ${formOf(options)}`,
    );
    this.#caches = this.#program.inputs.slice(FIRST, FIRST + 2 * layers);
    this.logits = new Float32Array(rows * vocabulary);
    this.hidden = new Float32Array(rows * width);
    this.refresh();
  }

  refresh(): void {
    const { layers } = this.#options;
    const views = this.#parameters.views().slice(FIRST);
    for (const [k, view] of views.entries()) this.#program.inputs[FIRST + 2 * layers + k].set(view);
    this.clear();
  }

  clear(): void {
    this.#lengths.fill(0);
    this.#program.inputs[1].fill(HIDDEN);
  }

  read(tokens: Int32Array): void {
    const { context, width, heads, layers } = this.#options;
    const size = width / heads;
    const [stream, mask] = this.#program.inputs;
    const embedding = this.#parameters.view(0);
    const places = this.#parameters.view(1);
    for (let row = 0; row < this.rows; row++) {
      const token = tokens[row];
      if (token < 0) continue;
      const place = this.#lengths[row];
      if (place >= context) throw new Error(`a text of more than ${context} tokens`);
      for (let k = 0; k < width; k++) {
        stream[row * width + k] = embedding[token * width + k] + places[place * width + k];
      }
    }
    const outputs = this.#program.run();
    this.logits = outputs[0];
    for (let row = 0; row < this.rows; row++) {
      if (tokens[row] < 0) continue;
      const place = this.#lengths[row];
      for (let l = 0; l < 2 * layers; l++) {
        const from = outputs[2 + l];
        const to = this.#caches[l];
        for (let head = 0; head < heads; head++) {
          const source = row * width + head * size;
          const target = ((row * heads + head) * context + place) * size;
          for (let k = 0; k < size; k++) to[target + k] = from[source + k];
        }
      }
      for (let k = 0; k < width; k++) this.hidden[row * width + k] = outputs[1][row * width + k];
      mask[row * context + place] = 0;
      this.#lengths[row] = place + 1;
    }
  }

  copy(row: number, other: TextReader, from: number): void {
    if (!(other instanceof CachedReader) || other.#caches.length !== this.#caches.length) {
      throw new Error("texts are copied between readers of one model");
    }
    const { context, width, layers } = this.#options;
    const size = context * width;
    for (let l = 0; l < 2 * layers; l++) {
      this.#caches[l].set(other.#caches[l].subarray(from * size, (from + 1) * size), row * size);
    }
    const [, mask] = this.#program.inputs;
    mask.set(other.#program.inputs[1].subarray(from * context, (from + 1) * context), row * context);
    this.#lengths[row] = other.#lengths[from];
  }

  close(): void {
    this.#program.close();
  }
}

/**
 * One token for each row: `stream` [rows × width] of it, `hidden` [rows × context] to be added to scores, the caches and the
 * weights from the first block on → logits, the last stream, and each layer's new keys and values [rows × width].
 */
function step(
  { width, layers, heads, context }: TransformerOptions,
  rows: number,
  stream: np.Array,
  hidden: np.Array,
  rest: readonly np.Array[],
): np.Array[] {
  const size = width / heads;
  const caches = rest.slice(0, 2 * layers);
  const weights = rest.slice(2 * layers);
  const fresh: np.Array[] = [];
  const unseen = hidden.reshape([rows, 1, context]);
  let x = stream;
  for (let l = 0; l < layers; l++) {
    x = block(weights.slice(4 * l, 4 * (l + 1)), x, ({ queries, keys, values }) => {
      fresh.push(keys.ref, values.ref);
      const [query, key, value] = [queries, keys, values].map((part) => part.reshape([rows, heads, size]));
      const scale = 1 / Math.sqrt(size);
      const before = np.sum(caches[2 * l].mul(query.ref.reshape([rows, heads, 1, size])), 3);
      const scores = before.mul(scale).add(unseen.ref);
      const own = np.sum(query.mul(key), 2, { keepdims: true }).mul(scale);
      const most = np.maximum(largest(scores.ref), own.ref);
      const shares = once(np.exp(once(scores.sub(most.ref))));
      const ownShare = once(np.exp(own.sub(most)));
      const total = once(np.reciprocal(np.sum(shares.ref, 2, { keepdims: true }).add(ownShare.ref)));
      const mixed = np.sum(caches[2 * l + 1].mul(shares.reshape([rows, heads, context, 1])), 2);
      return mixed.add(value.mul(ownShare)).mul(total).reshape([rows, width]);
    });
  }
  unseen.dispose();
  const [gain, head] = weights.slice(4 * layers);
  return [readOut(x.ref, gain, head), x, ...fresh];
}
