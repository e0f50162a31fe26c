import { qt } from "lib-r-math.js";
import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { estimate, groupJackknife } from "./interval.ts";
import { mean, variance } from "./moments.ts";

/** A statistic of grouped values, with its value after deletion of each group. */
function parts(groups: readonly (readonly number[])[], figure: (values: readonly number[]) => number) {
  return {
    whole: figure(groups.flat()),
    without: groups.map((_, j) => figure(groups.filter((__, k) => k !== j).flat())),
    sizes: groups.map(({ length }) => length),
  };
}

const spread = ({ low, high, n }: ReturnType<typeof groupJackknife>) =>
  ((Number(high) - Number(low)) / 2 / qt(0.975, n - 1)) ** 2;

test("for a mean of single values it is the interval of a mean, s²/n", () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6];
  const { whole, without, sizes } = parts(
    values.map((value) => [value]),
    mean,
  );
  const interval = groupJackknife(whole, without, sizes);
  const known = estimate(values);
  expect(interval.mean).toBe(known.mean);
  expect(interval.low).toBeCloseTo(Number(known.low), 12);
  expect(interval.high).toBeCloseTo(Number(known.high), 12);
  expect(spread(interval)).toBeCloseTo(variance(values) / 8, 12);
});

test("for a mean of unequal groups its variance is 1/G · Σ m_j·(mean_j − mean)²/(n − m_j)", () => {
  const groups = [[3], [1, 4], [1, 5, 9, 2], [6, 5, 3]];
  const { whole, without, sizes } = parts(groups, mean);
  const terms = groups.map((group) => (group.length * (mean(group) - whole) ** 2) / (10 - group.length));
  expect(spread(groupJackknife(whole, without, sizes))).toBeCloseTo(mean(terms), 12);
});

test("for a mean of unequal groups its variance is σ²/n on average, and 95 % of the intervals cover the truth", () => {
  const random = Random.of(11);
  const rounds = 2000;
  let [sum, held] = [0, 0];
  const lengths = Array.from({ length: 20 }, (_, j) => 1 + (j % 7));
  const n = lengths.reduce((a, b) => a + b, 0);
  for (let round = 0; round < rounds; round++) {
    const groups = lengths.map((length) => Array.from({ length }, () => 2 * random.normal()));
    const { whole, without, sizes } = parts(groups, mean);
    const interval = groupJackknife(whole, without, sizes);
    sum += spread(interval) / rounds;
    if (Number(interval.low) < 0 && Number(interval.high) > 0) held += 1;
  }
  // The standard error of the mean variance is √(2/19/2000) of itself; the tolerance is four of them.
  expect(Math.abs(sum / (4 / n) - 1)).toBeLessThan(0.03);
  expect(Math.abs(held / rounds - 0.95)).toBeLessThan(0.02);
});

test("for a nonlinear statistic it is near the known variance: 4μ²σ²/n for a squared mean", () => {
  const random = Random.of(12);
  const groups = Array.from({ length: 50 }, () => Array.from({ length: 200 }, () => 5 + random.normal()));
  const { whole, without, sizes } = parts(groups, (values) => mean(values) ** 2);
  const ratio = spread(groupJackknife(whole, without, sizes)) / ((4 * 25) / 10_000);
  // The variance has 49 degrees of freedom; the tolerance is four standard errors.
  expect(Math.abs(ratio - 1)).toBeLessThan(4 * Math.sqrt(2 / 49));
});

test("empty groups are ignored, and one group or a non-finite statistic has no interval", () => {
  const interval = groupJackknife(2, [1, 0, 3, 2], [5, 0, 5, 5]);
  expect(interval).toEqual(groupJackknife(2, [1, 3, 2], [5, 5, 5]));
  expect(interval.n).toBe(3);
  expect(groupJackknife(2, [1, 2], [4, 0])).toEqual({ mean: 2, low: null, high: null, n: 1 });
  expect(groupJackknife(2, [1, Number.NaN], [4, 4])).toEqual({ mean: 2, low: null, high: null, n: 2 });
  expect(groupJackknife(Number.NaN, [1, 2], [4, 4]).mean).toBeNull();
  expect(() => groupJackknife(1, [1], [1, 2])).toThrow("1 figures of 2 groups");
});
