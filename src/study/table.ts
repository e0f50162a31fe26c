// Figures in rows and columns: what a study shows of all its arms, where a claim shows two of them.

import { type Figure, inWords } from "./figure.ts";

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

/** Cells as text, a dash where there is none. */
export function cellText(figure: Figure | null): string {
  return figure === null ? "–" : inWords(figure);
}
