// Numbers words of texts in the order in which they first occur. For ASCII texts no string is made per word: in a long file that would cost
// more than all counting.

import { wordsOf } from "./words.ts";

/** Lower-case code of each ASCII letter and digit; 0 for characters that separate words. */
const LOWER = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-zA-Z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Numbers, from 0, of the words that `wordsOf` returns. */
export class WordNumbers {
  /** Character codes of all words, concatenated, and the offset of each. The next word begins at the last offset. */
  #codes = new Uint16Array(1 << 14);
  #begin = new Int32Array(1 << 11);
  #hashes = new Int32Array(1 << 11);
  #size = 0;
  /** An open-addressing hash table of number + 1, at most half full; 0 is free. */
  #slots = new Int32Array(1 << 12);
  #read = new Int32Array(1 << 8);

  /** Number of distinct words. */
  get size(): number {
    return this.#size;
  }

  /** Returns the numbers of a text's words, in order. The array is valid until the next call. */
  read(text: string): Int32Array {
    // Each word but the last is followed by a separator, so a text has at most half as many words as characters.
    if (text.length >= 2 * this.#read.length) this.#read = new Int32Array(text.length);
    const count = this.#readPlain(text);
    return this.#read.subarray(0, count < 0 ? this.#readAny(text) : count);
  }

  /** Returns all words in the order of their numbers. */
  words(): string[] {
    return Array.from({ length: this.#size }, (_, word) => {
      const [from, to] = [this.#begin[word], this.#begin[word + 1]];
      return Buffer.from(this.#codes.buffer, 2 * from, 2 * (to - from)).toString("utf16le");
    });
  }

  /** Returns the number of words of an ASCII text; −1 for other texts. */
  #readPlain(text: string): number {
    let count = 0;
    let end = this.#begin[this.#size];
    this.#holdCodes(end + text.length);
    const codes = this.#codes;
    let hash = 0;
    const { length } = text;
    for (let k = 0; k <= length; k++) {
      const code = k < length ? text.charCodeAt(k) : 0;
      if (code > 127) return -1;
      const lower = LOWER[code];
      if (lower !== 0) {
        codes[end++] = lower;
        hash = Math.imul(hash ^ lower, 0x01000193);
      } else if (end > this.#begin[this.#size]) {
        this.#read[count++] = this.#numberOf(hash, end);
        end = this.#begin[this.#size];
        hash = 0;
      }
    }
    return count;
  }

  #readAny(text: string): number {
    const words = wordsOf(text);
    if (words.length > this.#read.length) this.#read = new Int32Array(words.length);
    for (const [k, word] of words.entries()) {
      const begin = this.#begin[this.#size];
      this.#holdCodes(begin + word.length);
      let hash = 0;
      for (let c = 0; c < word.length; c++) {
        const code = word.charCodeAt(c);
        this.#codes[begin + c] = code;
        hash = Math.imul(hash ^ code, 0x01000193);
      }
      this.#read[k] = this.#numberOf(hash, begin + word.length);
    }
    return words.length;
  }

  /** Returns the number of the word that was appended to the codes, up to `end`. A new word stays there. */
  #numberOf(hash: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const word = this.#slots[slot] - 1;
      if (this.#hashes[word] === hash && this.#isLast(word, end)) return word;
    }
    const word = this.#size;
    this.#slots[slot] = word + 1;
    this.#size += 1;
    if (this.#size === this.#hashes.length) {
      this.#begin = longer(this.#begin);
      this.#hashes = longer(this.#hashes);
    }
    this.#hashes[word] = hash;
    this.#begin[word + 1] = end;
    if (2 * this.#size > this.#slots.length) this.#rehash();
    return word;
  }

  #isLast(word: number, end: number): boolean {
    const last = this.#begin[this.#size];
    const begin = this.#begin[word];
    if (this.#begin[word + 1] - begin !== end - last) return false;
    for (let k = last, at = begin; k < end; k++, at++) if (this.#codes[k] !== this.#codes[at]) return false;
    return true;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let word = 0; word < this.#size; word++) {
      const hash = this.#hashes[word];
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
    this.#slots = slots;
  }

  #holdCodes(most: number): void {
    if (most <= this.#codes.length) return;
    const codes = new Uint16Array(2 * most);
    codes.set(this.#codes);
    this.#codes = codes;
  }
}

function longer(values: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * values.length);
  copy.set(values);
  return copy;
}
