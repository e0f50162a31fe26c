// What TR-2's sweep has to show under each building rule. The report's figures come from the product rule; the released
// code of today holds the gap rule, under which trust recovers far more slowly.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), and a re-run of the released suite under both rules.

import { deviation, mean, median } from "../../evaluation/statistics/moments.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { measureNames, type TrustColumns, type TrustMeasures } from "./trust-sweep.ts";

/** Median, mean, population deviation, smallest, largest: as many of them as are known. */
type Summary = readonly number[];

const TOLERANCE = 5e-4;

/** Measures on which the building rule has no influence. */
const eitherRule: Partial<Record<keyof TrustMeasures, Summary>> = {
  cumulative: [1.9734, 1.9927, 0.3099, 1.5099, 2.4986],
  dependency: [1.2727, 1.2709],
  negativity: [3, 3.473, 1.9288],
  buildingRate: [0.0319],
};

const references = {
  product: {
    ...eitherRule,
    hysteresis35: [1.1116, 1.0894, 0.0698, 0.7881, 1.1707],
    hysteresis10: [0.8369, 0.8265],
    hysteresis100: [1.1762, 1.1734],
    timeToHalf: [8, 9.1658],
  },
  gap: {
    ...eitherRule,
    hysteresis35: [0.8341, 0.829, 0.1116, 0.4951, 1.0317],
    hysteresis10: [0.6429, 0.6535],
    hysteresis100: [1.1267, 1.0755],
    timeToHalf: [29, 35.7018],
  },
} satisfies Record<string, Partial<Record<keyof TrustMeasures, Summary>>>;

/** Every statistic of both sweeps, to 5e-4. */
export function sweepChecks(product: TrustColumns, gap: TrustColumns): Check[] {
  return [
    ...summaryChecks("paper (product rule)", product, references.product),
    ...summaryChecks("released code (gap rule)", gap, references.gap),
    ...reportChecks(product),
  ];
}

function summaryChecks(
  source: string,
  columns: TrustColumns,
  reference: Partial<Record<keyof TrustMeasures, Summary>>,
): Check[] {
  return measureNames.flatMap((name) => {
    const expected = reference[name];
    if (expected === undefined) return [];
    const measured = summaryOf(columns[name]).slice(0, expected.length);
    return [
      holds(
        `${source}: ${name} over the grid (median, mean, deviation, smallest, largest)`,
        `${expected.join(" ")} (±${TOLERANCE.toExponential(0)})`,
        measured.map((x) => x.toFixed(4)).join(" "),
        measured.every((x, k) => Math.abs(x - expected[k]) <= TOLERANCE),
      ),
    ];
  });
}

/** The figures that the report prints, with two digits after the point. */
function reportChecks(product: TrustColumns): Check[] {
  const hysteresis = summaryOf(product.hysteresis35);
  const printed: readonly (readonly [string, number, number])[] = [
    ["negativity, median", median(product.negativity), 3],
    ["negativity, mean", mean(product.negativity), 3.47],
    ["negativity, deviation", deviation(product.negativity, 0), 1.93],
    ["hysteresis, median", hysteresis[0], 1.11],
    ["hysteresis, mean", hysteresis[1], 1.09],
    ["hysteresis, deviation", hysteresis[2], 0.07],
    ["hysteresis, smallest", hysteresis[3], 0.79],
    ["hysteresis, largest", hysteresis[4], 1.17],
    ["cumulative, median", median(product.cumulative), 1.97],
    ["cumulative, mean", mean(product.cumulative), 1.99],
    ["cumulative, deviation", deviation(product.cumulative, 0), 0.31],
    ["dependency, mean", mean(product.dependency), 1.27],
  ];
  return printed.map(([name, measured, expected]) =>
    closeTo(`paper (product rule), as printed: ${name}`, measured, expected, 0.005, true),
  );
}

function summaryOf(values: Float64Array): number[] {
  return [median(values), mean(values), deviation(values, 0), Math.min(...values), Math.max(...values)];
}
