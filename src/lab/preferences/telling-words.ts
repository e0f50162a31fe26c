// Words that stand in one of two texts alone, pair by pair, and those of them that most often do: models weigh these.

import { WordNumbers } from "../../core/word-numbers.ts";
import type { WordCounts } from "../../feedback/preferences/text-features.ts";

/** Words that models weigh, at most. */
const MOST_WORDS = 100;
/** Pairs in which a word must tell the texts apart, at least. */
const RAREST = 20;

/** Words of texts by numbers, and of each pair those that tell its texts apart. */
export class TellingWords {
  readonly #numbers = new WordNumbers();
  /** Of each word: pairs that it tells apart, and the last pair that had it in its first, and in its second text, from 1; 0 for none. */
  #pairs = new Int32Array(1 << 12);
  #inFirst = new Int32Array(1 << 12);
  #inSecond = new Int32Array(1 << 12);
  /** Of each word: the last prompt in which it stood, from 1. */
  #inPrompt = new Int32Array(1 << 12);
  #read = 0;
  /** Before the first prompt no word is of one: 0 is that of words in none. */
  #prompts = 1;
  /** Words of the last pair's texts, each once. */
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  /** Of the kept pairs, one after the other: word + 1 of the first text alone, −(word + 1) of the second; and where each pair ends. */
  #kept = new Int32Array(1 << 16);
  readonly #ends: number[] = [];

  /** Reads the words of a prompt, which the next pairs are on. */
  ask(prompt: string): void {
    this.#prompts += 1;
    for (const word of this.#numbersOf(prompt)) this.#inPrompt[word] = this.#prompts;
  }

  /** Reads the words of both texts of a pair; how many there are. */
  read(first: string, second: string): readonly [first: WordCounts, second: WordCounts] {
    this.#read += 1;
    return [this.#readText(first, this.#first, false), this.#readText(second, this.#second, true)];
  }

  #readText(text: string, different: number[], isSecond: boolean): WordCounts {
    different.length = 0;
    const words = this.#numbersOf(text);
    const last = isSecond ? this.#inSecond : this.#inFirst;
    let fromPrompt = 0;
    for (const number of words) {
      if (this.#inPrompt[number] === this.#prompts) fromPrompt += 1;
      if (last[number] === this.#read) continue;
      last[number] = this.#read;
      different.push(number);
    }
    return { all: words.length, different: different.length, shared: fromPrompt };
  }

  /** Counts the words that tell the texts of the pair apart that was read last. */
  count(): void {
    const last = this.#read;
    for (const word of this.#first) if (this.#inSecond[word] !== last) this.#pairs[word] += 1;
    for (const word of this.#second) if (this.#inFirst[word] !== last) this.#pairs[word] += 1;
  }

  /** Keeps them; the number of the pair among those that are kept. */
  keep(): number {
    const last = this.#read;
    let end = this.#ends.at(-1) ?? 0;
    const most = end + this.#first.length + this.#second.length;
    if (most > this.#kept.length) this.#kept = longer(this.#kept, Math.max(most, Math.ceil(1.5 * this.#kept.length)));
    for (const word of this.#first) if (this.#inSecond[word] !== last) this.#kept[end++] = word + 1;
    for (const word of this.#second) if (this.#inFirst[word] !== last) this.#kept[end++] = -word - 1;
    return this.#ends.push(end) - 1;
  }

  /** Numbers of the words of the texts that were read last, each once. */
  get last(): { readonly first: Int32Array; readonly second: Int32Array } {
    return { first: Int32Array.from(this.#first), second: Int32Array.from(this.#second) };
  }

  /** The words that most often tell texts apart, and the place of each among them by its number, −1 of others. */
  most(): { readonly words: readonly string[]; readonly places: Int32Array } {
    const ranked = this.#numbers
      .words()
      .map((word, number) => ({ word, number, pairs: this.#pairs[number] }))
      .filter(({ pairs }) => pairs >= RAREST)
      .sort((a, b) => b.pairs - a.pairs || (a.word < b.word ? -1 : 1))
      .slice(0, MOST_WORDS);
    const places = new Int32Array(this.#numbers.size).fill(-1);
    for (const [place, { number }] of ranked.entries()) places[number] = place;
    return { words: ranked.map(({ word }) => word), places };
  }

  /** Writes what tells the texts of a kept pair apart to `into` from `at` on: 1 for a word of the first alone, −1 of the second. */
  write(pair: number, places: Int32Array, into: Float64Array, at: number): void {
    for (let k = this.#ends[pair - 1] ?? 0; k < this.#ends[pair]; k++) {
      const place = places[Math.abs(this.#kept[k]) - 1];
      if (place >= 0) into[at + place] = Math.sign(this.#kept[k]);
    }
  }

  /** The words of a text by numbers, with room for each in what is counted of words. */
  #numbersOf(text: string): Int32Array {
    const words = this.#numbers.read(text);
    const { size } = this.#numbers;
    if (size > this.#pairs.length) {
      this.#pairs = longer(this.#pairs, 2 * size);
      this.#inFirst = longer(this.#inFirst, 2 * size);
      this.#inSecond = longer(this.#inSecond, 2 * size);
      this.#inPrompt = longer(this.#inPrompt, 2 * size);
    }
    return words;
  }
}

function longer(values: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(values);
  return copy;
}
