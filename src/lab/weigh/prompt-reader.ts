// The answers to one prompt, as they are read from a log in which those of a prompt stand together; arrays are reused for the next prompt.

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
  /** Numbers that are equal for equal texts. */
  #answer = new Float64Array(64);
  rows = new Float64Array(64);
  readonly pays: Float64Array[];
  /** Order of the answers, and room to bring an array into it. */
  #order = new Uint32Array(64);
  #room = new Float64Array(64);

  constructor(pays: number) {
    this.pays = Array.from({ length: pays }, () => new Float64Array(64));
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

  /** Adds a logged answer and returns its place. */
  push(answer: number, row: number, want: number): number {
    if (this.#size === this.#mass.length) this.#grow();
    this.#mass[this.#size] = 1;
    this.#want[this.#size] = want;
    this.#answer[this.#size] = answer;
    this.rows[this.#size] = row;
    this.logged += 1;
    return this.#size++;
  }

  /**
   * Brings the answers into an order that the log's order does not change, and equal ones together, with their number as mass. Sums over them
   * are then the same to the last digit.
   */
  settle(): void {
    const order = this.#order.subarray(0, this.#size);
    for (let k = 0; k < order.length; k++) order[k] = k;
    order.sort((a, b) => this.#compared(a, b));
    for (const array of [this.#want, this.#answer, this.rows, ...this.pays]) this.#arrange(array, order);
    let size = 0;
    for (let k = 0; k < order.length; k++) {
      if (size > 0 && this.#areEqual(size - 1, k)) {
        this.#mass[size - 1] += 1;
        continue;
      }
      if (size < k) for (const array of [this.#want, this.#answer, this.rows, ...this.pays]) array[size] = array[k];
      this.#mass[size] = 1;
      size += 1;
    }
    this.#size = size;
  }

  /** By all numbers, then by the text; of equal answers the first row counts. */
  #compared(a: number, b: number): number {
    const apart = this.#want[a] - this.#want[b];
    if (apart !== 0) return apart;
    for (const pay of this.pays) if (pay[a] !== pay[b]) return pay[a] - pay[b];
    return this.#answer[a] - this.#answer[b] || this.rows[a] - this.rows[b];
  }

  #areEqual(a: number, b: number): boolean {
    if (this.#want[a] !== this.#want[b] || this.#answer[a] !== this.#answer[b]) return false;
    for (const pay of this.pays) if (pay[a] !== pay[b]) return false;
    return true;
  }

  #arrange(array: Float64Array, order: Uint32Array): void {
    const room = this.#room;
    for (let k = 0; k < order.length; k++) room[k] = array[order[k]];
    array.set(room.subarray(0, order.length));
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
    for (const [k, pay] of this.pays.entries()) this.pays[k] = wider(pay);
    this.#order = new Uint32Array(this.#mass.length);
    this.#room = new Float64Array(this.#mass.length);
  }
}
