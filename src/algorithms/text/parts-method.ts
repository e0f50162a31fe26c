// Several pays, each compared by itself: a reward that is a sum is taken apart, every part gives advantages of its own, and each
// has an objective with its own weight, so that a large part does not drown a small one. A part may be compared among those
// alone who earned it: economy among the right answers (HDPO, arXiv 2604.08545), of which there must be two.

import { z } from "zod";
import { type CreditOptions, characterShares, groupAdvantages, spread, totalPay } from "./group-advantage.ts";
import { spannedClip } from "./ratio-spans.ts";
import type { BatchSizes, GroupMethodOptions, TextMethod } from "./text-method.ts";

export const partParameters = z.strictObject({
  weight: z.number().min(0).max(1000).default(1).describe("of the part's objective"),
  among: z
    .enum(["all", "paid"])
    .default("all")
    .describe("whom an answer is compared with: its whole group, or those of it that this part pays"),
});

export type PartOptions = z.output<typeof partParameters>;

/** Advantages in one part, [rows]; 0 for those who are not compared, and where fewer than two are. `pay` is [rows]. */
export function partAdvantages(
  pay: Float64Array,
  group: number,
  among: PartOptions["among"],
  credit: CreditOptions,
): Float64Array {
  if (among === "all") return groupAdvantages(pay, group, credit);
  const advantages = new Float64Array(pay.length);
  for (let from = 0; from < pay.length; from += group) {
    const rows = Array.from({ length: group }, (_, k) => from + k).filter((row) => pay[row] !== 0);
    if (rows.length < 2) continue;
    const own = groupAdvantages(
      Float64Array.from(rows, (row) => pay[row]),
      rows.length,
      credit,
    );
    for (const [k, row] of rows.entries()) advantages[row] = own[k];
  }
  return advantages;
}

/** A method whose texts were written with the parts as further rewards, in the order of `parts`. */
export function partsMethod(
  options: GroupMethodOptions,
  parts: readonly PartOptions[],
  { rows, group, context, longest }: BatchSizes,
): TextMethod {
  const places = rows * context;
  const widths = new Float32Array(places).fill(1);
  const { objective, tables: spans, number } = spannedClip(options, rows, context);
  const credit = parts.map(() => ({
    tables: [new Float32Array(places), widths, ...spans],
    shares: new Float32Array(places),
  }));
  return {
    objectives: parts.map(() => objective),
    teach(texts) {
      number(texts);
      let anything = false;
      const measures: Record<string, number> = {};
      for (const [k, { weight, among }] of parts.entries()) {
        const pay = totalPay({ ...texts, pay: texts.further[k] });
        const byRow = partAdvantages(pay, group, among, options);
        const live = byRow.filter((advantage) => advantage !== 0).length;
        if (live > 0 && weight > 0) anything = true;
        const { tables, shares } = credit[k];
        spread(byRow, texts, tables[0]);
        // Where nobody is compared, shares count nothing and are those of all, since measures are taken by them.
        const some = among === "paid" && live > 0;
        const counted = some ? onlyRows(texts.written, context, (row) => byRow[row] !== 0) : texts.written;
        characterShares({ ...texts, written: counted }, options.average, longest, shares);
        for (let place = 0; place < places; place++) shares[place] *= weight;
        measures[`pay${k + 1}`] = pay.reduce((sum, one) => sum + one, 0) / rows;
        measures[`compared${k + 1}`] = live / rows;
      }
      return anything ? { credit, measures } : undefined;
    },
  };
}

/** A table of written characters with only the rows that are wanted. */
function onlyRows(written: Uint8Array, context: number, wanted: (row: number) => boolean): Uint8Array {
  return written.map((one, place) => (wanted(Math.floor(place / context)) ? one : 0));
}
