// Which rows of a file of votes count: not those that a later row takes back, and not those in which a judge said that it could not tell.

import { quoted } from "../core/sql.ts";
import type { UserRows } from "./user-rows.ts";
import { column } from "./usual-columns.ts";

/** By these a later row takes an earlier one back. */
export const TAKING_BACK = [
  column("id", "", "name of the row, by which a later row takes it back"),
  column("takes_back", "", "name of an earlier row that does not count; the row that says so is no vote"),
] as const;

/** Winners by which a judge says that it could not tell: neither side won, and it was no tie. A player's name is never one of them. */
export const CANNOT_TELL = ["cannot tell", "can't tell", "unclear"] as const;

/** SQL of a file's columns as text by our names, NULL where it has none. */
export type ColumnSql = (name: string) => string;

/** SQL of the rows that count. `players` are our names of the columns that a winner may repeat. */
export function standingRows(
  { all, rows }: Pick<UserRows, "all" | "rows">,
  text: ColumnSql,
  players: readonly [first: string, second: string],
): UserRows["rows"] {
  const [id, takesBack, winner] = ["id", "takes_back", "winner"].map(text);
  // Also by rows that are not read: a condition on votes fits no line that takes one back.
  const taken = `SELECT ${takesBack} FROM ${all} WHERE ${takesBack} IS NOT NULL`;
  const isNamed = players.map((name) => `coalesce(${winner} = ${text(name)}, false)`).join(" OR ");
  const words = CANNOT_TELL.map(quoted).join(", ");
  const conditions = [
    ...(id === NONE || takesBack === NONE ? [] : [`${takesBack} IS NULL`, `coalesce(${id} NOT IN (${taken}), true)`]),
    ...(winner === NONE ? [] : [`(${isNamed} OR coalesce(lower(${winner}) NOT IN (${words}), true))`]),
  ];
  return conditions.length === 0
    ? rows
    : (isFirst) => `SELECT * FROM (${rows(isFirst)}) WHERE ${conditions.join(" AND ")}`;
}

/** SQL of a column that a file has not. */
export const NONE = "NULL";
