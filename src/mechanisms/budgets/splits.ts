// Splits of a budget into equal parts, enumerated as discrete choices.

/** Number of ways to distribute equal parts over channels: (parts + channels − 1 over channels − 1). */
export function splitCount(channels: number, parts: number): number {
  let count = 1;
  for (let k = 1; k < channels; k++) count = (count * (parts + k)) / k;
  return Math.round(count);
}

/** All splits as shares, [splits][channels], in descending order of the first channel's share. */
export function allSplits(channels: number, parts: number): number[][] {
  const given = (left: number, places: number): number[][] =>
    places === 1
      ? [[left / parts]]
      : Array.from({ length: left + 1 }, (_, k) => left - k).flatMap((own) =>
          given(left - own, places - 1).map((rest) => [own / parts, ...rest]),
        );
  return given(parts, channels);
}

/**
 * Index of the split nearest to the given shares, among splits stored from `from` on, [splits × channels]; the first of equally near ones.
 */
export function nearestSplit(
  splits: ArrayLike<number>,
  from: number,
  count: number,
  wanted: ArrayLike<number>,
): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let split = 0; split < count; split++) {
    let distance = 0;
    for (let j = 0; j < wanted.length; j++) distance += (splits[from + split * wanted.length + j] - wanted[j]) ** 2;
    // The tolerance absorbs rounding errors of different summation orders.
    if (distance < least - 1e-12) [best, least] = [split, distance];
  }
  return best;
}
