// The numbers of rollouts as a table in DuckDB, which spills to disk, so that memory does not grow with the file.

import { UserError } from "../core/errors.ts";
import { identifier, quoted, textNumber } from "../core/sql.ts";
import { madeOf, rawText, type ScoredRows } from "./score-formulas.ts";
import type { UserFile } from "./user-file.ts";

/** The table. */
export const TABLE = "agon_rollouts";

/** Maximum number of values of `by`. */
const MOST_PARTS = 1000;

/** What the table is made of. */
export interface TablePlan {
  /** The file's names of prompt and completion. */
  readonly own: ReadonlyMap<string, string>;
  readonly by: string | undefined;
  /** Number of groups into which prompts fall by a hash of their text. */
  readonly groups: number;
  /** Whether prompts that differ by blanks alone are one. */
  readonly joinBlanks: boolean;
  /** Whether the rows say which answers were cut off. */
  readonly hasCut: boolean;
  /** Names of the scores, in order. */
  readonly names: readonly string[];
}

/**
 * Makes the table, in which answers to a prompt stand together, and returns the values of `by`, in order: numbers by size, others by the
 * alphabet. Its `part` is the place of a row's value among them, and NULL where a row has none.
 */
export async function makeTable(file: UserFile, { rows, scores }: ScoredRows, plan: TablePlan): Promise<string[]> {
  const { own, by, groups, joinBlanks, hasCut, names } = plan;
  const raw = (name: string) => identifier(rawText(own.get(name) ?? ""));
  const parts = by === undefined ? [""] : await valuesOf(file, rows, by);
  const values = parts.map((value, k) => `(${quoted(value)}, ${k})`).join(", ");
  const joined =
    by === undefined
      ? `SELECT *, 0 AS agon_part FROM (${rows})`
      : `SELECT all_rows.*, known.part AS agon_part FROM (${rows}) AS all_rows LEFT JOIN (VALUES ${values}) AS known(value, part) ON trim(all_rows.${identifier(by)}::VARCHAR) = known.value`;
  const bare = bareOf(raw("prompt"));
  const prompt = promptKey(raw("prompt"), joinBlanks);
  const answer = own.has("completion") ? `${textNumber(raw("completion"))} % ${ANSWERS}` : "agon_row";
  const selected = [
    "agon_part::USMALLINT AS part",
    `${textNumber(prompt)}::DOUBLE AS prompt`,
    // Prompts of one hash may share a group.
    `(hash(${prompt}) % ${groups})::UTINYINT AS grp`,
    `${textNumber(bare)} AS bare`,
    `(${answer})::UINTEGER AS answer`,
    "agon_row::UINTEGER AS row",
    hasCut ? `(${identifier(madeOf("cut"))})::UTINYINT AS cut` : "NULL::UTINYINT AS cut",
    ...scores.map(({ sql }, k) => `((${sql}\n))::DOUBLE AS ${names[k]}`),
  ];
  // Sorted as it is made, which takes less memory than sorting the table.
  const table = `CREATE TEMP TABLE ${TABLE} AS SELECT ${selected.join(", ")} FROM (${joined}) ORDER BY part, prompt`;
  await file.ask((connection) => connection.run(table));
  return parts;
}

/** Numbers of answers. Two of one prompt that are paid and wanted alike may have the same number: no figure depends on it. */
const ANSWERS = 2 ** 32 - 1;

/** Names of scores in the table: of the want, the pays, terms of pays, and a judge. */
export const scoreNames = (pays: number, terms: number, isJudged: boolean): string[] => [
  "want",
  ...Array.from({ length: pays }, (_, k) => `pay_${k}`),
  ...Array.from({ length: terms }, (_, k) => `term_${k}`),
  ...(isJudged ? ["judge"] : []),
];

/** SQL by which prompts are compared, from their text. */
export const promptKey = (text: string, joinBlanks: boolean): string => (joinBlanks ? bareOf(text) : `trim(${text})`);
const bareOf = (text: string): string => `translate(${text}, ' \t\n\r', '')`;

/** Values of a column, in order. Throws a UserError where there are too many. */
async function valuesOf(file: UserFile, rows: string, by: string): Promise<string[]> {
  const text = `trim(${identifier(by)}::VARCHAR)`;
  const sql = `SELECT DISTINCT ${text} AS value FROM (${rows}) WHERE ${text} <> '' LIMIT ${MOST_PARTS + 1}`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  const values = reader.getRowsJS().map(([value]) => String(value));
  if (values.length > MOST_PARTS) {
    const what = `has more than ${MOST_PARTS.toLocaleString("en-US")} values of "${by}"`;
    throw new UserError({ code: "too-many", what, where: file.shown, hint: "round it, or read some rows by --where" });
  }
  if (values.length === 0)
    throw new UserError({ code: "no-value", what: `has no value of "${by}"`, where: file.shown, hint: "leave it out" });
  const order = new Intl.Collator("en", { numeric: true });
  return values.sort((a, b) => Number(a) - Number(b) || order.compare(a, b) || (a < b ? -1 : 1));
}
