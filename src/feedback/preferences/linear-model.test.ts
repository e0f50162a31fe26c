// A linear model of preferences says the same of comparisons in any order, and of pairs whose texts change sides.

import { expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { filledRows } from "../../math/filled-rows.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { coefficientsOf, fitLinearPreference, type PreferenceTable } from "./linear-model.ts";

const [PAIRS, COLUMNS] = [300, 6];

/** Differences, most of which are 0 in the last columns as those of words are. */
function made(): PreferenceTable {
  const random = Random.of(1, "pairs");
  const differences = Float64Array.from({ length: PAIRS * COLUMNS }, (_, k) =>
    k % COLUMNS < 2 ? random.normal() : Math.floor(3 * random.uniform()) - 1,
  );
  return {
    columns: Array.from({ length: COLUMNS }, (_, k) => `column ${k}`),
    differences: filledRows(differences, COLUMNS),
    results: Float64Array.from({ length: PAIRS }, (_, k) =>
      random.uniform() < 0.1 ? 0.5 : random.uniform() < 1 / (1 + Math.exp(-differences[k * COLUMNS])) ? 1 : 0,
    ),
    prompts: Int32Array.from({ length: PAIRS }, (_, k) => k % 100),
  };
}

const every = Int32Array.from({ length: PAIRS }, (_, k) => k);
const columns = Array.from({ length: COLUMNS }, (_, k) => k);

it.each([0.01, 1, 1000])("with a ridge of %d", (ridge) => {
  const table = made();
  const weights = fitLinearPreference(table, columns, every, ridge).weights;
  const coefficients = coefficientsOf(table, columns, every, ridge);
  const rows = every.slice();
  shuffle(rows, Random.of(2));
  const turned = {
    ...table,
    differences: { ...table.differences, values: table.differences.values.map((x) => -x) },
    results: table.results.map((r) => 1 - r),
  };
  for (const [other, some] of [
    [table, rows],
    [turned, every],
  ] as const) {
    const refit = fitLinearPreference(other, columns, some, ridge).weights;
    for (const k of columns) expect(refit[k]).toBeCloseTo(weights[k], 9);
    for (const [k, one] of coefficientsOf(other, columns, some, ridge).entries()) {
      expect(one.value).toBeCloseTo(coefficients[k].value, 9);
      expect(one.error).toBeCloseTo(coefficients[k].error, 9);
      expect(one.spread).toBeCloseTo(coefficients[k].spread, 9);
    }
  }
});
