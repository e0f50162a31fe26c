// Best-of-n on a log: what the best of n answers is worth, without bias, from more answers than n that were drawn of a prompt.

/**
 * Writes the weight of each answer in the mean over all choices of n among the logged answers to `into` [answers]: the chance that it is
 * the one that pays best. `mass` counts how often each answer was logged, N in all, and `order` sorts them by pay, the lowest first. With
 * F the number of logged answers up to a group of equal pay, and F₋ the number below it, the group has
 *
 *   (C(F, n) − C(F₋, n)) / C(N, n)
 *
 * and its answers share it by their mass. Its mean of any score is unbiased for the best of n fresh draws (Chen and others, arXiv
 * 2107.03374, for n = k of pass@k). Requires 1 ≤ n ≤ N, n whole.
 */
export function unbiasedBestOf(
  pay: ArrayLike<number>,
  mass: ArrayLike<number>,
  order: ArrayLike<number>,
  n: number,
  into: Float64Array,
): void {
  const answers = order.length;
  let total = 0;
  for (let k = 0; k < answers; k++) total += mass[order[k]];
  if (!(n >= 1 && n <= total)) throw new Error(`the best of ${n} among ${total} answers`);
  let upTo = 0;
  let below = 0;
  for (let from = 0; from < answers; ) {
    let to = from;
    let group = 0;
    for (; to < answers && pay[order[to]] === pay[order[from]]; to++) group += mass[order[to]];
    upTo += group;
    const chance = choiceShare(upTo, total, n);
    for (let k = from; k < to; k++) into[order[k]] = ((chance - below) * mass[order[k]]) / group;
    below = chance;
    from = to;
  }
}

/** C(a, n)/C(b, n): the chance that n of b, drawn without replacement, are all among a of them. */
function choiceShare(a: number, b: number, n: number): number {
  if (a < n) return 0;
  let share = 1;
  for (let i = 0; i < n; i++) share *= (a - i) / (b - i);
  return share;
}
