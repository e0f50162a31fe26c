import { expect, test } from "vitest";
import { madeBids, wins } from "../../../test/fixtures/own-bids.ts";
import { levelWatch } from "../../algorithms/training-measures.ts";
import { mean } from "./moments.ts";
import { kaplanMeier, massUpTo, meanUpTo, shareAbove, survivalQuantile } from "./survival.ts";

// Remission in weeks under 6-MP (Freireich et al., 1963), a textbook data set; negative times are censored.
const WEEKS = [6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35];
const remission = kaplanMeier(
  WEEKS.map(Math.abs),
  WEEKS.map((week) => week > 0),
);
const rounded = (values: ArrayLike<number>, digits: number) =>
  Array.from(values, (value) => Number(value.toFixed(digits)));

test("the published curve of Freireich's patients, with Greenwood's errors", () => {
  expect([remission.n, remission.seen, remission.until]).toEqual([21, 9, 35]);
  expect([...remission.at]).toEqual([6, 7, 10, 13, 16, 22, 23]);
  // Klein & Moeschberger (2003), table 4.1A.
  expect(rounded(remission.above, 3)).toEqual([0.857, 0.807, 0.753, 0.69, 0.627, 0.538, 0.448]);
  expect(rounded(remission.error, 3)).toEqual([0.076, 0.087, 0.096, 0.107, 0.114, 0.128, 0.135]);
});

test("bounds, median and restricted mean equal those of SAS and R", () => {
  // LIFETEST of SAS and survfit(conf.type = "log-log") of R.
  expect(rounded(remission.low, 3)).toEqual([0.62, 0.563, 0.503, 0.432, 0.368, 0.268, 0.188]);
  expect(rounded(remission.high, 3)).toEqual([0.952, 0.923, 0.889, 0.849, 0.805, 0.747, 0.68]);
  expect(survivalQuantile(remission, 0.5)).toEqual({ mean: 23, low: 13, high: null, n: 21 });
  const { mean: weeks, low, high } = meanUpTo(remission, 35);
  expect(weeks).toBeCloseTo(23.29, 2);
  expect(((high ?? 0) - (low ?? 0)) / 2 / 1.959964).toBeCloseTo(2.83, 2);
});

test("the curve is constant between steps, 1 before the first, and undefined beyond the last value", () => {
  expect(shareAbove(remission, 5.9)).toEqual({ mean: 1, low: null, high: null, n: 21 });
  expect(shareAbove(remission, 6.5).mean).toBeCloseTo(18 / 21, 12);
  expect(shareAbove(remission, 35).mean).toBeCloseTo(0.448, 3);
  expect(shareAbove(remission, 35.1).mean).toBeNull();
  expect(meanUpTo(remission, 36).mean).toBeNull();
  expect(shareAbove(kaplanMeier([], []), 1)).toEqual({ mean: null, low: null, high: null, n: 0 });
  expect(kaplanMeier([3], [false])).toMatchObject({ n: 1, seen: 0, until: 3 });
});

test("without censoring it is the share of larger values, and the mean is the sample mean", () => {
  const values = [3, 1, 2, 2, 7];
  const curve = kaplanMeier(
    values,
    values.map(() => true),
  );
  expect([...curve.at]).toEqual([1, 2, 3, 7]);
  expect(rounded(curve.above, 12)).toEqual([0.8, 0.4, 0.2, 0]);
  // Greenwood's error of a share is the binomial's; at a share of 0 the error is 0, and the upper bound is that of the step before.
  expect(curve.error[1]).toBeCloseTo(Math.sqrt((0.4 * 0.6) / 5), 12);
  expect([curve.low[3], curve.high[3]]).toEqual([0, curve.high[2]]);
  expect(meanUpTo(curve, 7).mean).toBeCloseTo(mean(values), 12);
  expect(meanUpTo(curve, 100).mean).toBeCloseTo(mean(values), 12);
  const mass = massUpTo(curve);
  expect(mass(2).sum / mass(2).share).toBeCloseTo((1 + 2 + 2) / 3, 12);
  expect(mass(0.5)).toEqual({ share: 0, sum: 0 });
  expect(mass(99).sum).toBeCloseTo(3, 12);
});

test("censored prices of lost auctions: the curve recovers their distribution, unlike the known prices alone", () => {
  const log = madeBids(20_000, 901);
  const curve = kaplanMeier(
    log.map(({ won, price, bid }) => (won ? price : bid)),
    log.map(({ won }) => won),
  );
  const known = log.flatMap(({ won, price }) => (won ? [price] : []));
  for (const price of [0.2, 0.6, 1, 1.5]) {
    const { mean: above, low, high } = shareAbove(curve, price);
    expect(Math.abs((above ?? 0) - Math.exp(-price))).toBeLessThan(0.02);
    expect((low ?? 1) < Math.exp(-price) && (high ?? 0) > Math.exp(-price)).toBe(true);
    // The bias of the naive share of known prices below a bid exceeds the estimate's error tenfold.
    expect(known.filter((one) => one <= price).length / known.length - wins(price)).toBeGreaterThan(0.1);
  }
  // E min(price, 1.6) = 1 − e^−1.6.
  const up = meanUpTo(curve, 1.6);
  expect((up.low ?? 1) < wins(1.6) && (up.high ?? 0) > wins(1.6)).toBe(true);
  expect(mean(known)).toBeLessThan(0.6 * wins(1.6));
});

test("bounds have their nominal coverage", () => {
  let [held, means] = [0, 0];
  const trials = 600;
  for (let trial = 0; trial < trials; trial++) {
    const log = madeBids(150, 1000 + trial);
    const curve = kaplanMeier(
      log.map(({ won, price, bid }) => (won ? price : bid)),
      log.map(({ won }) => won),
    );
    const { low, high } = shareAbove(curve, 1);
    if ((low ?? 1) < Math.exp(-1) && (high ?? 0) > Math.exp(-1)) held += 1;
    const up = meanUpTo(curve, 1.6);
    if ((up.low ?? 2) < wins(1.6) && (up.high ?? 0) > wins(1.6)) means += 1;
  }
  for (const share of [held / trials, means / trials]) {
    expect(share).toBeGreaterThan(0.925);
    expect(share).toBeLessThan(0.975);
  }
});

test("invalid samples are rejected", () => {
  expect(() => kaplanMeier([1, 2], [true])).toThrow("2 values, and of 1 it is said");
  expect(() => kaplanMeier([1, Number.NaN], [true, true])).toThrow("NaN is no value");
});

test("episodes until a level, cut at the end of the training, have the restricted mean of the curve as their mean", () => {
  const most = 60;
  const reached = [12, 25, 25, 41, undefined, undefined];
  const until = reached.map((first) => {
    const watch = levelWatch(0.8, most);
    // From episode `first` on the latest ten hold eight successes.
    for (let k = 0; k < most; k++) watch.watch([first !== undefined && k >= first - 8 ? 1 : 0], k);
    return watch.until;
  });
  expect(until).toEqual([12, 25, 25, 41, 60, 60]);
  const curve = kaplanMeier(
    until,
    reached.map((first) => first !== undefined),
  );
  expect(meanUpTo(curve, most).mean).toBeCloseTo(mean(until), 12);
  expect(survivalQuantile(curve, 0.5).mean).toBe(25);
});

test("a watch begins anew with a segment, keeps what it reached, and says nothing without a level", () => {
  const watch = levelWatch(1, 100);
  watch.watch([1, 1, 1, 1, 1, 1, 1, 1, 1], 0);
  watch.begin();
  watch.watch([1, 1, 1, 1, 1, 1, 1, 1, 1], 9);
  expect(watch.until).toBe(100);
  watch.watch([1, 0, 0], 18);
  expect([watch.until, watch.measures()]).toEqual([19, { untilLevel: 19 }]);
  expect(levelWatch(undefined, 5).measures()).toEqual({});
});
