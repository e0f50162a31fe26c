// Questions that one model made up and another one is to practise later: those that it got right sometimes, and not always.

/** A question in the buffer, with the share of answers that agreed when it was new. */
export interface Kept<T> {
  readonly question: T;
  readonly agreement: number;
}

/** A buffer that nothing leaves (the rule that would drop what is learnt is switched off in the code of arXiv 2511.11881). */
export class QuestionBuffer<T> {
  readonly kept: Kept<T>[] = [];
  /** Which of them is taken next. */
  next = 0;
  readonly #low: number;
  readonly #high: number;

  /** Admits agreement between `low` and `high`, and neither of them. */
  constructor(low: number, high: number) {
    this.#low = low;
    this.#high = high;
  }

  /** Whether it was admitted. */
  add(question: T, agreement: number): boolean {
    const admitted = agreement > this.#low && agreement < this.#high;
    if (admitted) this.kept.push({ question, agreement });
    return admitted;
  }

  /** The next `count` in the order of their coming, round and round; none where there are none. */
  take(count: number): T[] {
    if (this.kept.length === 0) return [];
    return Array.from({ length: count }, () => {
      this.next %= this.kept.length;
      return this.kept[this.next++].question;
    });
  }
}
