// Splits of a budget into equal parts, as choices: for a player that names one of a few.

/** Ways to give so many equal parts to so many channels: (parts + channels − 1 over channels − 1). */
export function splitCount(channels: number, parts: number): number {
  let count = 1;
  for (let k = 1; k < channels; k++) count = (count * (parts + k)) / k;
  return Math.round(count);
}

/** All of them as shares, [splits][channels]; what the first channel is given falls. */
export function allSplits(channels: number, parts: number): number[][] {
  const given = (left: number, places: number): number[][] =>
    places === 1
      ? [[left / parts]]
      : Array.from({ length: left + 1 }, (_, k) => left - k).flatMap((own) =>
          given(left - own, places - 1).map((rest) => [own / parts, ...rest]),
        );
  return given(parts, channels);
}

/** Of splits that stand from `from` on, [splits × channels], the one whose shares are nearest to those wanted; of equal ones the first. */
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
    // Sums in another order differ in their last bits.
    if (distance < least - 1e-12) [best, least] = [split, distance];
  }
  return best;
}
