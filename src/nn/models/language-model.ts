// Interface of language models of any architecture: differentiable logits over whole batches, or incremental reading token by token during
// generation.

import type { Random } from "../../core/random.ts";
import type { np } from "../jax.ts";
import type { Parameters, TensorShape, Weights } from "../parameters.ts";

/** A network with outputs at every position of a text, as functions of external parameters. Token 0 is padding. */
export interface TextNetwork {
  readonly vocabulary: number;
  /** Context length: tokens of the longest text. */
  readonly context: number;
  readonly shapes: readonly TensorShape[];
  /** Networks with equal forms compute the same functions of parameters and texts. */
  readonly form?: string;
  /** Initialises all parameters. */
  initialise(parameters: Parameters, random: Random): void;
  /**
   * Outputs at every position of `texts` texts. `tokens` is one-hot, [texts·context × vocabulary], padded at the end; attention is causal.
   * Consumes both. → [texts·context × outputs]
   */
  logits(weights: Weights, tokens: np.Array, texts: number): np.Array;
}

/** A network whose outputs are the logits of the next token, [texts·context × vocabulary]. */
export interface LanguageModel extends TextNetwork {
  /** Width of a hidden state. */
  readonly width: number;
  /** Creates a reader of `rows` parallel texts, with the parameters as of each `refresh`. */
  reader(parameters: Parameters, rows: number): TextReader;
}

/** Incremental reader of texts, token by token, without recomputation of earlier tokens. */
export interface TextReader {
  readonly rows: number;
  /** Logits of the next token, [rows × vocabulary], for the text that each row has read; overwritten by the next read. */
  readonly logits: Float32Array;
  /** Hidden state at the last position of each row, [rows × width]; overwritten by the next read. */
  readonly hidden: Float32Array;
  /** Takes the current parameters and clears all texts. */
  refresh(): void;
  /** Clears all texts. */
  clear(): void;
  /** Row k reads `tokens[k]`, or nothing where it is negative. Throws an Error where a text would exceed the context. */
  read(tokens: Int32Array): void;
  /** Replaces the text of row `row` by that of row `from` in a reader of the same model. Logits are not copied. */
  copy(row: number, other: TextReader, from: number): void;
  close(): void;
}
