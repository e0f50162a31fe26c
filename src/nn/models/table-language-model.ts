// A language model that is a table: logits of its own for every text that can stand before a token. With a few tokens and short
// texts everything about it can be enumerated, so that what is true of any model can be checked exactly.

import { nn, np } from "../jax.ts";
import type { Parameters } from "../parameters.ts";
import type { LanguageModel, TextReader } from "./language-model.ts";

/** Most rows of a table. */
const MOST = 1 << 20;

/** A table for texts of up to `context` tokens; it begins with all logits 0. Throws an Error where it would be too large. */
export function tableLanguageModel(vocabulary: number, context: number): LanguageModel {
  // The texts of one token come first, then those of two; each length is one block.
  const starts = [0];
  for (let length = 1; length <= context; length++) starts.push(starts[length - 1] + vocabulary ** length);
  const rows = starts[context];
  if (rows > MOST) throw new Error(`a table of ${rows} texts`);
  return {
    vocabulary,
    context,
    width: 1,
    shapes: [{ name: "table", shape: [rows, vocabulary] }],
    initialise(parameters) {
      parameters.flat.fill(0);
    },
    logits([table], tokens, texts) {
      // Each text up to a place is a number in base `vocabulary`; all are small enough to be exact.
      const values = np.arange(vocabulary).astype(np.float32).reshape([vocabulary, 1]);
      const digits = np.dot(tokens, values).reshape([texts, context]);
      const powers = np.array(
        Array.from({ length: context }, (_, from) =>
          Array.from({ length: context }, (_, place) => (from <= place ? vocabulary ** (place - from) : 0)),
        ),
      );
      const offsets = np.array(starts.slice(0, context)).reshape([1, context]);
      const indices = np
        .dot(digits, powers)
        .add(offsets)
        .reshape([texts * context])
        .astype(np.int32);
      return np.dot(nn.oneHot(indices, rows), table);
    },
    reader: (parameters, count) => new TableReader(starts, vocabulary, parameters, count),
  };
}

class TableReader implements TextReader {
  readonly rows: number;
  readonly logits: Float32Array;
  readonly hidden: Float32Array;
  readonly #starts: readonly number[];
  readonly #vocabulary: number;
  readonly #parameters: Parameters;
  readonly #lengths: Int32Array;
  readonly #codes: Float64Array;

  constructor(starts: readonly number[], vocabulary: number, parameters: Parameters, rows: number) {
    this.rows = rows;
    this.#starts = starts;
    this.#vocabulary = vocabulary;
    this.#parameters = parameters;
    this.logits = new Float32Array(rows * vocabulary);
    this.hidden = new Float32Array(rows);
    this.#lengths = new Int32Array(rows);
    this.#codes = new Float64Array(rows);
  }

  refresh(): void {
    this.clear();
  }

  clear(): void {
    this.#lengths.fill(0);
    this.#codes.fill(0);
  }

  read(tokens: Int32Array): void {
    const size = this.#vocabulary;
    for (let row = 0; row < this.rows; row++) {
      if (tokens[row] < 0) continue;
      if (this.#lengths[row] + 1 >= this.#starts.length) {
        throw new Error(`a text of more than ${this.#starts.length - 1} tokens`);
      }
      this.#codes[row] = this.#codes[row] * size + tokens[row];
      const at = (this.#starts[this.#lengths[row]] + this.#codes[row]) * size;
      this.logits.set(this.#parameters.flat.subarray(at, at + size), row * size);
      this.#lengths[row] += 1;
    }
  }

  copy(row: number, other: TextReader, from: number): void {
    if (!(other instanceof TableReader)) throw new Error("texts are copied between readers of one model");
    this.#lengths[row] = other.#lengths[from];
    this.#codes[row] = other.#codes[from];
  }

  close(): void {}
}
