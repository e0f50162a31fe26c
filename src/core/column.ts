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

  /** Returns a view of the values. It is valid until the next push. */
  doubles(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  /** Removes all values and keeps the allocated memory. */
  clear(): void {
    this.#length = 0;
  }
}
