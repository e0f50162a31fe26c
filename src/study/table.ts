// Figures in rows and columns: what a study shows of all its arms, where a claim shows two of them.

import { exact, type Figure, inWords } from "./figure.ts";

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

/** Rows by name, with a figure for each named column: `table("sort", { RFT: { "pass@1": … } })`. Columns are those of any row. */
export function table(
  title: string,
  rows: Readonly<Record<string, Readonly<Record<string, Figure | undefined>>>>,
): Table {
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))];
  return {
    title,
    columns,
    rows: Object.entries(rows).map(([name, row]) => ({ name, cells: columns.map((column) => row[column] ?? null) })),
  };
}

/** Numbers by name, one for each seed in the order of the seeds. */
export function bySeed(title: string, rows: Readonly<Record<string, readonly number[]>>): Table {
  const cells = (values: readonly number[]) =>
    Object.fromEntries(values.map((value, k) => [`seed ${k + 1}`, exact(value)]));
  return table(title, Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, cells(values)])));
}

/** Cells as text, a dash where there is none. */
export function cellText(figure: Figure | null): string {
  return figure === null ? "–" : inWords(figure);
}
