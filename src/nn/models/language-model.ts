// What every model of text is, of any architecture: probabilities of the next token, to be differentiated over whole
// batches, or read off one token at a time while texts are written.

import type { Random } from "../../core/random.ts";
import type { np } from "../jax.ts";
import type { Parameters, TensorShape, Weights } from "../parameters.ts";

/** A network that says some numbers at every place of a text, as functions over parameters that are held elsewhere. Token 0 pads texts. */
export interface TextNetwork {
  readonly vocabulary: number;
  /** Tokens in the longest text. */
  readonly context: number;
  readonly shapes: readonly TensorShape[];
  /** Networks of one form compute the same functions of parameters and texts. */
  readonly form?: string;
  /** Draws first values of all parameters. */
  initialise(parameters: Parameters, random: Random): void;
  /**
   * The numbers at every place of `texts` texts. `tokens` is one-hot, [texts·context × vocabulary], padding at the end; a place sees itself
   * and what stands before it. Consumes both. → [texts·context × outputs]
   */
  logits(weights: Weights, tokens: np.Array, texts: number): np.Array;
}

/** A network whose numbers are the logits of the next token, [texts·context × vocabulary]. */
export interface LanguageModel extends TextNetwork {
  /** Numbers in a hidden state. */
  readonly width: number;
  /** Reads `rows` texts side by side with parameters as they are at each `refresh`. */
  reader(parameters: Parameters, rows: number): TextReader;
}

/** Texts that are read one token at a time, so that what was read is never read again. */
export interface TextReader {
  readonly rows: number;
  /** [rows × vocabulary] of the token after the last one that each row has read; the next reading overwrites it. */
  readonly logits: Float32Array;
  /** [rows × width] at the last place of each row; the next reading overwrites it. */
  readonly hidden: Float32Array;
  /** Takes the parameters as they are now, and forgets all texts. */
  refresh(): void;
  /** Forgets all texts. */
  clear(): void;
  /** Row k reads `tokens[k]`, or nothing where it is below 0. Throws an Error where a text would be longer than the context. */
  read(tokens: Int32Array): void;
  /** Row `row` forgets its text and has read what row `from` of a reader of the same model has. Logits are not copied. */
  copy(row: number, other: TextReader, from: number): void;
  close(): void;
}
