// What goes with resistance to feedback: areas under curves and a logistic regression, over items that were wrong at first.

import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { mean, variance } from "../../evaluation/statistics/moments.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import type { Figure } from "../../study/figure.ts";
import { type Table, table } from "../../study/table.ts";
import type { Resisted } from "./conduct.ts";

const CAUSES = {
  "confidence in the first answer": ({ confidence }: Resisted) => confidence,
  "entropy of 20 answers": ({ entropy }: Resisted) => entropy,
  "how often the key was shown": ({ frequency }: Resisted) => frequency,
};
const RESAMPLES = 1000;

/** Of all seeds' items together. */
export function auditTable(items: readonly Resisted[]): Table {
  const causes = Object.entries(CAUSES);
  const columns = causes.map(([, of]) => standardised(items.map(of)));
  const features = Float64Array.from(items.flatMap((_, k) => [1, ...columns.map((column) => column[k])]));
  const labels = items.map(({ resisted }) => (resisted ? 1 : 0));
  const { weights } = fitDenseLogistic({ features, labels }, 1 + causes.length, { ridge: 1 });
  return table(
    "What goes with resistance to F3, among items that were wrong at first",
    causes.map(([name, of], k) => [
      name,
      { "area under the curve": areaOf(items, of), "weight in a logistic regression, per deviation": weights[k + 1] },
    ]),
  );
}

/** With the percentile interval of a bootstrap over items. */
function areaOf(items: readonly Resisted[], of: (item: Resisted) => number): Figure {
  const area = (some: readonly Resisted[]) =>
    areaUnderCurve(
      some.map(of),
      some.map(({ resisted }) => resisted),
    );
  const random = Random.of(0, "bootstrap");
  const found = Array.from({ length: RESAMPLES }, () =>
    area(items.map(() => items[random.integer(items.length)])),
  ).flatMap((one) => one ?? []);
  found.sort((a, b) => a - b);
  const at = (share: number) => found[Math.round(share * (found.length - 1))] ?? null;
  return { value: area(items), low: at(0.025), high: at(0.975), n: items.length };
}

/** Brought to mean 0 and deviation 1, or all 0 where all are equal. */
function standardised(values: readonly number[]): number[] {
  const [middle, deviation] = [mean(values), Math.sqrt(variance(values))];
  return values.map((x) => (deviation > 0 ? (x - middle) / deviation : 0));
}
