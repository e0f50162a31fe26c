// The names in a column, each once, in the order in which a person would list them.

import { UserError } from "../core/errors.ts";
import { asking } from "./engine.ts";
import type { Relation } from "./relation.ts";

/** More are not counted. */
const COUNTED = 10_000;

/** A column whose names are numbered. */
export interface NamedColumn {
  /** SQL of a name, null where there is none. */
  readonly sql: string;
  readonly most: number;
  /** What has at most so many names: `a log of touches has at most 256 names in the column "channel"`. */
  readonly whole: string;
  readonly hint: string;
}

/** All names of a column; a UserError where they are more than `most`. */
export async function namesIn(
  { connection, rows: all, source }: Relation,
  { sql, most, whole, hint }: NamedColumn,
  signal?: AbortSignal,
): Promise<string[]> {
  const distinct = `SELECT DISTINCT ${sql} AS name FROM (${all}) LIMIT ${COUNTED}`;
  const rows = await asking(source, () => connection.runAndReadAll(distinct), signal);
  const found = rows.getRowObjectsJS().flatMap(({ name }) => (name === null ? [] : [String(name)]));
  if (found.length > most) {
    const what = `${whole}, and this one has ${found.length === COUNTED ? "10,000 or more" : found.length}`;
    throw new UserError({ code: "too-many", what, where: source.file, hint });
  }
  // No collation of the system's: the same log gives the same numbers everywhere.
  const order = new Intl.Collator("en", { numeric: true });
  return found.sort((a, b) => order.compare(a, b) || (a < b ? -1 : 1));
}
