// Rebuilds texts from their table, which has a row for each character. It is used by a server that queries DuckDB, and by pages that read
// the table themselves.

import { UserError, unknownName } from "../../core/errors.ts";
import { grouped } from "../../core/grouped.ts";
import type { WrittenText } from "../../core/written-text.ts";
import type { WrittenUpdate } from "./text-data.ts";

type TextRow = Readonly<Record<string, unknown>>;

/** Returns the texts of a training by update, in order, from rows of its table in any order. */
export function writtenUpdates(seed: number, rows: readonly TextRow[]): WrittenUpdate[] {
  const ordered = [...rows].sort(
    (a, b) =>
      Number(a.update) - Number(b.update) || Number(a.answer) - Number(b.answer) || Number(a.place) - Number(b.place),
  );
  return [...grouped(ordered, (row) => Number(row.update))].map(([update, own]) => {
    const answers = grouped(own, ({ answer }) => answer);
    return { seed, update, texts: [...answers.values()].map(written) };
  });
}

/** Returns the first update from `from` on; the last where there is none. */
export const updateFrom = (updates: readonly number[], from: number): number =>
  updates.find((one) => one >= from) ?? updates[updates.length - 1];

/** Returns the variant of this name. Throws a UserError where the run has none. */
export function variantNamed<T extends { readonly name: string }>(variants: readonly T[], name: string): T {
  const variant = variants.find((one) => one.name === name);
  if (variant !== undefined) return variant;
  const names = variants.map((one) => one.name);
  throw new UserError(unknownName("variant of this run", name, names));
}

/** Returns the error for a cell without texts. */
export const noTexts = (run: string, variant: string, seed: number): UserError =>
  new UserError({
    code: "no-texts",
    what: `${run} has no texts of ${variant} on seed ${seed}`,
    hint: "its cell may not be done yet, or its agents learn no writing",
  });

function written(rows: readonly TextRow[]): WrittenText {
  const [first] = rows;
  const column = (name: string) => rows.map((row) => rounded(Number(row[name])));
  return {
    question: Number(first.question),
    pay: Number(first.pay),
    objective: Number(first.objective),
    characters: rows.map(({ character }) => String(character)),
    turns: column("turn"),
    credit: column("credit"),
    logProbabilities: column("log_probability"),
    entropies: column("entropy"),
  };
}

/** Four significant digits are enough for readers; more would only enlarge the page. */
const rounded = (value: number): number => Number(value.toPrecision(4));
