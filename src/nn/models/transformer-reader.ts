// Incremental transformer reader with a key-value cache, so that a new token costs one row of each matrix. All rows are computed by one
// recorded program (`program.ts`), each at its own position.

import { np } from "../jax.ts";
import { largest, materialise } from "../kernels/materialise.ts";
import { type Program, program } from "../kernels/program.ts";
import type { Parameters } from "../parameters.ts";
import type { TextReader } from "./language-model.ts";
import { block, formOf, HIDDEN, readOut, type TransformerOptions } from "./transformer-blocks.ts";

/** Creates a reader of `rows` texts. */
export function transformerReader(options: TransformerOptions, parameters: Parameters, rows: number): TextReader {
  return new CachedReader(options, parameters, rows);
}

/** Number of program inputs before the caches: the residual stream and the mask. Two caches per layer follow. */
const FIRST = 2;
/** Texts per set of kernels; a thread computes a set from beginning to end. */
const SET = 32;

/** A set of neighbouring rows with its part of the program. */
interface RowSet {
  readonly stream: Float32Array;
  readonly mask: Float32Array;
  /** Alternating key and value caches, [2·layers], [rows × heads × context × size] each. */
  readonly caches: readonly Float32Array[];
}

class CachedReader implements TextReader {
  readonly rows: number;
  readonly hidden: Float32Array;
  readonly logits: Float32Array;
  readonly #options: TransformerOptions;
  readonly #parameters: Parameters;
  readonly #program: Program;
  readonly #sets: readonly RowSet[];
  /** Rows per set. */
  readonly #rows: number;
  /** [rows] number of tokens that each row has read. */
  readonly #lengths: Int32Array;

  constructor(options: TransformerOptions, parameters: Parameters, rows: number) {
    const { context, width, layers, heads, vocabulary } = options;
    this.#options = options;
    this.#parameters = parameters;
    this.rows = rows;
    this.#lengths = new Int32Array(rows);
    const count = setsOf(rows);
    this.#rows = rows / count;
    const cache = [this.#rows, heads, context, width / heads];
    const own = FIRST + 2 * layers;
    this.#program = program(
      (stream, hidden, ...rest) => step(options, rows / count, stream, hidden, rest),
      [
        [this.#rows, width],
        [this.#rows, context],
        ...Array.from({ length: 2 * layers }, () => cache),
        ...parameters.shapes.slice(FIRST).map(({ shape }) => shape),
      ],
      `reader of a ${formOf(options)}`,
      { count, own },
    );
    this.#sets = Array.from({ length: count }, (_, k) => {
      const [stream, mask, ...caches] = this.#program.inputs.slice(own * k, own * (k + 1));
      return { stream, mask, caches };
    });
    this.logits = new Float32Array(rows * vocabulary);
    this.hidden = new Float32Array(rows * width);
    this.refresh();
  }

  refresh(): void {
    const views = this.#parameters.views().slice(FIRST);
    const weights = this.#program.inputs.slice(-views.length);
    for (const [k, view] of views.entries()) weights[k].set(view);
    this.clear();
  }

  clear(): void {
    this.#lengths.fill(0);
    for (const { mask } of this.#sets) mask.fill(HIDDEN);
  }

  read(tokens: Int32Array): void {
    for (const [k, set] of this.#sets.entries()) this.#begin(tokens, this.#rows * k, set);
    const outputs = this.#program.run();
    const each = outputs.length / this.#sets.length;
    for (const [k, set] of this.#sets.entries()) {
      this.#end(tokens, this.#rows * k, set, outputs.slice(each * k, each * (k + 1)));
    }
  }

  /** Prepares the inputs of the rows from `first` on. */
  #begin(tokens: Int32Array, first: number, { stream }: RowSet): void {
    const { context, width } = this.#options;
    const embedding = this.#parameters.view(0);
    const places = this.#parameters.view(1);
    for (let row = 0; row < this.#rows; row++) {
      const token = tokens[first + row];
      if (token < 0) continue;
      const place = this.#lengths[first + row];
      if (place >= context) throw new Error(`a text of more than ${context} tokens`);
      for (let k = 0; k < width; k++) {
        stream[row * width + k] = embedding[token * width + k] + places[place * width + k];
      }
    }
  }

  /** Stores the results of the rows from `first` on. */
  #end(tokens: Int32Array, first: number, { mask, caches }: RowSet, outputs: readonly Float32Array[]): void {
    const { context, width, heads, vocabulary } = this.#options;
    const size = width / heads;
    const [logits, streams, ...fresh] = outputs;
    const lengths = this.#lengths;
    this.logits.set(logits, first * vocabulary);
    for (const [l, from] of fresh.entries()) {
      const to = caches[l];
      for (let row = 0; row < this.#rows; row++) {
        if (tokens[first + row] < 0) continue;
        for (let head = 0; head < heads; head++) {
          const source = row * width + head * size;
          const target = ((row * heads + head) * context + lengths[first + row]) * size;
          for (let k = 0; k < size; k++) to[target + k] = from[source + k];
        }
      }
    }
    for (let row = 0; row < this.#rows; row++) {
      if (tokens[first + row] < 0) continue;
      const shift = first * width;
      for (let k = row * width; k < (row + 1) * width; k++) this.hidden[shift + k] = streams[k];
      mask[row * context + lengths[first + row]] = 0;
      lengths[first + row] += 1;
    }
  }

  copy(row: number, other: TextReader, from: number): void {
    if (!(other instanceof CachedReader) || other.#options.layers !== this.#options.layers) {
      throw new Error("texts are copied between readers of one model");
    }
    const { context, width } = this.#options;
    const size = context * width;
    const [to, at] = this.#place(row);
    const [source, place] = other.#place(from);
    for (const [l, cache] of to.caches.entries()) {
      cache.set(source.caches[l].subarray(place * size, (place + 1) * size), at * size);
    }
    to.mask.set(source.mask.subarray(place * context, (place + 1) * context), at * context);
    this.#lengths[row] = other.#lengths[from];
  }

  /** The set of a row, and the row's index in it. */
  #place(row: number): [set: RowSet, at: number] {
    return [this.#sets[Math.floor(row / this.#rows)], row % this.#rows];
  }

  close(): void {
    this.#program.close();
  }
}

/** Number of sets; it must not depend on the number of threads, so that results are bit-identical. */
function setsOf(rows: number): number {
  for (const sets of [4, 2]) if (rows % sets === 0 && rows / sets >= SET) return sets;
  return 1;
}

/**
 * One token per row: its `stream` [rows × width], the attention mask `hidden` [rows × context], the caches, and the weights from the first
 * block on → logits, the final stream, and each layer's new keys and values [rows × width].
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
      const shares = materialise(np.exp(materialise(scores.sub(most.ref))));
      const ownShare = materialise(np.exp(own.sub(most)));
      const total = materialise(np.reciprocal(np.sum(shares.ref, 2, { keepdims: true }).add(ownShare.ref)));
      const mixed = np.sum(caches[2 * l + 1].mul(shares.reshape([rows, heads, context, 1])), 2);
      return mixed.add(value.mul(ownShare)).mul(total).reshape([rows, width]);
    });
  }
  unseen.dispose();
  const [gain, head] = weights.slice(4 * layers);
  return [readOut(x.ref, gain, head), x, ...fresh];
}
