// The answers to one prompt, as they are read from a sorted log; arrays are reused for the next prompt.

import type { LoggedAnswers } from "../../evaluation/overoptimisation/prompt-sums.ts";

/** Answers of the prompt that is being read. */
export class PromptReader {
  part = -1;
  group = 0;
  /** Logged answers. */
  logged = 0;
  #prompt = Number.NaN;
  #size = 0;
  #mass = new Float64Array(64);
  #want = new Float64Array(64);
  rows = new Float64Array(64);
  readonly pays: Float64Array[];
  /** Values of the pays' terms. */
  readonly terms: Float64Array[];

  constructor(pays: number, terms: number) {
    this.pays = Array.from({ length: pays }, () => new Float64Array(64));
    this.terms = Array.from({ length: terms }, () => new Float64Array(64));
  }

  get answers(): LoggedAnswers {
    return { size: this.#size, mass: this.#mass, want: this.#want };
  }

  isOther(part: number, prompt: number): boolean {
    return part !== this.part || prompt !== this.#prompt;
  }

  begin(part: number, prompt: number, group: number): void {
    this.part = part;
    this.#prompt = prompt;
    this.group = group;
    this.logged = 0;
    this.#size = 0;
  }

  /** Adds an answer and returns its place. */
  push(mass: number, row: number, want: number): number {
    if (this.#size === this.#mass.length) this.#grow();
    this.#mass[this.#size] = mass;
    this.#want[this.#size] = want;
    this.rows[this.#size] = row;
    this.logged += mass;
    return this.#size++;
  }

  #grow(): void {
    const wider = (before: Float64Array): Float64Array<ArrayBuffer> => {
      const after = new Float64Array(2 * before.length);
      after.set(before);
      return after;
    };
    this.#mass = wider(this.#mass);
    this.#want = wider(this.#want);
    this.rows = wider(this.rows);
    for (const all of [this.pays, this.terms]) for (const [k, values] of all.entries()) all[k] = wider(values);
  }
}
