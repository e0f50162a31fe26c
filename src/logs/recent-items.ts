// The items of a log that were read not long ago, such as its auctions, and how many of them lack a row that is bad.

/** Held at least of each kind, or all where there are fewer. */
const HELD = 1_000_000;

/** The items of a while. */
export class RecentItems {
  /** Items that were begun, and that a row was lost of. */
  lessened = 0;
  readonly #begun = new RecentNumbers();
  readonly #lost = new RecentNumbers();

  /** Whether it was begun. */
  has(item: number): boolean {
    return this.#begun.has(item);
  }

  begin(item: number): void {
    this.#begun.add(item);
    if (this.#lost.has(item)) this.lessened += 1;
  }

  /** Notes that a row of an item is left out; NaN is none. */
  lose(item: number): void {
    if (Number.isNaN(item) || this.#lost.has(item)) return;
    this.#lost.add(item);
    if (this.#begun.has(item)) this.lessened += 1;
  }
}

class RecentNumbers {
  #young = new Set<number>();
  #old = new Set<number>();

  has(item: number): boolean {
    return this.#young.has(item) || this.#old.has(item);
  }

  add(item: number): void {
    if (this.#young.size >= HELD) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(item);
  }
}
