// Pass rates of a model from a log of its attempts, a matrix of passes and failures with one row per prompt: the rate of each prompt, the
// probability that one of several attempts succeeds (pass@k), and the probability that all do (pass^k).

/** Outcomes of the attempts at one prompt: true or 1 for a pass. */
export type Tries = ArrayLike<boolean | number>;

/** A prompt's row in the matrix and its pass rate. */
export interface PassRate {
  readonly prompt: number;
  readonly tries: number;
  readonly passed: number;
  /** Share of the attempts that passed; NaN without attempts. */
  readonly rate: number;
  /**
   * Standard error by the plug-in estimate √(p(1 − p)/n). It is 0 where all or none passed; the rate is then known only to be within about
   * 3/n of that end, with 95% confidence.
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
 * pass@k = 1 − C(n − c, k)/C(n, k): the probability that k of `answers` = n answers, drawn without replacement, contain at least one of the
 * `right` = c right ones. For independent answers it is an unbiased estimate of pass@k (Chen et al., arXiv 2107.03374, equation 1). Throws
 * an Error unless 1 ≤ k ≤ n and 0 ≤ c ≤ n.
 */
export function passAtK(answers: number, right: number, k: number): number {
  if (!(k >= 1 && k <= answers)) throw new Error(`pass@${k} of ${answers} answers`);
  if (!(right >= 0 && right <= answers)) throw new Error(`${right} right ones among ${answers} answers`);
  // Product of the conditional probabilities that each draw misses; with fewer than k wrong answers a factor is 0.
  let missed = 1;
  for (let drawn = 0; drawn < k; drawn++) missed *= Math.max(0, answers - right - drawn) / (answers - drawn);
  return 1 - missed;
}

/**
 * pass^k = C(c, k)/C(n, k): the probability that k of `answers` = n answers, drawn without replacement, are all among the `right` = c right
 * ones. For independent answers it is an unbiased estimate of the k-th power of the share of right answers (Yao et al., arXiv 2406.12045).
 * Throws an Error unless 1 ≤ k ≤ n and 0 ≤ c ≤ n.
 */
export function passHatK(answers: number, right: number, k: number): number {
  if (!(k >= 1 && k <= answers)) throw new Error(`pass^${k} of ${answers} answers`);
  if (!(right >= 0 && right <= answers)) throw new Error(`${right} right ones among ${answers} answers`);
  let all = 1;
  for (let drawn = 0; drawn < k; drawn++) all *= Math.max(0, right - drawn) / (answers - drawn);
  return all;
}
