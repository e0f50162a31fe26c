// The hindsight optimum computed from classes of value per price, against the linear program over single impressions.

import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { CLASSES, classOf, hindsightGain } from "./hindsight.ts";
import { bestShare } from "./linear-bids.ts";

const LIMITS = matrix("1e9 0 | 100 0 | 10 0 | 1e9 2 | 1e9 6 | 60 3 | 0.01 0");
const solver = await linearPrograms();

interface Sample {
  readonly values: Float64Array;
  readonly prices: Float64Array;
}

function drawn(seed: number, count: number): Sample {
  const random = Random.of(seed, "impressions");
  const all = () => Float64Array.from({ length: count }, () => Math.exp(random.normal()));
  return { values: all(), prices: all() };
}

function classes({ values, prices }: Sample): Sample {
  const sums = { values: new Float64Array(CLASSES), prices: new Float64Array(CLASSES) };
  for (let k = 0; k < values.length; k++) {
    if (values[k] < prices[k]) continue;
    sums.values[classOf(values[k], prices[k])] += values[k];
    sums.prices[classOf(values[k], prices[k])] += prices[k];
  }
  return sums;
}

/** max Σ(v − p)x as a linear program with one column per impression. */
function exact({ values, prices }: Sample, budget: number, target: number): number {
  const columns = [...values.keys()];
  return solver.optimum({
    sense: "maximise",
    objective: values.map((value, k) => value - prices[k]),
    upper: 1,
    rows: [
      { columns, values: prices, upper: budget },
      { columns, values: values.map((value, k) => value - target * prices[k]), lower: 0 },
    ],
  }).objective;
}

describe("the hindsight optimum", () => {
  it.each(LIMITS)("with a budget of %d and a target of %d is slightly below the linear program's", (budget, target) => {
    for (let seed = 0; seed < 5; seed++) {
      const sample = drawn(seed, 400);
      const sums = classes(sample);
      const best = exact(sample, budget, target);
      const own = hindsightGain(sums.values, sums.prices, { budget, target });
      expect(own).toBeLessThanOrEqual(best + 1e-9);
      // The class that is bought in part holds a few of the 400 impressions.
      expect(own).toBeGreaterThan(0.995 * best - 1e-4);
      if (budget === 1e9 && target === 0) expect(own).toBeCloseTo(best, 9);
    }
  });

  it("is 0 where no impression is worth its price, and includes all free impressions", () => {
    const [values, prices] = [new Float64Array(CLASSES), new Float64Array(CLASSES)];
    expect(hindsightGain(values, prices, { budget: 5, target: 0 })).toBe(0);
    values[classOf(3, 0)] = 3;
    expect(hindsightGain(values, prices, { budget: 5, target: 2 })).toBe(3);
  });
});

describe("the best bid factor", () => {
  it.each(LIMITS)(
    "under a second price with budget %d and target %d earns the hindsight optimum up to one impression",
    (budget, target) => {
      for (let seed = 0; seed < 5; seed++) {
        const sample = drawn(seed, 400);
        const share = bestShare(sample, 1e9, "second-price", { budget, target });
        let [value, spend] = [0, 0];
        for (let k = 0; k < 400; k++) {
          if (share * sample.values[k] < sample.prices[k]) continue;
          value += sample.values[k];
          spend += sample.prices[k];
        }
        expect(spend).toBeLessThanOrEqual(budget);
        expect(value).toBeGreaterThanOrEqual(target * spend);
        const best = exact(sample, budget, target);
        const largest = Math.max(...sample.values.map((v, k) => v - sample.prices[k]));
        expect(value - spend).toBeLessThanOrEqual(best + 1e-9);
        expect(value - spend).toBeGreaterThan(best - largest - 1e-9);
      }
    },
  );

  it("is below 1 under a first price, and no factor of a fine grid earns more", () => {
    const sample = drawn(7, 5000);
    const gain = (share: number) => {
      let sum = 0;
      for (let k = 0; k < 5000; k++)
        if (share * sample.values[k] >= sample.prices[k]) sum += (1 - share) * sample.values[k];
      return sum;
    };
    const own = bestShare(sample, 1e9, "first-price", { budget: 1e9, target: 0 });
    const grid = Array.from({ length: 2001 }, (_, k) => gain(k / 2000));
    expect(own).toBeLessThan(0.9);
    expect(gain(own)).toBeGreaterThan(0.998 * Math.max(...grid));
  });
});
