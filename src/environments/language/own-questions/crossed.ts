// Questions crossed with levels of factors: each row of a file is asked at each combination of levels, as a matrix of trials.

import { UserError } from "../../../core/errors.ts";
import type { DataTable, TableValue } from "../../../logs/table.ts";

/** Levels of each factor, by name. */
export type Factors = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** A table whose rows follow each other `times` times, with other levels each. */
export interface CrossedTable {
  readonly table: DataTable;
  readonly times: number;
}

/** Maximum number of rows of a crossed table. */
const MOST = 1_000_000;

/** Crossed tables by table and factors: what is known of a table's questions is kept with it, and every cell creates its own environment. */
const known = new WeakMap<DataTable, Map<string, CrossedTable>>();

/**
 * Returns each row of a table with each combination of levels, those of one row together; the last factor changes fastest. Throws a UserError
 * where a factor has a column's name, or there are too many rows.
 */
export function crossed(table: DataTable, factors: Factors): CrossedTable {
  const forms = known.get(table) ?? new Map<string, CrossedTable>();
  const key = JSON.stringify(factors);
  const made = forms.get(key) ?? crossedAnew(table, factors);
  known.set(table, forms.set(key, made));
  return made;
}

function crossedAnew(table: DataTable, factors: Factors): CrossedTable {
  const names = Object.keys(factors);
  const twice = names.find((name) => table.columns.includes(name));
  if (twice !== undefined) {
    const what = `"${twice}" is a column of the file, and is crossed with it`;
    throw new UserError({ code: "same-column", what, path: ["cross", twice], hint: "give the factor another name" });
  }
  const times = Object.values(factors).reduce((product, levels) => product * levels.length, 1);
  if (times * table.rows.length > MOST) {
    const what = `${times.toLocaleString("en-US")} combinations of ${table.rows.length.toLocaleString("en-US")} rows are too many`;
    throw new UserError({ code: "too-many", what, path: ["cross"], hint: "at most a million trials fit" });
  }
  let combinations: Readonly<Record<string, TableValue>>[] = [{}];
  for (const [name, levels] of Object.entries(factors))
    combinations = combinations.flatMap((one) => levels.map((level) => ({ ...one, [name]: level })));
  const lines = table.lines.flatMap((line) => combinations.map(() => line));
  const rows = table.rows.flatMap((row) => combinations.map((one) => ({ ...row, ...one })));
  return { table: { ...table, columns: [...table.columns, ...names], rows, lines }, times };
}
