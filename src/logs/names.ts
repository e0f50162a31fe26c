// Names in one form: é may be one character of Unicode or two, and blanks around a name are no part of it.

import { quoted } from "../core/sql.ts";

/** Blanks beside a space: line ends, tabs, a space that does not break, and characters without width. */
const BLANKS = quoted(" \t\r\n\u00a0\u200b\ufeff");
/** Text of ASCII without blanks around it, which is its own form. Most names are so, and a test takes a third of the time. */
const IN_FORM = quoted("^[!-~]([ -~]*[!-~])?$");

/** SQL of a name in Unicode's form NFC, without blanks around it; NULL where it is empty. */
export const nameSql = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${IN_FORM}) THEN ${text} ELSE nullif(trim(nfc_normalize(${text}), ${BLANKS}), '') END`;

const NAMES = new Set("first second player first_player second_player winner judge unit annotator".split(" "));

/** Returns whether one of our columns of games and votes holds names, or may name a player. */
export const isNamed = (column: string): boolean => NAMES.has(column);
