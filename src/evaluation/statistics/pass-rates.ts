// How often a model answers each prompt rightly, from a log of its tries: a matrix of passes and failures, one row for each
// prompt; whether one of several tries succeeds, as a verifier would find among k answers; and whether all of them do.

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

/**
 * 1 − C(n − c, k)/C(n, k): the chance that k of `answers` = n answers, drawn without replacement, hold at least one of the
 * `right` = c right ones. Over independent answers it is an unbiased estimate of pass@k (Chen et al., arXiv 2107.03374,
 * equation 1). Throws an Error where 1 ≤ k ≤ n or 0 ≤ c ≤ n is broken.
 */
export function passAtK(answers: number, right: number, k: number): number {
  if (!(k >= 1 && k <= answers)) throw new Error(`pass@${k} of ${answers} answers`);
  if (!(right >= 0 && right <= answers)) throw new Error(`${right} right ones among ${answers} answers`);
  // Each draw misses where those before it did; with fewer than k wrong answers a factor is 0.
  let missed = 1;
  for (let drawn = 0; drawn < k; drawn++) missed *= Math.max(0, answers - right - drawn) / (answers - drawn);
  return 1 - missed;
}

/** Mean of pass@k over questions with `answers` answers each, of which `right[q]` are right; NaN without questions. */
export function meanPassAtK(right: ArrayLike<number>, answers: number, k: number): number {
  let sum = 0;
  for (let q = 0; q < right.length; q++) sum += passAtK(answers, right[q], k);
  return sum / right.length;
}

/**
 * C(c, k)/C(n, k): the chance that all of k of `answers` = n answers, drawn without replacement, are among the `right` = c right
 * ones. Over independent answers it is an unbiased estimate of pass^k, the k-th power of the share of right answers (Yao et al.,
 * arXiv 2406.12045). Throws an Error where 1 ≤ k ≤ n or 0 ≤ c ≤ n is broken.
 */
export function passHatK(answers: number, right: number, k: number): number {
  if (!(k >= 1 && k <= answers)) throw new Error(`pass^${k} of ${answers} answers`);
  if (!(right >= 0 && right <= answers)) throw new Error(`${right} right ones among ${answers} answers`);
  let all = 1;
  for (let drawn = 0; drawn < k; drawn++) all *= Math.max(0, right - drawn) / (answers - drawn);
  return all;
}
