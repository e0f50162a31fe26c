// Selects the valid rows of a file of votes: without votes that a later row withdraws, and without rows in which a judge could not tell.

import { identifier, quoted } from "../core/sql.ts";
import type { UserRows } from "./user-rows.ts";
import { column } from "./usual-columns.ts";

/** Columns by which a later row withdraws an earlier one. */
export const TAKING_BACK = [
  column("id", "", "name of the row, by which a later row takes it back"),
  column("takes_back", "", "name of an earlier row that does not count; the row that says so is no vote"),
] as const;

/**
 * Winner labels of a judge who could not tell: neither side won, and it was no tie. A player's name is never interpreted as one of them.
 */
export const CANNOT_TELL = ["cannot tell", "can't tell", "unclear"] as const;

/** Rows of a file with our column names. */
interface NamedRows extends Pick<UserRows, "file" | "cell"> {
  /** The file's columns by our names. */
  readonly names: ReadonlyMap<string, string>;
  /** SQL of the rows, with the requested columns under our names. */
  cells(isFirst: boolean): string;
}

/** SQL of the selected rows. `players` are our names of the columns that a winner may repeat. */
export function standingRows(
  { file, cell, names, cells }: NamedRows,
  players: readonly [first: string, second: string],
): NamedRows["cells"] {
  const takesBack = names.get("takes_back");
  const conditions: string[] = [];
  if (takesBack !== undefined && names.has("id")) {
    // Withdrawals include rows that the condition excludes, as a condition on votes does not match a withdrawal.
    const taken = `SELECT ${cell(takesBack)} FROM ${file.all()} WHERE ${cell(takesBack)} IS NOT NULL`;
    conditions.push(`takes_back IS NULL AND coalesce(id NOT IN (${taken}), true)`);
  }
  if (names.has("winner")) {
    const named = players
      .filter((name) => names.has(name))
      .map((name) => `coalesce(winner = ${identifier(name)}, false)`);
    const words = CANNOT_TELL.map(quoted).join(", ");
    // The cheap condition, true for nearly all rows, is tested first.
    conditions.push(`(${[`coalesce(lower(winner) NOT IN (${words}), true)`, ...named].join(" OR ")})`);
  }
  if (conditions.length === 0) return cells;
  return (isFirst) => `SELECT * FROM (${cells(isFirst)}) WHERE ${conditions.join(" AND ")}`;
}
