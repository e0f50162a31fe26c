// Figures in rows and columns: what a study shows of all its arms, where a claim shows two of them.

import { type Figure, figureOf, inWords } from "./figure.ts";

/** A table of figures. A cell may be absent. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly name: string;
  /** One for each column, null where there is none. */
  readonly cells: readonly (Figure | null)[];
}

/** A row as a study gives it: a figure, or an exact number, for each named column. */
export type RowOf = Readonly<Record<string, Figure | number | undefined>>;

/** Rows by name, as a record or as pairs: `table("sort", { RFT: { "pass@1": … } })`. Columns are those of any row. */
export function table(
  title: string,
  rows: Readonly<Record<string, RowOf>> | Iterable<readonly [name: string, row: RowOf]>,
): Table {
  const named = Symbol.iterator in rows ? [...rows] : Object.entries(rows);
  const columns = [...new Set(named.flatMap(([, row]) => Object.keys(row)))];
  const cell = (given: Figure | number | undefined) => (given === undefined ? null : figureOf(given));
  return {
    title,
    columns,
    rows: named.map(([name, row]) => ({ name, cells: columns.map((column) => cell(row[column])) })),
  };
}

/** Numbers by name, one for each seed in the order of the seeds. */
export function bySeed(title: string, rows: Readonly<Record<string, readonly number[]>>): Table {
  const row = (values: readonly number[]) => Object.fromEntries(values.map((x, k) => [`seed ${k + 1}`, x]));
  const named = Object.entries(rows).map(([name, values]) => [name, row(values)] as const);
  return table(title, named);
}

/** Cells as text, a dash where there is none. */
export function cellText(figure: Figure | null): string {
  return figure === null ? "–" : inWords(figure);
}
