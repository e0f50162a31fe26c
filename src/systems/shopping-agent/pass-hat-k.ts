// Whether every one of several tries succeeds: how far an assistant can be relied on, where pass@k asks whether it can succeed.

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

/** Mean of pass^k over questions with `answers` answers each, of which `right[q]` are right; NaN without questions. */
export function meanPassHatK(right: ArrayLike<number>, answers: number, k: number): number {
  let sum = 0;
  for (let q = 0; q < right.length; q++) sum += passHatK(answers, right[q], k);
  return sum / right.length;
}

/** Avg@k: mean share of right answers among the k of each question; NaN without questions. */
export function averageAtK(right: ArrayLike<number>, k: number): number {
  return meanPassHatK(right, k, 1);
}
