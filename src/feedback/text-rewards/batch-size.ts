// How many texts a reward is given at a time: few at first, so that a slow one loses little, and more as long as they take little time.

/** Texts of the first batch, and of the largest one. */
const FIRST = 4;
const MOST = 4096;
/** Milliseconds of a batch that are aimed at. */
const AIM = 1000;
/** Characters of a batch, about. */
const CHARACTERS = 4_000_000;

/** Cuts a list into batches, each as long as the time of the one before allows. */
export class BatchSize {
  #size = FIRST;

  /** Runs `work` on batches of `items`, one after the other. `weigh` is the characters of an item. */
  async each<T>(
    items: readonly T[],
    weigh: (item: T) => number,
    work: (batch: readonly T[]) => Promise<void>,
  ): Promise<void> {
    for (let begin = 0; begin < items.length; ) {
      let [end, characters] = [begin, 0];
      while (end < items.length && end - begin < this.#size && (end === begin || characters < CHARACTERS)) {
        characters += weigh(items[end]);
        end += 1;
      }
      const begun = performance.now();
      await work(items.slice(begin, end));
      const taken = Math.max(1, performance.now() - begun);
      const fitting = Math.floor(((end - begin) * AIM) / taken);
      this.#size = Math.max(1, Math.min(MOST, 2 * this.#size, fitting));
      begin = end;
    }
  }
}
