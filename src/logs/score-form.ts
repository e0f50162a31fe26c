// Scores that may be read in two ways: 1.234 beside whole numbers is a decimal, or a thousand and more.

import type { ComparisonCells } from "./comparison-rows.ts";

/** A number whose full stop may group thousands. */
const GROUPED = "'[1-9]\\d{0,2}\\.\\d{3}'";

/** Note on scores with a full stop, where each of them has three digits after it and others are whole; undefined where there are none. */
export async function scoreNote({ names, file, source, cells }: ComparisonCells): Promise<string | undefined> {
  if (!names.has("score")) return undefined;
  const facts = `min(score) FILTER (regexp_full_match(score, ${GROUPED})), bool_or(contains(score, '.') AND NOT regexp_full_match(score, ${GROUPED})), bool_or(NOT contains(score, '.'))`;
  const reader = await file.ask((connection) => connection.runAndReadAll(`SELECT ${facts} FROM (${cells(false)})`));
  const [example, hasOther, hasWhole] = reader.getRowsJS()[0] ?? [];
  if (typeof example !== "string" || hasOther === true || hasWhole !== true) return undefined;
  return `scores of ${source.file} such as ${example} are read with a decimal point; write them without it where it groups thousands`;
}
