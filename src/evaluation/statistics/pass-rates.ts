// How often a model answers each prompt rightly, from a log of its tries: a matrix of passes and failures, one row for each
// prompt. Whose log it is does not matter.

/** Which tries at one prompt passed its tests. */
export type Tries = ArrayLike<boolean | number>;

/** A prompt's place in the matrix, and how often it was answered rightly. */
export interface PassRate {
  readonly prompt: number;
  readonly tries: number;
  readonly passed: number;
  /** Share of the tries that passed; NaN without tries. */
  readonly rate: number;
  /**
   * Its standard error by the plug-in estimate √(p(1 − p)/n), which is 0 where all or none passed: then the rate is only known
   * to be within about 3/n of that end, with 95% confidence.
   */
  readonly error: number;
}

/** Pass rates of all prompts, in their order. */
export function passRates(matrix: readonly Tries[]): PassRate[] {
  return matrix.map((row, prompt) => {
    let passed = 0;
    for (let k = 0; k < row.length; k++) if (row[k]) passed += 1;
    const rate = passed / row.length;
    return { prompt, tries: row.length, passed, rate, error: Math.sqrt((rate * (1 - rate)) / row.length) };
  });
}

/**
 * The largest rate under which a prompt that none of `tries` tries solved would be left unsolved with chance `doubt`:
 * 1 − doubt^(1/n), about 3/n at 0.05. What "never solved" means after so many tries.
 */
export function largestUnseenRate(tries: number, doubt = 0.05): number {
  return 1 - doubt ** (1 / tries);
}
