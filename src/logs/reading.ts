// Reads a user's file into a stored log: DuckDB streams the rows, each is validated, and the rows of a record are combined. Memory does not
// grow with the file.

import { shortened } from "../core/errors.ts";
import { FORMATS } from "../core/formats.ts";
import type { Preparation } from "../core/registry.ts";
import { identifier, quoted, textNumber } from "../core/sql.ts";
import { type BadRow, NO_NUMBER, NO_TIME, skippedIn, WrongRows } from "./bad-rows.ts";
import { type LogHeader, RecordWriter, widthOf } from "./kept-log.ts";
import { type Contradiction, type LogColumn, type LogKind, TIME } from "./kinds.ts";
import { RecentItems } from "./recent-items.ts";
import { emptyLog, namesIn, type Relation } from "./relation.ts";
import { piecesOf, type Selection } from "./row-pieces.ts";

/** Writes a relation to a file of records. Throws a UserError with the first bad rows, unless the source skips them. */
export async function readRecords(
  relation: Relation,
  file: string,
  options: Pick<Preparation, "onProgress" | "signal"> = {},
): Promise<LogHeader> {
  const { kind, source } = relation;
  const columns = columnsOf(relation);
  const parties = await partiesOf(relation);
  const reader = new RecordReader(relation, columns, parties, file);
  const wrong = new WrongRows();
  const selection = selectionOf(relation, columns, parties);
  let rows = 0;
  try {
    for await (const piece of await piecesOf(relation.file, selection, options, "reading ")) {
      const values = selection.columns.map(({ name }) => piece.numbers(name));
      for (let r = 0; r < piece.rows; r++) {
        const what = reader.add(values, r);
        if (what !== undefined) wrong.add({ row: values[0][r], ...what });
      }
      rows += piece.rows;
    }
    reader.end();
  } finally {
    reader.close();
  }
  await quoteTexts(relation, wrong);
  const { skipped, reasons, counts } = await skippedIn(relation.file, wrong, {
    columns: Object.fromEntries(relation.own),
    skipBadRows: source.skipBadRows,
  });
  if (reader.records === 0) throw emptyLog(kind, source, reasons[0]);
  return {
    format: FORMATS.log,
    kind: kind.name,
    file: source.file,
    records: reader.records,
    rows: rows - wrong.count,
    parties: [...parties],
    numbers: columns.map(({ name }) => name),
    assumed: columns.flatMap(({ name, sql, otherwise }) =>
      sql === undefined ? [{ name, value: otherwise ?? 0 }] : [],
    ),
    most: [...reader.most],
    best: [...reader.best],
    first: reader.first,
    last: reader.last,
    skipped,
    lessened: reader.items.lessened,
    unread: skipped - wrong.count,
    reasons: [...reasons],
    counts: [...counts],
    dropped: await droppedRows(relation),
    blocks: [...reader.blocks],
  };
}

/** Number of dropped duplicate rows. */
async function droppedRows({ file, dropped }: Relation): Promise<number> {
  if (dropped === undefined) return 0;
  const reader = await file.ask((connection) => connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM (${dropped})`));
  return Number(reader.getRowsJS()[0]?.[0] ?? 0);
}

/** Adds the original text of unreadable fields to the messages of their rows. */
async function quoteTexts({ file, rows, own }: Relation, wrong: WrongRows): Promise<void> {
  const unread = wrong.told.filter(({ reason }) => reason === NO_TIME || reason === NO_NUMBER);
  const columns = [...new Set(unread.map(({ column }) => column))].filter((name) => own.has(name));
  if (columns.length === 0) return;
  const texts = columns.map((name) => `, CAST(${identifier(own.get(name) ?? "")} AS VARCHAR)`).join("");
  const places = unread.map(({ row }) => row).join(", ");
  const sql = `SELECT agon_row::DOUBLE${texts} FROM (${rows}) WHERE agon_row IN (${places})`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  const fieldsByRow = new Map(reader.getRowsJS().map(([row, ...fields]) => [Number(row), fields]));
  const withText = (one: BadRow): BadRow => {
    const text = fieldsByRow.get(one.row)?.[columns.indexOf(one.column)];
    if (!unread.includes(one) || typeof text !== "string" || text.trim() === "") return one;
    return { ...one, what: `${JSON.stringify(shortened(text))} is ${one.reason ?? ""}` };
  };
  wrong.reword(withText);
}

/** A numeric column with the SQL that reads it. */
interface ReadColumn extends LogColumn {
  readonly sql: string | undefined;
}

function columnsOf({ kind: { numbers, family }, columns, family: names }: Relation): ReadColumn[] {
  const all = [...numbers, ...(family === undefined ? [] : names.map((name) => ({ ...family, name })))];
  return all.map((column) => ({ ...column, sql: columns.get(column.name) }));
}

/** Names of all parties; empty where a record is one row. */
async function partiesOf(relation: Relation): Promise<string[]> {
  const { parts, name } = relation.kind;
  if (parts === undefined) return [];
  const { column, most } = parts.party;
  const named = {
    sql: relation.columns.get(column) ?? "NULL",
    most,
    whole: `a log of ${name} has at most ${most} names in the column "${column}"`,
    hint: "read some of them: `where` takes an SQL condition",
  };
  return namesIn(relation, named);
}

/** SQL query of rows as numbers: row number, item, time, party from 1, then the columns. Missing values are NaN, or 0 for a party. */
function selectionOf(
  { kind: { parts }, rows, order, columns: columnSql }: Relation,
  columns: readonly ReadColumn[],
  parties: readonly string[],
): Selection {
  const nan = "'NaN'::DOUBLE";
  const names = parties.map(quoted).join(", ");
  const [item, party] =
    parts === undefined
      ? ["agon_row::DOUBLE", "1::DOUBLE"]
      : [
          `coalesce(${textNumber(columnSql.get(parts.item.column) ?? "NULL")}::DOUBLE, ${nan})`,
          `coalesce(list_position([${names}]::VARCHAR[], ${columnSql.get(parts.party.column)})::DOUBLE, 0)`,
        ];
  const numbers = columns.map(({ sql, otherwise, mayBeEmpty }, k) => {
    const missing = sql === undefined || mayBeEmpty === true ? (otherwise ?? nan) : nan;
    return { name: `n${k}`, sql: `coalesce(${sql ?? "NULL"}, ${missing})::DOUBLE` };
  });
  const named = [
    { name: "row", sql: "agon_row::DOUBLE" },
    { name: "item", sql: item },
    { name: "time", sql: `coalesce(${columnSql.get(TIME.name)}, ${nan})::DOUBLE` },
    { name: "party", sql: party },
  ];
  return { columns: [...named, ...numbers], from: `(${rows})${order}` };
}

/** Indices of the columns before the number columns. */
const [ITEM, WHEN, PARTY, NUMBERS] = [1, 2, 3, 4];

/** Start of the reason for rejecting a party's second row. */
const TWICE = "twice";

/** Validates rows and writes records. */
class RecordReader {
  records = 0;
  first = Number.NaN;
  last = Number.NEGATIVE_INFINITY;
  /** Maximum and sum of each column, [columns]. */
  readonly most: Float64Array;
  readonly best: Float64Array;
  readonly #kind: LogKind;
  readonly #columns: readonly LogColumn[];
  readonly #parties: readonly string[];
  readonly #writer: RecordWriter;
  /** The current record: time, then columns by party. */
  readonly #record: Float64Array;
  readonly #present: Uint8Array;
  readonly items = new RecentItems();
  /** Indices of columns by name. */
  readonly #places: ReadonlyMap<string, number>;
  /** Formats a time. */
  readonly #shown: (time: number) => string;
  #item = Number.NaN;

  constructor(
    { kind, dated }: Pick<Relation, "kind" | "dated">,
    columns: readonly LogColumn[],
    parties: readonly string[],
    file: string,
  ) {
    this.#kind = kind;
    this.#shown = (time) => (dated ? new Date(time * 1000).toISOString() : String(time));
    this.#columns = columns;
    this.#parties = parties;
    this.#places = new Map(columns.map(({ name }, k) => [name, k]));
    const width = widthOf({ parties: [...parties], numbers: columns.map(({ name }) => name) });
    this.#record = new Float64Array(width);
    this.#present = new Uint8Array(Math.max(1, parties.length));
    this.most = new Float64Array(columns.length);
    this.best = new Float64Array(columns.length);
    this.#writer = new RecordWriter(file, width);
  }

  /** Accepts row `r` of a chunk, or returns its fault. */
  add(values: readonly Float64Array[], r: number): Contradiction | undefined {
    const wrong = this.#taken(values, r);
    // If a party occurs twice in a record, its first row is used.
    const isParted = this.#kind.parts !== undefined;
    if (isParted && wrong !== undefined && !wrong.reason?.startsWith(TWICE)) this.items.lose(values[ITEM][r]);
    return wrong;
  }

  #taken(values: readonly Float64Array[], r: number): Contradiction | undefined {
    const time = values[WHEN][r];
    if (!Number.isFinite(time)) return { column: TIME.name, what: "is no time", reason: NO_TIME };
    if (time < this.last) {
      const what = `${this.#shown(time)} is before ${this.#shown(this.last)}, the time of a row above`;
      return { column: TIME.name, what, reason: "before the time of a row above" };
    }
    const { parts } = this.#kind;
    const item = values[ITEM][r];
    if (Number.isNaN(item)) return { column: parts?.item.column ?? "", what: "is empty" };
    const party = values[PARTY][r] - 1;
    if (party < 0) return { column: parts?.party.column ?? "", what: "is empty" };
    for (const [k, column] of this.#columns.entries()) {
      const value = values[NUMBERS + k][r];
      // The schema's own default may lie outside the range.
      if (
        (value >= column.low && value <= column.high && value !== Number.POSITIVE_INFINITY) ||
        value === column.otherwise
      )
        continue;
      const [name, range] = [column.name, rangeOf(column)];
      if (Number.isNaN(value)) return { column: name, what: "is empty or no number", reason: NO_NUMBER };
      return { column: name, what: `${value} is not ${range}`, reason: `not ${range}` };
    }
    const contradiction = this.#contradiction(values, r);
    if (contradiction !== undefined) return contradiction;
    const known = item === this.#item;
    if (!known && this.items.has(item)) {
      return {
        column: parts?.item.column ?? "",
        what: `there were rows of this one above, and others between; rows of one of the ${this.#kind.records} follow each other`,
        reason: "apart from its rows above",
      };
    }
    if (known && this.#present[party] === 1) {
      const reason = `${TWICE} in one of the ${this.#kind.records}`;
      return { column: parts?.party.column ?? "", what: `"${this.#parties[party]}" stands ${reason}`, reason };
    }
    if (!known) this.#begin(item, time);
    this.last = time;
    this.#present[party] = 1;
    const n = this.#present.length;
    for (let k = 0; k < this.#columns.length; k++) {
      const value = values[NUMBERS + k][r];
      this.#record[1 + k * n + party] = value;
      if (value > this.most[k]) this.most[k] = value;
    }
    return undefined;
  }

  #contradiction(values: readonly Float64Array[], r: number): Contradiction | undefined {
    return this.#kind.contradiction?.((column) => values[NUMBERS + (this.#places.get(column) ?? 0)][r]);
  }

  #begin(item: number, time: number): void {
    this.end();
    if (Number.isNaN(this.first)) this.first = time;
    this.#item = item;
    if (this.#kind.parts !== undefined) this.items.begin(item);
    this.#record[0] = time;
  }

  /** Writes the current record. */
  end(): void {
    if (Number.isNaN(this.#item)) return;
    const n = this.#present.length;
    let best = this.#present.indexOf(1);
    for (let p = 0; p < n; p++) {
      if (this.#present[p] === 1 && this.#record[1 + p] > this.#record[1 + best]) best = p;
    }
    for (let k = 0; k < this.#columns.length; k++) this.best[k] += this.#record[1 + k * n + best];
    this.#writer.add(this.#record);
    this.records += 1;
    this.#item = Number.NaN;
    this.#present.fill(0);
    this.#record.fill(0);
  }

  /** Checksums of the blocks of records; complete once the writer is closed. */
  get blocks(): readonly number[] {
    return this.#writer.blocks;
  }

  close(): void {
    this.#writer.close();
  }
}

function rangeOf({ low, high }: LogColumn): string {
  return high === Number.POSITIVE_INFINITY ? `a number from ${low} up` : `from ${low} to ${high}`;
}
