// The answers to one prompt, as they are read from a sorted log; arrays are reused for the next prompt.

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
  rows = new Float64Array(64);
  readonly pays: Float64Array[];
  /** Values of the pays' terms. */
  readonly terms: Float64Array[];

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

  begin(part: number, prompt: number, group: number): void {
    this.part = part;
    this.prompt = prompt;
    this.group = group;
    this.logged = 0;
    this.#size = 0;
    this.#drawn = 0;
  }

  /** Adds an answer and returns its place. */
  push(mass: number, row: number, want: number): number {
    const at = this.#place(mass, row, want);
    this.logged += mass;
    this.#drawn = this.#size;
    return at;
  }

  /** Leaves out logged rows that are known beside the log. */
  drop(rows: ReadonlySet<number>): void {
    let kept = 0;
    for (let k = 0; k < this.#size; k++) {
      if (rows.has(this.rows[k])) {
        this.logged -= this.#mass[k];
        continue;
      }
      for (const values of [this.#mass, this.#want, this.rows, ...this.pays, ...this.terms]) values[kept] = values[k];
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
    this.rows = wider(this.rows);
    for (const all of [this.pays, this.terms]) for (const [k, values] of all.entries()) all[k] = wider(values);
  }
}
