// Distribution of one party's numbers in a log as a step function: a seller's estimate of a bidder's values.

import type { KeptLog } from "./kept-log.ts";

/** An interval of numbers and the share of all numbers in it. */
export interface ValueBand {
  readonly low: number;
  readonly high: number;
  readonly share: number;
}

/** Number of intervals, each with the same number of values. */
const BANDS = 32;
/** A long log is sampled at this many evenly spaced places, with RECORDS records each. */
const PLACES = 64;
const RECORDS = 1024;
/** Logs with at most this many records are read completely. */
export const WHOLE = PLACES * RECORDS;

/**
 * Distribution of the positive numbers of a column and a party in the first `records` records, as ascending intervals; a party participates
 * where its number is positive. Empty where there are none.
 */
export function valueBands(log: KeptLog, column: number, party: number, records = log.records): ValueBand[] {
  const record = new Float64Array(log.width);
  const at = 1 + column * Math.max(1, log.parties.length) + party;
  const values: number[] = [];
  const whole = records <= WHOLE;
  for (let place = 0; place < (whole ? 1 : PLACES); place++) {
    const begin = Math.floor((place * (records - RECORDS)) / (PLACES - 1));
    for (let t = whole ? 0 : begin; t < (whole ? records : begin + RECORDS); t++) {
      log.read(t, record);
      if (record[at] > 0) values.push(record[at]);
    }
  }
  if (values.length === 0) return [];
  const sorted = Float64Array.from(values).sort();
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  // All values are equal, but an interval needs a positive width.
  if (least === most) return [{ low: least, high: least * (1 + 1e-6), share: 1 }];
  const bands: ValueBand[] = [];
  let [low, before] = [least, 0];
  for (let k = 1; k <= BANDS; k++) {
    const high = sorted[Math.ceil((k / BANDS) * sorted.length) - 1];
    if (high <= low) continue;
    let count = before;
    while (count < sorted.length && sorted[count] <= high) count += 1;
    bands.push({ low, high, share: (count - before) / sorted.length });
    [low, before] = [high, count];
  }
  return bands;
}

/** Quantile of a distribution that is uniform within each interval; NaN where it is empty. */
export function quantileOf(bands: readonly ValueBand[], share: number): number {
  let before = 0;
  for (const stretch of bands) {
    if (share <= before + stretch.share)
      return stretch.low + ((stretch.high - stretch.low) * (share - before)) / stretch.share;
    before += stretch.share;
  }
  return bands.at(-1)?.high ?? Number.NaN;
}
