// Which rows of a file of votes count: not those that a later row takes back, and not those in which a judge said that it could not tell.

import { identifier, quoted } from "../core/sql.ts";
import type { UserRows } from "./user-rows.ts";
import { column } from "./usual-columns.ts";

/** By these a later row takes an earlier one back. */
export const TAKING_BACK = [
  column("id", "", "name of the row, by which a later row takes it back"),
  column("takes_back", "", "name of an earlier row that does not count; the row that says so is no vote"),
] as const;

/** Winners by which a judge says that it could not tell: neither side won, and it was no tie. A player's name is never one of them. */
export const CANNOT_TELL = ["cannot tell", "can't tell", "unclear"] as const;

/** Rows of a file by our names of its columns. */
interface NamedRows extends Pick<UserRows, "file" | "cell"> {
  /** The file's columns by our names. */
  readonly names: ReadonlyMap<string, string>;
  /** SQL of the rows; each column that is asked for here has our name. */
  cells(isFirst: boolean): string;
}

/** SQL of the rows that count. `players` are our names of the columns that a winner may repeat. */
export function standingRows(
  { file, cell, names, cells }: NamedRows,
  players: readonly [first: string, second: string],
): NamedRows["cells"] {
  const takesBack = names.get("takes_back");
  const conditions: string[] = [];
  if (takesBack !== undefined && names.has("id")) {
    // Also by rows that are not read: a condition on votes fits no line that takes one back.
    const taken = `SELECT ${cell(takesBack)} FROM ${file.all()} WHERE ${cell(takesBack)} IS NOT NULL`;
    conditions.push(`takes_back IS NULL AND coalesce(id NOT IN (${taken}), true)`);
  }
  if (names.has("winner")) {
    const named = players
      .filter((name) => names.has(name))
      .map((name) => `coalesce(winner = ${identifier(name)}, false)`);
    const words = CANNOT_TELL.map(quoted).join(", ");
    // What is true of nearly all rows is looked at first.
    conditions.push(`(${[`coalesce(lower(winner) NOT IN (${words}), true)`, ...named].join(" OR ")})`);
  }
  if (conditions.length === 0) return cells;
  return (isFirst) => `SELECT * FROM (${cells(isFirst)}) WHERE ${conditions.join(" AND ")}`;
}
