// A log of clicks as a table of numbers in DuckDB, which spills to disk, so memory does not grow with the file. Bad rows are found once.

import { listed } from "../core/checked.ts";
import { type Problem, UserError } from "../core/errors.ts";
import type { Preparation } from "../core/registry.ts";
import { identifier, textNumber } from "../core/sql.ts";
import { type SkippedRows, skippedIn, skippedRows, WrongRows } from "./bad-rows.ts";
import { explained } from "./csv.ts";
import { CLICKS, LAST_POSITION, nameColumns } from "./kinds.ts";
import { unnested } from "./list-rows.ts";
import type { Mapping } from "./log-columns.ts";
import { settledSource } from "./log-settings.ts";
import { flatColumns } from "./nested-columns.ts";
import { emptyLog, logFile, type Relation, relationOf } from "./relation.ts";
import { piecesOf } from "./row-pieces.ts";
import { type LogInput, type LogSource, logSource } from "./source.ts";
import { openFile, placeOf, tooLong, type UserFile } from "./user-file.ts";
import { bareName, usualNames } from "./usual-names.ts";

/** Reading options. Paths are relative to `directory`, by default the working folder. */
export interface ClickOptions extends Partial<Omit<Preparation, "cache">> {
  /** How the user maps columns; default as in an experiment. */
  readonly mapping?: Mapping;
}

/** Pages fall into so many groups by a hash of their names. */
export const PAGE_GROUPS = 20;

/** Table of the valid rows of a log of clicks. */
export interface ClickTable {
  /**
   * Name of the table, with the columns `page`, `pair` (query and item) and their group `grp` of pages, `position` and `other` (NULL where
   * the item is not on the page), `click`, and `propensity` and `chance` where the file has them.
   */
  readonly table: string;
  readonly file: UserFile;
  /** The file's names of the columns that it has. */
  readonly own: ReadonlyMap<string, string>;
  /** Whether several rows are one page. */
  readonly paged: boolean;
  /** Number of valid rows, and of their items that were shown. */
  readonly rows: number;
  readonly shown: number;
  readonly read: SkippedRows;
  close(): void;
}

/**
 * Opens a log of clicks (columns as in `CLICKS`, by these names or usual ones): CSV, JSON or Parquet, also Parquet with lists, a row for each
 * page. Throws a UserError where it is invalid.
 */
export async function openClicks(input: LogInput, options: ClickOptions = {}): Promise<ClickTable> {
  const named = logSource.parse(input);
  const directory = options.directory ?? process.cwd();
  const settled = settledSource(CLICKS, named, directory, { hint: `paths start from ${directory}` });
  const path = placeOf(settled.file, directory);
  const opened = await openFile({ ...logFile(path, settled), signal: options.signal });
  try {
    options.onProgress?.(`reading ${settled.file}`);
    const columns = (await flatColumns(opened)).map(({ name }) => name);
    const source = withUsualNames(settled, columns, opened.heading);
    const file = await unnested(opened, new Set(CLICK_COLUMNS.map((name) => source.columns?.[name] ?? name)));
    const relation = withOneRanking(await relationOf(file, CLICKS, source, options.mapping), settled);
    const paged = relation.own.has("page") || file !== opened;
    await makeTable(relation, paged);
    const wrong = await wrongRows(relation, paged, options);
    const read = await skippedIn(file, wrong, source);
    const { skipped, reasons } = read;
    if (relation.own.has("score")) await rankByScore(file);
    const counted = await countsOf(relation, reasons[0]);
    if (skipped > 0) options.onNotice?.(skippedRows(source.file, skipped, reasons));
    return { table: TABLE, file, own: relation.own, paged, ...counted, read, close: file.close };
  } catch (error) {
    opened.close();
    options.signal?.throwIfAborted();
    throw await explained(error, path, settled.file);
  }
}

const CLICK_COLUMNS = [...nameColumns(CLICKS).map(({ column }) => column), ...CLICKS.numbers.map(({ name }) => name)];

/** Adds columns by their usual names. Throws a UserError where two may be meant. */
function withUsualNames(source: LogSource, columns: readonly string[], where: string): LogSource {
  const said = { ...source.columns };
  const problems: Problem[] = [];
  const taken = new Set([...Object.values(said), ...CLICK_COLUMNS.filter((name) => columns.includes(name))]);
  for (const name of CLICK_COLUMNS) {
    if (said[name] !== undefined || columns.includes(name)) continue;
    const usual = usualNames(CLICKS, name);
    const all = columns.filter((own) => !taken.has(own) && (bareName(own) === name || usual.includes(bareName(own))));
    if (all.length === 1) said[name] = all[0];
    if (all.length < 2) continue;
    const what = `${listed(all.map((own) => `"${own}"`))} are each a usual name of the ${name}`;
    const hint = `say ${all.map((own) => `--columns ${name}=${own}`).join(" or ")}`;
    problems.push({ code: "two-readings", what, where, hint });
  }
  if (problems.length > 0) throw new UserError(problems);
  return { ...source, columns: said };
}

/** Columns of which each describes another ranking. */
const RANKINGS = ["other", "score", "chance"];

/**
 * Leaves one description of another ranking, the one that the user has mapped. Throws a UserError where several are left, or where chances
 * have no propensities to be compared with.
 */
function withOneRanking(relation: Relation, { columns = {}, file }: LogSource): Relation {
  const given = RANKINGS.filter((name) => relation.own.has(name));
  const said = given.filter((name) => columns[name] !== undefined);
  const kept = said.length > 0 ? said : given;
  if (kept.length > 1) {
    const what = `${listed(kept.map((name) => `"${relation.own.get(name)}"`))} each describe another ranking`;
    const hint = `say which one is meant: ${kept.map((name) => `--columns ${name}=${relation.own.get(name)}`).join(" or ")}`;
    throw new UserError({ code: "two-readings", what, where: file, hint });
  }
  const own = new Map([...relation.own].filter(([name]) => !RANKINGS.includes(name) || kept.includes(name)));
  if (own.has("chance") && !own.has("propensity")) {
    const what = `has "${own.get("chance")}", chances of another ranking, and no column "propensity" to compare them with`;
    throw new UserError({ code: "missing-column", what, where: file });
  }
  return { ...relation, own };
}

const TABLE = "agon_clicks";
/** Characters of a cell that a message shows. */
const LONGEST_SHOWN = 40;

/** A fault of a row: its column, the SQL that is true of it, what it is, and whether the message shows the cell. */
interface Fault {
  readonly column: string;
  readonly when: string;
  readonly what: string;
  readonly isShown?: true;
}

/** Columns of numbers that may be empty: a text in them is none the less a fault. */
const MAYBE_EMPTY = CLICKS.numbers.filter(({ mayBeEmpty }) => mayBeEmpty === true).map(({ name }) => name);

function faultsOf({ own }: Relation): readonly Fault[] {
  const has = (name: string) => own.has(name);
  const names = ["page", "query", "item"].filter(has);
  const notWhole = (name: string) =>
    `NOT coalesce(${name} BETWEEN 0 AND ${LAST_POSITION} AND ${name} = floor(${name}), true)`;
  const whole = `is no whole number from 0 to ${LAST_POSITION.toLocaleString("en-US")}`;
  const all: readonly (Fault & { readonly needs?: string })[] = [
    ...names.map((name) => ({ column: name, when: `${name} IS NULL`, what: "is empty" })),
    ...MAYBE_EMPTY.map((name) => ({ column: name, when: `${name}_unread`, what: "is no number", needs: name })),
    { column: "position", when: notWhole("position"), what: whole },
    {
      column: "click",
      when: "coalesce(click NOT IN (0, 1), position IS NOT NULL)",
      what: "is neither 0 nor 1",
      isShown: true,
    },
    {
      column: "click",
      when: "click = 1 AND position IS NULL",
      what: "is 1, and the item was never shown: its position is empty",
    },
    {
      column: "propensity",
      when: "position IS NOT NULL AND NOT coalesce(propensity > 0 AND propensity <= 1, false)",
      what: "is not above 0 and at most 1, and the item was shown",
      needs: "propensity",
    },
    { column: "other", when: notWhole("other"), what: whole, needs: "other" },
    {
      column: "score",
      when: "NOT coalesce(isfinite(score), false)",
      what: "is empty or no number",
      needs: "score",
    },
    {
      column: "chance",
      when: "NOT coalesce(chance BETWEEN 0 AND 1, false)",
      what: "is no number from 0 to 1",
      needs: "chance",
    },
  ];
  return all.filter(({ needs }) => needs === undefined || has(needs));
}

/** Number of a fault of a position that an earlier row of the page has. */
const REPEATED = 255;

async function makeTable(relation: Relation, paged: boolean): Promise<void> {
  const { file, own, rows, columns } = relation;
  const has = (name: string) => own.has(name);
  const read = ["page", "query", "item", "position", "click", "propensity", "other", "score", "chance"].filter(has);
  const values = read.map((name) => `${columns.get(name)} AS ${name}`);
  const unread = MAYBE_EMPTY.filter(has).map((name) => {
    const text = `trim(CAST(${identifier(own.get(name) ?? name)} AS VARCHAR))`;
    return `CASE WHEN ${columns.get(name)} IS NULL THEN coalesce(${text}, '') <> '' ELSE false END AS ${name}_unread`;
  });
  const click = `left(trim(CAST(${identifier(own.get("click") ?? "click")} AS VARCHAR)), ${LONGEST_SHOWN}) AS said`;
  const raw = `SELECT agon_row, ${[...values, ...unread, click].join(", ")} FROM (${rows})`;
  const faults = faultsOf(relation).map(({ when }, k) => `WHEN ${when} THEN ${k + 1}`);
  const checked = `SELECT *, CASE ${faults.join(" ")} ELSE 0 END AS fault FROM (${raw})`;
  // A session may ask for several pages; its clicks stay in one group.
  const session = has("page") ? "page" : "agon_row";
  const within = [session, ...(has("query") && paged ? ["query"] : [])];
  const selected = [
    "agon_row",
    "fault::UTINYINT AS fault",
    "CASE WHEN fault > 0 THEN said END AS said",
    `${has("page") || within.length > 1 ? textNumber(...within) : "agon_row::UBIGINT"} AS page`,
    // Sessions of one hash may share a group.
    `(hash(${session}) % ${PAGE_GROUPS})::UTINYINT AS grp`,
    `${textNumber(...["query"].filter(has), "item")} AS pair`,
    "TRY_CAST(CASE WHEN fault = 0 THEN position END AS USMALLINT) AS position",
    "coalesce(TRY_CAST(CASE WHEN fault = 0 THEN click END AS UTINYINT), 0) AS click",
    ...(has("other") ? ["TRY_CAST(CASE WHEN fault = 0 THEN other END AS USMALLINT) AS other"] : []),
    ...["propensity", "chance", "score"].filter(has).map((name) => `${name}::DOUBLE AS ${name}`),
  ];
  const sql = `CREATE TEMP TABLE ${TABLE} AS SELECT ${selected.join(", ")} FROM (${checked})`;
  await file.ask((connection) => connection.run(sql));
}

/** Bad rows of the table, which are removed from it: those with a fault, and repeated positions of a page. */
async function wrongRows(relation: Relation, paged: boolean, options: ClickOptions): Promise<WrongRows> {
  const { file } = relation;
  const wrong = new WrongRows();
  if (paged) await markRepeated(file);
  const faults = faultsOf(relation);
  const first = `CASE WHEN fault = ${REPEATED} THEN first_value(agon_row) OVER (PARTITION BY page, position ORDER BY rowid) END`;
  const bad = `SELECT agon_row::DOUBLE AS row, fault::DOUBLE AS fault, (${first})::DOUBLE AS first, position::DOUBLE AS position, said FROM ${TABLE}`;
  const any = await file.ask((connection) =>
    connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${TABLE} WHERE fault > 0`),
  );
  if (Number(any.getRowsJS()[0]?.[0]) === 0) return wrong;
  const columns = ["row", "fault", "first", "position"].map((name) => ({ name, sql: name }));
  const read = [...columns, { name: "said", sql: "said" }];
  for await (const piece of await piecesOf(file, { columns: read, from: `(${bad}) WHERE fault > 0` }, options)) {
    const [rows, numbers, firsts, positions] = columns.map(({ name }) => piece.numbers(name).slice(0, piece.rows));
    for (const [k, row] of rows.entries()) {
      if (numbers[k] === REPEATED) {
        const what = `${positions[k]} repeats that of another item of the page,`;
        const hint = "each page view has a name of its own";
        wrong.add({ row, column: "position", what, reason: "repeated on a page", against: firsts[k], hint });
      } else {
        const { column, what, isShown } = faults[numbers[k] - 1];
        const cell = isShown === true ? (piece.text("said", k) ?? "") : undefined;
        const seen = cell === undefined ? what : cell === "" ? "is empty" : `${JSON.stringify(cell)} ${what}`;
        wrong.add({ row, column, what: seen, reason: what });
      }
    }
  }
  await file.ask((connection) => connection.run(`DELETE FROM ${TABLE} WHERE fault > 0`));
  return wrong;
}

/** Marks rows whose position an earlier row of their page has. */
async function markRepeated(file: UserFile): Promise<void> {
  // Bits of positions by page, which costs a tenth of comparing rows.
  const bits = "bit_or(1::UBIGINT << (position % 64)::UBIGINT)";
  const shown = `FROM ${TABLE} WHERE fault = 0 AND position IS NOT NULL`;
  const pages = `SELECT page ${shown} GROUP BY page, position // 64 HAVING bit_count(${bits}) < count(*)`;
  const some = await file.ask((connection) => connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM (${pages})`));
  if (Number(some.getRowsJS()[0]?.[0]) === 0) return;
  // Elements of a list have one row number.
  const nth = `SELECT rowid AS id, row_number() OVER (PARTITION BY page, position ORDER BY rowid) AS nth ${shown} AND page IN (${pages})`;
  const mark = `UPDATE ${TABLE} SET fault = ${REPEATED} WHERE rowid IN (SELECT id FROM (${nth}) WHERE nth > 1)`;
  await file.ask((connection) => connection.run(mark));
}

/** Replaces scores by positions: the best of a page's items in its first position; equal ones stay in their order. */
async function rankByScore(file: UserFile): Promise<void> {
  const ranked = `SELECT *, row_number() OVER (PARTITION BY page ORDER BY score DESC, position, agon_row) AS place FROM ${TABLE}`;
  const all = "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING";
  const other = `nth_value(position, place) OVER (PARTITION BY page ORDER BY position NULLS LAST, agon_row ${all})`;
  const made = `SELECT * EXCLUDE (score, place), (${other})::USMALLINT AS other FROM (${ranked})`;
  await file.ask((connection) => connection.run(`CREATE TEMP TABLE agon_ranked AS ${made}`));
  await file.ask((connection) => connection.run(`DROP TABLE ${TABLE}`));
  await file.ask((connection) => connection.run(`ALTER TABLE agon_ranked RENAME TO ${TABLE}`));
}

/** Counts valid rows and shown items. Throws a UserError where no item was shown, or too many rows are read. */
async function countsOf(
  { file, source }: Relation,
  bad: string | undefined,
): Promise<Pick<ClickTable, "rows" | "shown">> {
  const counted = `SELECT count(*)::DOUBLE, count(position)::DOUBLE FROM ${TABLE}`;
  const reader = await file.ask((connection) => connection.runAndReadAll(counted));
  const [rows, shown] = (reader.getRowsJS()[0] ?? []).map(Number);
  if (shown === 0) throw emptyLog(CLICKS, source, bad);
  if (rows > file.mostRows) throw tooLong(file, rows);
  return { rows, shown };
}
