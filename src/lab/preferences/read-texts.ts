// Texts with their own features and their beginnings and ends, which networks read; of a long file those of drawn prompts.

import { hash } from "node:crypto";
import { checksumOf } from "../../core/checksum.ts";
import { detached } from "../../core/text.ts";
import { moved, renumbered } from "./row-order.ts";

/** Texts of the comparisons on some of the prompts: on all where a file is short, else on drawn ones. */
export interface ReadTexts {
  /** Columns that are a text's own: all but the position, which is the last. */
  readonly width: number;
  /** [texts × width] */
  readonly features: Float32Array;
  /** What is kept of each prompt and text, [texts]. */
  readonly written: readonly KeptText[];
  /** Rows of the table whose texts are here, and the places of these, [rows of the table]; −1 where they are not. */
  readonly rows: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** A prompt and an answer, each without its middle where it is long. */
export interface KeptText {
  readonly prompt: string;
  readonly text: string;
}

/** Characters that are kept of the beginning of a text, and of its end. */
const KEPT = 1000;

const kept = (text: string): string =>
  text.length <= 2 * KEPT ? text : detached(`${text.slice(0, KEPT)}${text.slice(text.length - KEPT)}`);

/** Comparisons whose texts are read, about as many at most. */
export const MOST_READ = 5_000;

/** A number in [0, 1) for a prompt, which the order of rows does not change. */
export const placeOf = (prompt: string, salt: string): number =>
  checksumOf(new TextEncoder().encode(`${salt} ${prompt}`)).crc / 2 ** 32;

/**
 * Whether a prompt is drawn, so that of `rows` comparisons about `most` are; all are where these are no more. What is drawn by one salt must
 * not go together with `placeOf`, or with what is drawn by another: of a checksum a salt turns the same bits for every prompt.
 */
export const isAmong = (prompt: string, salt: string, most: number, rows: number): boolean =>
  rows <= most || Number.parseInt(hash("sha256", `${salt} ${prompt}`).slice(0, 8), 16) / 2 ** 32 < most / rows;

/** What is read off a text: its features, and the numbers of its words, each once. */
interface TextNumbers {
  readonly features: Float64Array;
  readonly words: Int32Array;
}

/** Features of texts, each text once. */
export class TextRows {
  readonly #width: number;
  readonly #places = new Map<number, number>();
  readonly #numbers: TextNumbers[] = [];
  readonly #written: KeptText[] = [];
  readonly #pairs: (readonly [number, number])[] = [];

  /** `width` is how many features there are beside words. */
  constructor(width: number) {
    this.#width = width;
  }

  /** The place of a text with this number; it is kept when it comes first. */
  placeOf(number: number, { features, words }: TextNumbers, { prompt, text }: KeptText): number {
    const known = this.#places.get(number);
    if (known !== undefined) return known;
    this.#numbers.push({ features: features.slice(), words });
    this.#written.push({ prompt: kept(prompt), text: kept(text) });
    this.#places.set(number, this.#places.size);
    return this.#places.size - 1;
  }

  add(pair: readonly [number, number]): void {
    this.#pairs.push(pair);
  }

  /**
   * Returns all texts, with as many words as are weighed; `places` has the place of a word among these, −1 for none. Pairs stand in the given
   * order, and texts in that of the pairs.
   */
  end(words: number, places: Int32Array, order: readonly number[]): ReadTexts {
    const pairs = order.map((k) => this.#pairs[k]);
    const texts = renumbered(pairs.flat(), this.#numbers.length);
    const width = this.#width + words;
    const features = new Float32Array(this.#numbers.length * width);
    for (const [k, own] of moved(this.#numbers, texts).entries()) {
      features.set(own.features, k * width);
      for (const word of own.words) if (places[word] >= 0) features[k * width + this.#width + places[word]] = 1;
    }
    return {
      ...{ width, features, written: moved(this.#written, texts) },
      rows: Int32Array.from(pairs.keys()).filter((row) => pairs[row][0] >= 0),
      first: Int32Array.from(pairs, ([first]) => texts[first] ?? -1),
      second: Int32Array.from(pairs, ([, second]) => texts[second] ?? -1),
    };
  }
}
