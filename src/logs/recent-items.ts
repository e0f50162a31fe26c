// Recent items of a log, such as its auctions, and the number of items that lack a skipped row.

/** Least number of recent items remembered of each kind. */
const HELD = 1_000_000;

/** A bounded set of recent items. */
export class RecentItems {
  /** Number of items with a valid row and a lost row. */
  lessened = 0;
  readonly #begun = new RecentNumbers();
  readonly #lost = new RecentNumbers();

  /** Whether the item has a valid row so far. */
  has(item: number): boolean {
    return this.#begun.has(item);
  }

  begin(item: number): void {
    this.#begun.add(item);
    if (this.#lost.has(item)) this.lessened += 1;
  }

  /** Records that a row of an item was skipped; NaN is no item. */
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
