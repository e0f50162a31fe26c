// Confidence intervals drawn as rows of characters on a common scale: `  ├──●─┤   `.

import { isNumber } from "../evaluation/number-format.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";

const WIDTH = 48;

/** Returns a row for each estimate; an empty row where it has no mean. */
export function intervalRows(estimates: readonly Pick<Estimate, "mean" | "low" | "high">[]): string[] {
  const ends = estimates.flatMap(({ mean, low, high }) => [mean, low, high].filter(isNumber));
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const place = (value: number) => (most > least ? Math.round(((value - least) / (most - least)) * (WIDTH - 1)) : 0);
  return estimates.map(({ mean, low, high }) => {
    if (!isNumber(mean)) return "";
    const row = new Array<string>(WIDTH).fill(" ");
    if (isNumber(low) && isNumber(high)) {
      row.fill("─", place(low), place(high) + 1);
      row[place(low)] = "├";
      row[place(high)] = "┤";
    }
    row[place(mean)] = "●";
    return row.join("").trimEnd();
  });
}
