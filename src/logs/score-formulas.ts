// Scores of a file's rows: each a column, or a formula over columns such as `0.7 * correct + 0.3 * format`. Columns that hold numbers as texts
// are numbers in formulas; others stay texts, for functions such as `length(completion)`.

import { UserError } from "../core/errors.ts";
import { identifier, textNumber } from "../core/sql.ts";
import { checkExpression, checkMeaning, WITHIN_PROMPTS } from "./condition.ts";
import type { FileColumn, UserFile } from "./user-file.ts";

/** A number of each row, as a user writes it. */
export interface ScoreFormula {
  /** How messages call it: `--pay`. */
  readonly where: string;
  readonly text: string;
}

/** A call of the function that compares answers to a prompt; texts and quoted names are passed over. */
const COMPARED = /'[^']*'|"[^"]*"|\bnormalised\s*\(/gi;
/** Added to a deviation, as trainers do, so that equal scores are none. */
const LEAST_DEVIATION = 1e-4;
const GROUP = "agon_group";

/** SQL of a formula in which that function knows the row's group. */
const withGroups = (text: string): string =>
  text.replace(COMPARED, (found) => (/^['"]/.test(found) ? found : `${WITHIN_PROMPTS}(${GROUP}, `));

/** Defines it: (x − mean) / (deviation + ε) over the answers of a group that have a number, by n − 1. */
const DEFINED = `CREATE OR REPLACE TEMP MACRO ${WITHIN_PROMPTS}(one, x) AS (x::DOUBLE - avg(x::DOUBLE) OVER (PARTITION BY one)) / (coalesce(stddev_samp(x::DOUBLE) OVER (PARTITION BY one), 0) + ${LEAST_DEVIATION})`;

/** Scores by row in a table with `agon_row` and `score`, which formulas name as a column. */
export interface JoinedScores {
  readonly name: string;
  readonly table: string;
}

/** A score as SQL over the typed rows. */
export interface ScoreSql {
  readonly sql: string;
  /** The column that it is, where it is one that may hold other texts than numbers. */
  readonly column?: string;
}

/** Rows of a file with their columns as numbers or texts, and scores over them. */
export interface ScoredRows {
  /** SQL of the rows with `agon_row` and the columns that are used. */
  readonly rows: string;
  readonly scores: readonly ScoreSql[];
  /** SQL that is true of a row whose column holds neither a number nor a word for none. */
  isWrong(column: string): string;
}

const NUMBER = /^(BOOLEAN|DOUBLE|FLOAT|DECIMAL.*|U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT))$/;
const NESTED = /(\[\d*\]$)|^(STRUCT|MAP|UNION|LIST|JSON)/;

/** How rows of a file are read. */
export interface RowReading {
  /** Columns of texts that are used beside scores. */
  readonly texts: readonly string[];
  /** The column of the answer. */
  readonly answer: string | undefined;
  /** SQL of the rows with `agon_row` and some columns. */
  rows(used: readonly string[]): string;
  /** SQL of the text of a column as users mean it, from the text as it stands, which is kept as `agon_raw_NAME`. */
  said(name: string, text: string): string;
  /** A further number of each row, made of the text of a column. */
  readonly made?: { readonly name: string; readonly column: string; sql(text: string): string } | undefined;
  /** Scores of tables, which formulas name as columns. */
  readonly joined: readonly JoinedScores[];
  /** SQL of the prompt, by which answers are compared with others, from the text of its column; and further columns that part them. */
  readonly group: { readonly column: string; sql(text: string): string; readonly further: readonly string[] };
}

/** Words for no number, in lower case. */
const NONE = "('', 'none', 'null', 'n/a')";

const trimmed = (text: string): string => `lower(trim(${text}))`;
/** Yes and no as 1 and 0, words for none as NULL. */
const numberSql = (text: string): string =>
  `CASE ${trimmed(text)} WHEN 'true' THEN 1 WHEN 'yes' THEN 1 WHEN 'false' THEN 0 WHEN 'no' THEN 0 ELSE TRY_CAST(trim(${text}) AS DOUBLE) END`;
const wrongSql = (text: string): string => `(${numberSql(text)}) IS NULL AND ${trimmed(text)} NOT IN ${NONE}`;

/** Characters of the answer, as a column. */
const LENGTH = "length";

/** A column that holds a text as it stands in the file. */
export const rawText = (column: string): string => `agon_raw_${column}`;
/** The column of the further number. */
export const madeOf = (name: string): string => `agon_made_${name}`;

/** A column that holds the row's text beside its number. */
const besides = (column: string): string => identifier(`agon_text_${column}`);

/**
 * Resolves scores over a file's own columns and joined ones, of which `texts` are used beside them. `length` is the characters of the column
 * `answer`, unless the file has a column of this name. Throws a UserError where a formula is none, or names an unknown column.
 */
export async function scoredRows(
  file: UserFile,
  own: readonly FileColumn[],
  formulas: readonly ScoreFormula[],
  { texts, answer, rows: rowsOf, said, made, joined, group }: RowReading,
): Promise<ScoredRows> {
  const columns = [...own, ...joined.map(({ name }) => ({ name, type: "DOUBLE" }))];
  const names = columns.map(({ name }) => name);
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]));
  const used = new Set(texts);
  const alone = new Set<string>();
  const written: (ScoreFormula & { readonly sql: string })[] = [];
  for (const { text: given, where } of formulas) {
    const text = typeOf.has(given) ? given : withNames(given, byLower);
    if (text === made?.name && !typeOf.has(text)) {
      written.push({ text, where, sql: identifier(text) });
      continue;
    }
    if (typeOf.has(text)) {
      if (texts.includes(text)) throw noNumber(text, where);
      used.add(text);
      alone.add(text);
      written.push({ text, where, sql: identifier(text) });
      continue;
    }
    const named = await checkExpression(file.connection, { text, shown: where, kind: "formula" });
    for (const name of named) {
      const own = byLower.get(name.toLowerCase());
      if (own !== undefined) used.add(own);
    }
    written.push({ text, where, sql: withGroups(text) });
  }
  const tables = joined.filter(({ name }) => used.has(name));
  const read = [...used].filter((name) => !tables.some((one) => one.name === name));
  const source = withScores(rowsOf([...read, ...(made === undefined ? [] : [made.column])]), tables);
  const isText = (name: string) => !NUMBER.test(typeOf.get(name) ?? "VARCHAR");
  const maybe = [...used].filter((name) => isText(name) && !texts.includes(name) && !alone.has(name));
  const numeric = new Set(await numericColumns(file, source, maybe));
  const asText = (name: string) =>
    NESTED.test(typeOf.get(name) ?? "") ? `to_json(${identifier(name)})::VARCHAR` : `${identifier(name)}::VARCHAR`;
  const selected = [...used].flatMap((name) => {
    const as = ` AS ${identifier(name)}`;
    if (texts.includes(name))
      return [`${said(name, asText(name))}${as}`, `${asText(name)} AS ${identifier(rawText(name))}`];
    if (!isText(name)) return [`${identifier(name)}::DOUBLE${as}`];
    if (alone.has(name)) return [`${numberSql(asText(name))}${as}`, `${asText(name)} AS ${besides(name)}`];
    return [`${numeric.has(name) ? numberSql(asText(name)) : asText(name)}${as}`];
  });
  const hasLength = answer !== undefined && !byLower.has(LENGTH);
  const length = hasLength ? [`length(${said(answer, asText(answer))})::DOUBLE AS ${LENGTH}`] : [];
  const isFurther = made !== undefined && !byLower.has(made.name);
  const further = made === undefined ? [] : [`${made.sql(asText(made.column))} AS ${identifier(madeOf(made.name))}`];
  const named = isFurther ? [`${identifier(madeOf(made.name))} AS ${identifier(made.name)}`] : [];
  const isCompared = written.some(({ text, sql }) => !typeOf.has(text) && sql !== text);
  if (isCompared) await file.ask((connection) => connection.run(DEFINED));
  const keys = [group.sql(asText(group.column)), ...group.further.map((name) => `trim(${asText(name)})`)];
  const groups = isCompared ? [`${textNumber(...keys)} AS ${GROUP}`] : [];
  const typed = `SELECT ${["agon_row", ...selected, ...length, ...further, ...groups].join(", ")} FROM (${source})`;
  const rows = named.length === 0 ? typed : `SELECT *, ${named.join(", ")} FROM (${typed})`;
  for (const { text, where, sql } of written) {
    if (typeOf.has(text)) continue;
    const valid = [...names, ...(hasLength ? [LENGTH] : []), ...(isFurther ? [made.name] : [])];
    await checkMeaning(file.connection, { text: sql, shown: where, kind: "formula" }, rows, valid);
  }
  return {
    rows,
    scores: written.map(({ text, sql }) => ({ sql, ...(alone.has(text) && isText(text) ? { column: text } : {}) })),
    isWrong: (column) => wrongSql(besides(column)),
  };
}

/** Rows with scores of tables as further columns. */
function withScores(rows: string, tables: readonly JoinedScores[]): string {
  if (tables.length === 0) return rows;
  const each = tables.map(({ name }, k) => `, scores_${k}.score AS ${identifier(name)}`);
  const joins = tables.map(({ table }, k) => ` LEFT JOIN ${table} AS scores_${k} USING (agon_row)`);
  return `SELECT all_rows.*${each.join("")} FROM (${rows}) AS all_rows${joins.join("")}`;
}

/** Names in a formula, also with full stops, and what stands in quotes. */
const NAMES = /[A-Za-z_][\w.]*|'[^']*'|"[^"]*"/g;

/** A formula in which columns with full stops in their names are quoted, since SQL takes what is before one for a table. */
const withNames = (text: string, byLower: ReadonlyMap<string, string>): string =>
  text.replace(NAMES, (name) => {
    const own = byLower.get(name.toLowerCase());
    return own === undefined || !name.includes(".") ? name : identifier(own);
  });

const noNumber = (name: string, where: string): UserError => {
  const what = `the column "${name}" is of texts, or says which rollouts are looked at apart`;
  const hint = `give a number of each answer, such as "length(${name})"`;
  return new UserError({ code: "no-number", what, where, hint });
};

/** Those of these columns of texts in which every row that is not empty is a number. */
async function numericColumns(file: UserFile, rows: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const wrong = names.map((name) => `count(*) FILTER (${wrongSql(`${identifier(name)}::VARCHAR`)})::DOUBLE`);
  const reader = await file.ask((connection) => connection.runAndReadAll(`SELECT ${wrong.join(", ")} FROM (${rows})`));
  const counts = reader.getRowsJS()[0] ?? [];
  return names.filter((_, k) => counts[k] === 0);
}
