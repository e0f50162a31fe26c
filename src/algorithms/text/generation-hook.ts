// A hook that is called before each character is written, with the logits and the hidden state that it is chosen by, its world, and the
// probability of any other text from here on.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { LanguageModel, TextReader } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";

/** A row is about to write a character. One object stands for every moment in turn. */
export interface GenerationStep {
  readonly row: number;
  /** Where the character will stand. */
  readonly place: number;
  /** How often the world has answered before. */
  readonly turn: number;
  /** Whether nothing was written since the question or the world's last answer. */
  readonly turnBegins: boolean;
  /** Row `at` of `logits` [… × vocabulary] and of `hidden` [… × width] are those that the character is chosen by. */
  readonly logits: Float32Array;
  readonly hidden: Float32Array;
  readonly at: number;
  /** The row's copy of the world. */
  readonly world: NumericEnvironment;
  /**
   * ln of the probability with which the model would write `tokens` from here on, by its unscaled logits; 0 for none. With
   * `except`, were the next character not to be that one.
   */
  logProbabilityOf(tokens: ArrayLike<number>, except?: number): number;
}

/** Sees every character before it is written. */
export type GenerationHook = (moment: GenerationStep) => void;

/** Moments of one writing after the other. */
export class GenerationSteps implements GenerationStep {
  row = 0;
  place = 0;
  turn = 0;
  turnBegins = true;
  at = 0;
  logits: Float32Array;
  hidden: Float32Array;
  world: NumericEnvironment;
  readonly #model: LanguageModel;
  readonly #parameters: Parameters;
  #reader: TextReader;
  /** Reads what is not written; made when first asked for. */
  #aside: TextReader | undefined;
  #fresh = false;

  constructor(model: LanguageModel, parameters: Parameters, reader: TextReader, world: NumericEnvironment) {
    this.#model = model;
    this.#parameters = parameters;
    this.#reader = reader;
    this.logits = reader.logits;
    this.hidden = reader.hidden;
    this.world = world;
  }

  /** The parameters may have changed. */
  refresh(): void {
    this.#fresh = false;
  }

  /** Row `at` of `reader` has read what stands before this moment. */
  stands(reader: TextReader, at: number): void {
    this.#reader = reader;
    this.at = at;
  }

  logProbabilityOf(tokens: ArrayLike<number>, except?: number): number {
    if (tokens.length === 0) return 0;
    const { vocabulary } = this.#model;
    let sum = logShare(this.logits, this.at * vocabulary, vocabulary, tokens[0], except);
    if (tokens.length === 1) return sum;
    this.#aside ??= this.#model.reader(this.#parameters, 1);
    if (!this.#fresh) this.#aside.refresh();
    this.#fresh = true;
    this.#aside.copy(0, this.#reader, this.at);
    const next = new Int32Array(1);
    for (let k = 1; k < tokens.length; k++) {
      next[0] = tokens[k - 1];
      this.#aside.read(next);
      sum += logShare(this.#aside.logits, 0, vocabulary, tokens[k]);
    }
    return sum;
  }

  close(): void {
    this.#aside?.close();
  }
}

/** ln of the share of `token` in the distribution of `size` logits, or in that of all but `except`. */
export function logShare(logits: Float32Array, offset: number, size: number, token: number, except?: number): number {
  if (token === except) return -Infinity;
  const out = except === undefined ? -1 : offset + except;
  let most = -Infinity;
  for (let k = offset; k < offset + size; k++) if (logits[k] > most && k !== out) most = logits[k];
  let total = 0;
  for (let k = offset; k < offset + size; k++) if (k !== out) total += Math.exp(logits[k] - most);
  return logits[offset + token] - most - Math.log(total);
}
