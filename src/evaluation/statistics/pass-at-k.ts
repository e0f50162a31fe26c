// Whether one of several tries succeeds: what a verifier, or a person who picks the best, would find among k answers.

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
