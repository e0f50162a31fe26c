// Columns that grow: what a cell collects before it is written. Numbers go to typed arrays, constants are kept once.

/** Doubles with room to grow. */
export class Column {
  #values: Float64Array;
  #length = 0;

  constructor(capacity = 256) {
    this.#values = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  get length(): number {
    return this.#length;
  }

  doubles(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  integers(): Int32Array {
    return Int32Array.from(this.doubles());
  }
}
