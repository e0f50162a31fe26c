// A column of doubles that grows.

/** Doubles with room to grow. */
export class Column {
  #values = new Float64Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** What it holds, until the next push. */
  doubles(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  /** Leaves it empty, with its room. */
  clear(): void {
    this.#length = 0;
  }
}
