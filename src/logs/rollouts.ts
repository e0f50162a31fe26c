// Rollouts of a policy as a table of numbers in DuckDB, which spills to disk, so that memory does not grow with the file: answers to
// prompts, with what is wanted of each and what pays would have paid for it.

import { UserError, unknownName } from "../core/errors.ts";
import { identifier } from "../core/sql.ts";
import { type SkippedRows, skippedIn, skippedRows, WrongRows } from "./bad-rows.ts";
import { explained } from "./csv.ts";
import { type PayTerm, payTerms } from "./linear-terms.ts";
import { MessageTexts, type RolloutWords } from "./message-texts.ts";
import { PROMPT } from "./preference-columns.ts";
import { countRepeated } from "./relation.ts";
import { cutColumn, type RolloutShape, rolloutShape } from "./rollout-shape.ts";
import { makeTable, promptKey, scoreNames, TABLE } from "./rollout-table.ts";
import { piecesOf, type RowPiece } from "./row-pieces.ts";
import { type JoinedScores, type ScoredRows, type ScoreFormula, scoredRows } from "./score-formulas.ts";
import { openFile, placeOf, type UserFile } from "./user-file.ts";
import type { ReadingOptions, RowSource } from "./user-rows.ts";
import { column, missingColumn, usualColumns } from "./usual-columns.ts";

export const ROLLOUT_COLUMNS = [
  PROMPT,
  column("completion", "response answer output generation reply text", "what the policy answered; messages too"),
] as const;

/** A table in a private folder that holds the rollouts of the file that is named, in another form. */
export interface RolloutCopy {
  readonly path: string;
  /** Its folder, which is removed with it. */
  readonly folder: string;
  /** Whether messages locate rows by number; otherwise its lines are those of the file. */
  readonly isByRow: boolean;
}

/** What is read of a file of rollouts. */
export interface RolloutSource extends RowSource {
  /** Where the rollouts are read instead of the file. */
  readonly copy?: RolloutCopy;
  /** Whether prompts that differ by blanks alone are one. Default false. */
  readonly joinBlanks?: boolean;
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
  readonly shape: RolloutShape;
  /** SQL of a column's text, in which messages are readable texts. */
  said(column: string, text: string): string;
}

/** Reading options. */
export interface RolloutReading extends ReadingOptions {
  /** How messages and finish reasons are understood. */
  readonly words: RolloutWords;
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
  /** Rows without a prompt, and those without a value of `by`, which are not weighed. */
  readonly promptless: number;
  readonly partless: number;
  /** Answers that were cut off; null where nothing says so. */
  readonly cut: number | null;
  readonly read: SkippedRows;
  /** Terms of pays that are sums: which pay each is of, and its formula. */
  readonly terms: readonly PayTerm[];
  /** Values of `by`, in order: numbers by size, others by the alphabet; one that is empty without `by`. */
  readonly parts: readonly string[];
  /**
   * Number of rows that are equal to an earlier one in all columns of the file, which is read again for it, unless no two answers to a prompt
   * have the same text and scores.
   */
  repeated(hasEqual: boolean): Promise<number>;
  /** Runs a query over the table `agon_rollouts` and returns its rows as numbers, NaN where NULL. */
  numbers(sql: string): Promise<number[][]>;
  /**
   * Logged answers, those of a prompt together: `part`, `prompt`, `grp`, `answer` (equal for equal texts), `row`, `want`, `pay_0` …,
   * `term_0` …, `judge` where there is one. With a judge a want may be NaN.
   */
  answers(): Promise<AsyncIterable<RowPiece>>;
  /** Texts of rows, by their numbers. */
  texts(rows: readonly number[]): Promise<ReadonlyMap<number, RolloutText>>;
  close(): void;
}

/** Memory of DuckDB: what is larger is spilled to disk. */
const MEMORY = "150MB";

/** Opens a file of rollouts: CSV, JSON Lines, a JSON list or Parquet. Throws a UserError where columns are missing or rows are bad. */
export async function openRollouts(source: RolloutSource, options: RolloutReading): Promise<RolloutTable> {
  const { file: shown, where, skipBadRows = false, by, copy, joinBlanks = false } = source;
  const { signal, directory, onProgress, onNotice, words, groups } = options;
  const path = copy?.path ?? placeOf(shown, directory);
  const place = copy === undefined ? {} : { overflow: copy.folder, isByRow: copy.isByRow };
  const file = await openFile({ path, shown, where, skipBadRows, signal, memory: MEMORY, ...place });
  try {
    onProgress?.(`reading ${shown}`);
    await file.checkCondition();
    const shape = await rolloutShape(file);
    const { columns } = shape;
    const own = ownColumns(
      source,
      columns.map(({ name }) => name),
      file.heading,
    );
    const texts = [...new Set([...own.values(), ...(by === undefined ? [] : [by])])];
    const messages = await MessageTexts.over(file.connection, own, words);
    const cut = await cutColumn(file, shape, words.isCut);
    const joined = (await source.scored?.({ file, own, shape, said: messages.said })) ?? [];
    const terms = await payTerms(file, [...columns, ...joined], source.pays);
    const judge = source.judge === undefined ? [] : [source.judge];
    const formulas = terms.map(({ pay, text }) => ({ where: source.pays[pay].where, text }));
    const prompt = own.get("prompt") ?? "";
    const scored = await scoredRows(file, columns, [source.want, ...source.pays, ...formulas, ...judge], {
      ...{
        texts,
        joined,
        rows: shape.rows,
        said: messages.said,
        made: cut && { ...cut, name: "cut", column: cut.name },
      },
      answer: own.get("completion"),
      group: { column: prompt, sql: (text) => promptKey(text, joinBlanks), further: by === undefined ? [] : [by] },
    });
    const wrong = await wrongRows(file, scored);
    const read = await skippedIn(file, wrong, { skipBadRows });
    if (read.skipped > 0) onNotice?.(skippedRows(shown, read.skipped, read.reasons));
    const names = scoreNames(source.pays.length, terms.length, judge.length > 0);
    const parts = await makeTable(file, scored, { own, by, groups, joinBlanks, hasCut: cut !== undefined, names });
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

/** Rows in which a column of scores holds another text than a number. */
async function wrongRows(file: UserFile, { rows, scores, isWrong }: ScoredRows): Promise<WrongRows> {
  const wrong = new WrongRows();
  const names = [...new Set(scores.flatMap(({ column: own }) => own ?? []))];
  if (names.length === 0) return wrong;
  // A file is parsed anew by each query, so that all columns are looked at in one.
  const faults = names.map((name, k) => `(${isWrong(name)}) AS wrong_${k}`);
  const columns = [
    { name: "row", sql: "row" },
    ...names.map((_, k) => ({ name: `wrong_${k}`, sql: `wrong_${k}::DOUBLE` })),
  ];
  const any = names.map((_, k) => `wrong_${k}`).join(" OR ");
  const from = `(SELECT * FROM (SELECT agon_row::DOUBLE AS row, ${faults.join(", ")} FROM (${rows})) WHERE ${any})`;
  for await (const piece of await piecesOf(file, { columns, from }, {})) {
    const at = piece.numbers("row");
    for (const [k, column] of names.entries()) {
      const isBad = piece.numbers(`wrong_${k}`);
      for (let row = 0; row < piece.rows; row++)
        if (isBad[row] === 1) wrong.add({ row: at[row], column, what: "is no number" });
    }
  }
  return wrong;
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
  const without = [...missing, "prompt IS NULL", "part IS NULL"];
  const [lacking] = await numbers(
    `SELECT ${without.map((one) => `count(*) FILTER (${one})`).join(", ")} FROM ${TABLE}`,
  );
  const [unscored, [promptless, partless]] = [lacking.slice(0, -2), lacking.slice(-2)];
  await file.ask((connection) => connection.run(`DELETE FROM ${TABLE} WHERE ${without.join(" OR ")}`));
  const kinds = (name: string) => `(SELECT count(*) FROM (SELECT part, ${name} FROM ${TABLE} GROUP BY ALL))`;
  const [[rows, prompts, bare, told, cut]] = await numbers(
    `SELECT count(*), ${kinds("prompt")}, ${kinds("bare")}, count(cut), count(*) FILTER (cut = 1) FROM ${TABLE}`,
  );
  const options = {
    ...(watch.signal === undefined ? {} : { signal: watch.signal }),
    ...(watch.onProgress === undefined ? {} : { onProgress: watch.onProgress }),
  };
  return {
    ...{
      file,
      own,
      rows,
      prompts,
      blanks: prompts - bare,
      unscored,
      promptless,
      partless,
      read,
      parts,
      terms,
      numbers,
    },
    cut: told === 0 ? null : cut,
    async repeated(hasEqual) {
      // Where all rows of the file are answers, equal ones have equal texts and scores.
      const isWhole = own.has("completion") && read.skipped === 0 && lacking.every((none) => none === 0);
      return isWhole && !hasEqual ? 0 : countRepeated(file);
    },
    answers() {
      const columns = ["part", "prompt", "grp", "answer", "row", ...names];
      return piecesOf(
        file,
        { columns: columns.map((name) => ({ name, sql: `${name}::DOUBLE` })), from: TABLE },
        options,
      );
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
