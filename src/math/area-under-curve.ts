// The area under the ROC curve, by sorting.

/**
 * Area under the ROC curve: the probability that a positive case has a higher score than a negative one, where ties count half (Mann &
 * Whitney). Null where either class is empty.
 */
export function areaUnderCurve(scores: ArrayLike<number>, actual: ArrayLike<boolean>): number | null {
  let positives = 0;
  for (let k = 0; k < scores.length; k++) if (actual[k]) positives += 1;
  const negatives = scores.length - positives;
  if (positives === 0 || negatives === 0) return null;
  // Sorting plain numbers is many times faster than sorting indices by their scores.
  const [so, not] = [new Float64Array(positives), new Float64Array(negatives)];
  for (let k = 0, p = 0; k < scores.length; k++) {
    if (actual[k]) so[p++] = scores[k];
    else not[k - p] = scores[k];
  }
  so.sort();
  not.sort();
  let [above, below, level] = [0, 0, 0];
  for (const score of so) {
    while (below < negatives && not[below] < score) below += 1;
    level = Math.max(level, below);
    while (level < negatives && not[level] === score) level += 1;
    above += below + (level - below) / 2;
  }
  return above / (positives * negatives);
}
