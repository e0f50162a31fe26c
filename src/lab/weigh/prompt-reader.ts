// The answers to one prompt, as they are read from a log in which those of a prompt stand together; arrays are reused for the next prompt.

import type { LoggedAnswers } from "../../evaluation/overoptimisation/pay-groups.ts";

/** Answers that are known beside the log, with their chances under its policy. */
export interface KnownAnswers {
  readonly mass: readonly number[];
  readonly want: readonly number[];
  /** [pays][answers] */
  readonly pays: readonly (readonly number[])[];
  /** Values of the pays' terms: [terms][answers] */
  readonly terms: readonly (readonly number[])[];
}

/** Answers of the prompt that is being read. */
export class PromptReader {
  part = -1;
  group = 0;
  /** Logged answers. */
  logged = 0;
  prompt = Number.NaN;
  #size = 0;
  #drawn = 0;
  #mass = new Float64Array(64);
  #want = new Float64Array(64);
  /** Numbers that are equal for equal texts. */
  #answer = new Float64Array(64);
  rows = new Float64Array(64);
  /** Whether a prompt so far had answers that are equal in all numbers and in their text. */
  hasEqual = false;
  readonly pays: Float64Array[];
  /** Values of the pays' terms. */
  readonly terms: Float64Array[];
  /** Order of the answers, and room to bring an array into it. */
  #order = new Uint32Array(64);
  #room = new Float64Array(64);

  constructor(pays: number, terms: number) {
    this.pays = Array.from({ length: pays }, () => new Float64Array(64));
    this.terms = Array.from({ length: terms }, () => new Float64Array(64));
  }

  get answers(): LoggedAnswers {
    return { size: this.#size, drawn: this.#drawn, mass: this.#mass, want: this.#want };
  }

  isOther(part: number, prompt: number): boolean {
    return part !== this.part || prompt !== this.prompt;
  }

  /** Begins a prompt; prompts come in order, so that those of a log that is not sorted are no figures. */
  begin(part: number, prompt: number, group: number): void {
    if (part < this.part || (part === this.part && prompt < this.prompt)) throw new Error("answers are not in order");
    this.part = part;
    this.prompt = prompt;
    this.group = group;
    this.logged = 0;
    this.#size = 0;
    this.#drawn = 0;
  }

  /** Adds a logged answer and returns its place. */
  push(answer: number, row: number, want: number): number {
    const at = this.#place(1, row, want);
    this.#answer[at] = answer;
    this.logged += 1;
    this.#drawn = this.#size;
    return at;
  }

  /**
   * Brings the answers into an order that the log's order does not change, and equal ones together, with their number as mass. Sums over them
   * are then the same to the last digit.
   */
  settle(): void {
    const order = this.#order.subarray(0, this.#size);
    for (let k = 0; k < order.length; k++) order[k] = k;
    order.sort((a, b) => this.#compared(a, b));
    for (const array of this.#arrays()) this.#arrange(array, order);
    let size = 0;
    for (let k = 0; k < order.length; k++) {
      if (size > 0 && this.#areEqual(size - 1, k)) {
        this.#mass[size - 1] += 1;
        this.hasEqual = true;
        continue;
      }
      if (size < k) for (const array of this.#arrays()) array[size] = array[k];
      this.#mass[size] = 1;
      size += 1;
    }
    this.#size = size;
    this.#drawn = size;
  }

  /** By all numbers, then by the text; of equal answers the first row counts. */
  #compared(a: number, b: number): number {
    const apart = this.#want[a] - this.#want[b];
    if (apart !== 0) return apart;
    for (const all of [this.pays, this.terms]) for (const one of all) if (one[a] !== one[b]) return one[a] - one[b];
    return this.#answer[a] - this.#answer[b] || this.rows[a] - this.rows[b];
  }

  #areEqual(a: number, b: number): boolean {
    if (this.#want[a] !== this.#want[b] || this.#answer[a] !== this.#answer[b]) return false;
    for (const all of [this.pays, this.terms]) for (const one of all) if (one[a] !== one[b]) return false;
    return true;
  }

  /** What answers have beside their mass. */
  #arrays(): Float64Array[] {
    return [this.#want, this.#answer, this.rows, ...this.pays, ...this.terms];
  }

  #arrange(array: Float64Array, order: Uint32Array): void {
    const room = this.#room;
    for (let k = 0; k < order.length; k++) room[k] = array[order[k]];
    array.set(room.subarray(0, order.length));
  }

  /** Leaves out logged rows that are known beside the log. */
  drop(rows: ReadonlySet<number>): void {
    let kept = 0;
    for (let k = 0; k < this.#size; k++) {
      if (rows.has(this.rows[k])) {
        this.logged -= this.#mass[k];
        continue;
      }
      for (const values of [this.#mass, ...this.#arrays()]) values[kept] = values[k];
      kept += 1;
    }
    this.#size = kept;
    this.#drawn = kept;
  }

  /** Adds known answers. The logged ones share what is left: a chance m is m/(1 − Σ m) of their number. */
  enter({ mass, want, pays, terms }: KnownAnswers, of: readonly number[]): void {
    const left = 1 - mass.reduce((sum, one) => sum + one, 0);
    for (const [k, chance] of mass.entries()) {
      const at = this.#place((chance * this.logged) / left, Number.NaN, want[k]);
      for (const [pay, own] of of.entries()) this.pays[pay][at] = pays[own][k];
      for (const [t, values] of terms.entries()) this.terms[t][at] = values[k];
    }
  }

  #place(mass: number, row: number, want: number): number {
    if (this.#size === this.#mass.length) this.#grow();
    this.#mass[this.#size] = mass;
    this.#want[this.#size] = want;
    this.rows[this.#size] = row;
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
    this.#answer = wider(this.#answer);
    this.rows = wider(this.rows);
    for (const all of [this.pays, this.terms]) for (const [k, values] of all.entries()) all[k] = wider(values);
    this.#order = new Uint32Array(this.#mass.length);
    this.#room = new Float64Array(this.#mass.length);
  }
}
