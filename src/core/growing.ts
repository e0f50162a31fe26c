// Numbers whose count is not known beforehand, eight bytes each.

/** An array of numbers that grows. */
export class GrowingNumbers {
  #values = new Float64Array(1 << 10);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(2 * this.#length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length++] = value;
  }

  /** All that were added. */
  end(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}
