// What was asked and what was answered, in the order of asking: pairs by the difference of their features.

/** A log that grows. */
export interface PreferenceLog {
  readonly dimension: number;
  readonly size: number;
  /** φ(first) − φ(second), row by row, [capacity × dimension]; another array after `add` may have grown it. */
  readonly differences: Float64Array;
  /** 1 where the first was preferred, 0 where the second was, [capacity]. */
  readonly answers: Uint8Array;
  add(difference: ArrayLike<number>, firstPreferred: boolean): void;
}

/** An empty log of pairs with `dimension` features. */
export function preferenceLog(dimension: number): PreferenceLog {
  let differences = new Float64Array(64 * dimension);
  let answers = new Uint8Array(64);
  let size = 0;
  return {
    dimension,
    get size() {
      return size;
    },
    get differences() {
      return differences;
    },
    get answers() {
      return answers;
    },
    add(difference, firstPreferred) {
      if (difference.length !== dimension) throw new Error(`${difference.length} features of ${dimension}`);
      if (size === answers.length) {
        const [wider, longer] = [new Float64Array(2 * differences.length), new Uint8Array(2 * size)];
        wider.set(differences);
        longer.set(answers);
        [differences, answers] = [wider, longer];
      }
      differences.set(difference, size * dimension);
      answers[size] = firstPreferred ? 1 : 0;
      size += 1;
    },
  };
}
