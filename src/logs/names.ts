// Names in one form: é may be one character of Unicode or two, and blanks around a name are no part of it.

import { identifier, quoted } from "../core/sql.ts";

/** Blanks beside a space: line ends, tabs, a space that does not break, and characters without width. */
const BLANKS = quoted(" \t\r\n\u00a0\u200b\ufeff");

/** SQL of a name in Unicode's form NFC, without blanks around it; NULL where it is empty. */
export const nameSql = (text: string): string => `nullif(trim(nfc_normalize(${text}), ${BLANKS}), '')`;

/** Our columns of games and votes that hold names, or that may name a player. */
const NAMES = "first second player first_player second_player winner judge unit annotator".split(" ");

/** SQL of rows whose names are in one form; `columns` are the columns that the rows have. */
export function namesInOneForm(
  rows: (isFirst: boolean) => string,
  columns: Iterable<string>,
): (isFirst: boolean) => string {
  const own = new Set(columns);
  const names = NAMES.filter((name) => own.has(name)).map(identifier);
  if (names.length === 0) return rows;
  const normal = names.map((name) => `${nameSql(name)} AS ${name}`).join(", ");
  return (isFirst) => `SELECT * REPLACE (${normal}) FROM (${rows(isFirst)})`;
}
