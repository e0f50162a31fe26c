// Several pays, each compared by itself: a reward that is a sum is taken apart, every term gives advantages of its own, and each has
// an objective with its own weight, so that a large term does not drown a small one. A term may be compared among the answers
// alone that earned it: economy among the right ones (HDPO, arXiv 2604.08545), of which there must be two.

import { z } from "zod";
import { oneOf, within } from "../../core/parameters.ts";
import { type CreditOptions, characterShares, groupAdvantages, spread, totalPay } from "./group-advantage.ts";
import { type BatchSizes, defineTextMethod, type GroupMethodOptions, type TextMethod } from "./text-method.ts";
import { spannedClip } from "./token-objective.ts";

const term = z.strictObject({
  weight: within(0, 1000, 1).describe("of the term's objective"),
  among: oneOf(["all", "paid"], "all").describe(
    "what an answer is compared with: its whole group, or those of it that this term pays",
  ),
});

export type TermOptions = z.output<typeof term>;

export const separateAdvantages = defineTextMethod({
  id: "separate-advantages",
  summary: "the reward is a sum of terms, each of which is compared by itself and has an objective of its own",
  source: "HDPO, arXiv 2604.08545",
  example: { reward: { sum: [{ channel: "correct" }, { channel: "characters", weight: -0.1 }] } },
  parameters: z.strictObject({
    terms: z.array(term).min(1).max(16).prefault([{}, {}]).describe("what becomes of each term of the reward's sum"),
  }),
  make: ({ terms }) => ({
    terms: terms.length,
    ownPay: true,
    openAdvantages: true,
    make: ({ options, sizes }) => separateMethod(options, terms, sizes),
  }),
});

/** Advantages in one term, [rows]; 0 for rows that are not compared, and where fewer than two are. `pay` is [rows]. */
export function termAdvantages(
  pay: Float64Array,
  group: number,
  among: TermOptions["among"],
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

/** A method whose texts were written with the terms as further rewards, in the order of `terms`. */
export function separateMethod(
  options: GroupMethodOptions,
  terms: readonly TermOptions[],
  { rows, group, context, longest }: BatchSizes,
): TextMethod {
  const places = rows * context;
  const widths = new Float32Array(places).fill(1);
  const { objective, tables: spans, number } = spannedClip(options, rows, context);
  const credit = terms.map(() => ({
    tables: [new Float32Array(places), widths, ...spans],
    shares: new Float32Array(places),
  }));
  return {
    objectives: terms.map(() => objective),
    teach(texts) {
      number(texts);
      let anything = false;
      const measures: Record<string, number> = {};
      for (const [k, { weight, among }] of terms.entries()) {
        const pay = totalPay({ ...texts, pay: texts.further[k] });
        const byRow = termAdvantages(pay, group, among, options);
        const live = byRow.filter((advantage) => advantage !== 0).length;
        if (live > 0 && weight > 0) anything = true;
        const { tables, shares } = credit[k];
        spread(byRow, texts, tables[0]);
        // Where no row is compared, shares count nothing and are those of all, since measures are taken by them.
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
