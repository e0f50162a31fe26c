// Rollouts of a policy as a table of numbers in DuckDB, which spills to disk, so that memory does not grow with the file: answers to
// prompts, with what is wanted of each and what pays would have paid for it.

import { UserError, unknownName } from "../core/errors.ts";
import { identifier, quoted } from "../core/sql.ts";
import { type SkippedRows, skippedIn, skippedRows, WrongRows } from "./bad-rows.ts";
import { explained } from "./csv.ts";
import { type PayTerm, payTerms } from "./linear-terms.ts";
import { flatColumns } from "./nested-columns.ts";
import { PROMPT } from "./preference-columns.ts";
import { piecesOf, type RowPiece } from "./row-pieces.ts";
import { type JoinedScores, type ScoredRows, type ScoreFormula, scoredRows } from "./score-formulas.ts";
import { type FileColumn, openFile, placeOf, type UserFile } from "./user-file.ts";
import type { ReadingOptions, RowSource } from "./user-rows.ts";
import { column, missingColumn, usualColumns } from "./usual-columns.ts";

export const ROLLOUT_COLUMNS = [
  PROMPT,
  column("completion", "response answer output generation reply text", "what the policy answered; messages too"),
] as const;

/** What is read of a file of rollouts. */
export interface RolloutSource extends RowSource {
  readonly want: ScoreFormula;
  readonly pays: readonly ScoreFormula[];
  /** A score of all answers, where the want is known of a part of them. */
  readonly judge?: ScoreFormula;
  /** A column by whose values rollouts are looked at apart, such as the step of a training. */
  readonly by?: string;
  /** Computes scores of answers, whose names formulas may use as columns. */
  readonly scored?: (log: OpenedRollouts) => Promise<readonly JoinedScores[]>;
}

/** A file of rollouts before its numbers are read. */
export interface OpenedRollouts {
  readonly file: UserFile;
  /** The file's names of prompt and completion. */
  readonly own: ReadonlyMap<string, string>;
  readonly columns: readonly FileColumn[];
}

/** Reading options. */
export interface RolloutReading extends ReadingOptions {
  readonly onNotice?: (text: string) => void;
  /** Number of groups into which prompts fall by a hash of their text. */
  readonly groups: number;
}

/** An answer as it was logged. */
export interface RolloutText {
  readonly prompt: string;
  readonly completion: string;
}

/** Valid rollouts. */
export interface RolloutTable {
  readonly file: UserFile;
  /** The file's names of prompt and completion. */
  readonly own: ReadonlyMap<string, string>;
  /** Logged answers with all numbers, and prompts. */
  readonly rows: number;
  readonly prompts: number;
  /** Prompts that differ from another one by blanks alone. */
  readonly blanks: number;
  /** Rows without a number of each score, which are not weighed: of the want, or the judge where there is one, then of the pays. */
  readonly unscored: readonly number[];
  readonly read: SkippedRows;
  /** Terms of pays that are sums: which pay each is of, and its formula. */
  readonly terms: readonly PayTerm[];
  /** Values of `by`, in order: numbers by size, others by the alphabet; one that is empty without `by`. */
  readonly parts: readonly string[];
  /** Runs a query over the table `agon_rollouts` and returns its rows as numbers, NaN where NULL. */
  numbers(sql: string): Promise<number[][]>;
  /**
   * Different answers, those of a prompt together: `part`, `prompt`, `grp`, `mass` (times it was logged), `row`, `want`, `pay_0` …,
   * `term_0` …, `judge` where there is one, in an order that the file's order does not change. With a judge a want may be NaN.
   */
  answers(): Promise<AsyncIterable<RowPiece>>;
  /** Texts of rows, by their numbers. */
  texts(rows: readonly number[]): Promise<ReadonlyMap<number, RolloutText>>;
  close(): void;
}

const TABLE = "agon_rollouts";

/** Maximum number of values of `by`. */
const MOST_PARTS = 1000;

/** Opens a file of rollouts: CSV, JSON Lines, a JSON list or Parquet. Throws a UserError where columns are missing or rows are bad. */
export async function openRollouts(source: RolloutSource, options: RolloutReading): Promise<RolloutTable> {
  const { file: shown, where, skipBadRows = false, by } = source;
  const { signal, directory, onProgress, onNotice } = options;
  const path = placeOf(shown, directory);
  const file = await openFile({ path, shown, where, skipBadRows, signal });
  try {
    onProgress?.(`reading ${shown}`);
    await file.checkCondition();
    const columns = await flatColumns(file);
    const own = ownColumns(
      source,
      columns.map(({ name }) => name),
      file.heading,
    );
    const texts = [...new Set([...own.values(), ...(by === undefined ? [] : [by])])];
    const joined = (await source.scored?.({ file, own, columns })) ?? [];
    const terms = await payTerms(file, [...columns, ...joined], source.pays);
    const judge = source.judge === undefined ? [] : [source.judge];
    const formulas = terms.map(({ pay, text }) => ({ where: source.pays[pay].where, text }));
    const scored = await scoredRows(file, columns, [source.want, ...source.pays, ...formulas, ...judge], {
      ...{ texts, joined, group: [own.get("prompt") ?? "", ...(by === undefined ? [] : [by])] },
      answer: own.get("completion"),
    });
    const wrong = await wrongRows(file, scored);
    const read = await skippedIn(file, wrong, { skipBadRows });
    if (read.skipped > 0) onNotice?.(skippedRows(shown, read.skipped, read.reasons));
    const names = namesOf(source.pays.length, terms.length, judge.length > 0);
    const parts = await makeTable(file, scored, { own, by, names, groups: options.groups });
    return await tableOf(file, own, scored, { read, parts, terms, names, signal, onProgress });
  } catch (error) {
    file.close();
    signal?.throwIfAborted();
    throw await explained(error, path, shown);
  }
}

function ownColumns(source: RolloutSource, columns: readonly string[], where: string): ReadonlyMap<string, string> {
  const question = { where, option: "--columns", records: "rollouts" };
  const { names, problems } = usualColumns(ROLLOUT_COLUMNS, columns, source.columns ?? {}, question);
  const gaps = names.has("prompt") ? [] : [missingColumn("prompt", columns, where, "--columns prompt=…")];
  const { by } = source;
  const unknown =
    by === undefined || columns.includes(by) ? [] : [{ ...unknownName("column", by, columns), where: "--by" }];
  if (problems.length + gaps.length + unknown.length > 0) throw new UserError([...problems, ...gaps, ...unknown]);
  return names;
}

/** Names of scores in the table: of the want, the pays, terms of pays, and a judge. */
const namesOf = (pays: number, terms: number, isJudged: boolean): string[] => [
  "want",
  ...Array.from({ length: pays }, (_, k) => `pay_${k}`),
  ...Array.from({ length: terms }, (_, k) => `term_${k}`),
  ...(isJudged ? ["judge"] : []),
];

/** Rows in which a column of scores holds another text than a number. */
async function wrongRows(file: UserFile, { rows, scores, isWrong }: ScoredRows): Promise<WrongRows> {
  const wrong = new WrongRows();
  for (const name of new Set(scores.flatMap(({ column: own }) => own ?? []))) {
    const from = `(SELECT agon_row::DOUBLE AS row FROM (${rows}) WHERE ${isWrong(name)})`;
    for await (const piece of await piecesOf(file, { columns: [{ name: "row", sql: "row" }], from }, {})) {
      const at = piece.numbers("row");
      for (let k = 0; k < piece.rows; k++) wrong.add({ row: at[k], column: name, what: "is no number" });
    }
  }
  return wrong;
}

/** Makes the table and returns the values of `by`. */
async function makeTable(
  file: UserFile,
  { rows, scores }: ScoredRows,
  {
    own,
    by,
    names,
    groups,
  }: {
    readonly own: ReadonlyMap<string, string>;
    readonly by: string | undefined;
    readonly names: readonly string[];
    readonly groups: number;
  },
): Promise<string[]> {
  const run = (sql: string) => file.ask((connection) => connection.run(sql));
  const prompt = `trim(${identifier(own.get("prompt") ?? "")})`;
  const completion = own.get("completion");
  const answer = completion === undefined ? "agon_row" : `hash(${identifier(completion)})`;
  const parts = by === undefined ? [""] : await valuesOf(file, rows, by);
  const values = parts.map((value, k) => `(${quoted(value)}, ${k})`).join(", ");
  const joined =
    by === undefined
      ? `SELECT *, 0 AS agon_part FROM (${rows})`
      : `SELECT all_rows.*, known.part AS agon_part FROM (${rows}) AS all_rows JOIN (VALUES ${values}) AS known(value, part) ON trim(all_rows.${identifier(by)}::VARCHAR) = known.value`;
  const selected = [
    "agon_part::USMALLINT AS part",
    // As many bits of the hash as a number holds exactly.
    `(hash(${prompt}) >> 11)::DOUBLE AS prompt`,
    `(hash(${prompt}) % ${groups})::UTINYINT AS grp`,
    `hash(replace(replace(${prompt}, ' ', ''), chr(10), '')) AS bare`,
    `${answer} AS answer`,
    "agon_row::DOUBLE AS row",
    ...scores.map(({ sql }, k) => `((${sql}\n))::DOUBLE AS ${names[k]}`),
  ];
  await run(`CREATE TEMP TABLE ${TABLE} AS SELECT ${selected.join(", ")} FROM (${joined})`);
  return parts;
}

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
  const order = new Intl.Collator("en", { numeric: true });
  return values.sort((a, b) => Number(a) - Number(b) || order.compare(a, b) || (a < b ? -1 : 1));
}

async function tableOf(
  file: UserFile,
  own: ReadonlyMap<string, string>,
  { rows: typed }: ScoredRows,
  {
    read,
    parts,
    terms,
    names,
    ...watch
  }: Pick<RolloutTable, "read" | "parts" | "terms"> & {
    readonly names: readonly string[];
    readonly signal: AbortSignal | undefined;
    readonly onProgress: ((text: string) => void) | undefined;
  },
): Promise<RolloutTable> {
  const numbers = async (sql: string): Promise<number[][]> => {
    const reader = await file.ask((connection) => connection.runAndReadAll(sql));
    return reader.getRowsJS().map((row) => row.map((value) => (value === null ? Number.NaN : Number(value))));
  };
  // A term that is missing is missing from its pay, and a judge stands for a want.
  const pays = names.filter((name) => name.startsWith("pay_"));
  const missing = [names.includes("judge") ? "judge" : "want", ...pays].map(
    (name) => `NOT coalesce(isfinite(${name}), false)`,
  );
  const [unscored] = await numbers(
    `SELECT ${missing.map((one) => `count(*) FILTER (${one})`).join(", ")} FROM ${TABLE}`,
  );
  await file.ask((connection) => connection.run(`DELETE FROM ${TABLE} WHERE ${missing.join(" OR ")}`));
  const [[rows, prompts, bare]] = await numbers(
    `SELECT count(*), count(DISTINCT hash(part, prompt)), count(DISTINCT hash(part, bare)) FROM ${TABLE}`,
  );
  const options = {
    ...(watch.signal === undefined ? {} : { signal: watch.signal }),
    ...(watch.onProgress === undefined ? {} : { onProgress: watch.onProgress }),
  };
  return {
    ...{ file, own, rows, prompts, blanks: prompts - bare, unscored, read, parts, terms, numbers },
    async answers() {
      const keys = `part, prompt, grp, answer, ${names.join(", ")}`;
      const [[different]] = await numbers(`SELECT count(DISTINCT hash(${keys})) FROM ${TABLE}`);
      const once = `SELECT ${keys}, 1 AS mass, row FROM ${TABLE}`;
      const together = `SELECT ${keys}, count(*) AS mass, min(row) AS row FROM ${TABLE} GROUP BY ${keys}`;
      const order = `part, prompt, ${names.join(", ")}, answer`;
      const columns = ["part", "prompt", "grp", "mass", "row", ...names];
      const from = `(SELECT * FROM (${different < rows ? together : once}) ORDER BY ${order})`;
      return piecesOf(file, { columns: columns.map((name) => ({ name, sql: `${name}::DOUBLE` })), from }, options);
    },
    async texts(wanted) {
      const found = new Map<number, RolloutText>();
      if (wanted.length === 0) return found;
      const columns = [
        { name: "row", sql: "agon_row::DOUBLE" },
        ...[...own].map(([name, column]) => ({ name, sql: `${identifier(column)}::VARCHAR` })),
      ];
      const from = `(${typed}) WHERE agon_row IN (${wanted.join(", ")})`;
      for await (const piece of await piecesOf(file, { columns, from }, options)) {
        const at = piece.numbers("row").slice(0, piece.rows);
        for (const [k, row] of at.entries())
          found.set(row, { prompt: piece.text("prompt", k) ?? "", completion: piece.text("completion", k) ?? "" });
      }
      return found;
    },
    close: file.close,
  };
}
