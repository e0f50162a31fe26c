// How well a score tells two kinds apart, whatever threshold is put on it.

/**
 * Area under the ROC curve: the probability that one of `wanted` scores above one of `others`, ties counting half (Mann &
 * Whitney). ½ for a score that says nothing; null where either is empty. O(n·m).
 */
export function areaUnderRoc(wanted: ArrayLike<number>, others: ArrayLike<number>): number | null {
  if (wanted.length === 0 || others.length === 0) return null;
  let above = 0;
  for (let i = 0; i < wanted.length; i++) {
    for (let j = 0; j < others.length; j++) {
      if (wanted[i] > others[j]) above += 1;
      else if (wanted[i] === others[j]) above += 0.5;
    }
  }
  return above / (wanted.length * others.length);
}
