// Reads customer journeys from a user's file in blocks of complete journeys. DuckDB sorts the rows and spills to disk, so memory does not
// grow with the file.

import { UserError, unknownName } from "../core/errors.ts";
import type { Preparation } from "../core/registry.ts";
import { identifier, quoted } from "../core/sql.ts";
import { type SkippedRows, skippedIn, skippedRows } from "./bad-rows.ts";
import { TIME_FORMS } from "./column-forms.ts";
import { explained } from "./csv.ts";
import type { TimeUnit } from "./epoch-units.ts";
import { type CustomerColumn, JourneyRows, type TouchBlock } from "./journey-rows.ts";
import { TIME, TOUCHES } from "./kinds.ts";
import type { Mapping } from "./log-columns.ts";
import { settledSource } from "./log-settings.ts";
import { emptyLog, logFile, namesIn, type Relation, relationOf } from "./relation.ts";
import { piecesOf, type Selection } from "./row-pieces.ts";
import { type LogInput, logSource } from "./source.ts";
import { digitTimes, timeUnitOf } from "./time-units.ts";
import { openFile, placeOf } from "./user-file.ts";

/** Reading options. Paths are relative to `directory`, by default the working folder. */
export interface TouchOptions extends Partial<Omit<Preparation, "cache">> {
  /** Columns of customer data: some of the file's, or all that the kind does not define. Default none. */
  readonly customer?: "all" | readonly string[];
  /** Customer columns that hold names although they look like numbers. */
  readonly categorical?: readonly string[];
  /** Unit of times that are numbers. */
  readonly timeUnit?: TimeUnit;
  /** How the user maps columns; default as in an experiment. */
  readonly mapping?: Mapping;
}

/** A log of touches, open for reading. */
export interface TouchLog {
  /** Channel names in natural sort order, with embedded numbers compared by value. */
  readonly channels: readonly string[];
  readonly customer: readonly CustomerColumn[];
  /** Whether the file has costs of touches. */
  readonly priced: boolean;
  /** Unit of the times to the end; undefined where unknown. */
  readonly timeUnit: TimeUnit | undefined;
  /**
   * Reads the file as blocks of complete journeys, in an order that depends only on their names. Touches at the same time stay in file
   * order. After the last block a UserError is thrown with the first bad rows, unless the source skips them.
   */
  blocks(): AsyncGenerator<TouchBlock>;
  /** Counts of the last reading. */
  readonly read: TouchCounts;
  close(): void;
}

/** Counts of one reading: valid rows and journeys, and rows that were left out. */
export interface TouchCounts extends SkippedRows {
  rows: number;
  journeys: number;
}

/** Maximum number of names in a customer column; each is a feature. */
const MOST_NAMES = 1000;

/** Milliseconds between progress messages while DuckDB sorts. */
const TOLD_EVERY = 1000;

/** Opens a file of touches (columns as in `TOUCHES`): CSV, compressed or not, or Parquet. Throws a UserError where it is invalid. */
export async function openTouches(source: LogInput, options: TouchOptions = {}): Promise<TouchLog> {
  const named = logSource.parse(source);
  const said = options.skipBadRows === true ? { ...named, skipBadRows: true } : named;
  const directory = options.directory ?? process.cwd();
  const settled = settledSource(TOUCHES, said, directory, { hint: `paths start from ${directory}` });
  const path = placeOf(settled.file, directory);
  const file = await openFile({ ...logFile(path, settled), signal: options.signal });
  try {
    const relation = await timedRelation(file, settled, options);
    const reading = telling(`reading ${settled.file}`, options);
    try {
      const channels = await channelsOf(relation);
      const customer = await customerOf(relation, options);
      const read: TouchCounts = { rows: 0, journeys: 0, skipped: 0, reasons: [], counts: [] };
      return {
        channels,
        customer,
        close: file.close,
        read,
        timeUnit: await timeUnitOf(relation, options.timeUnit, options.onNotice),
        priced: relation.columns.has("cost"),
        blocks: () => blocksOf(relation, { channels, customer, read }, options),
      };
    } finally {
      reading.end();
    }
  } catch (error) {
    file.close();
    options.signal?.throwIfAborted();
    throw await explained(error, path, settled.file);
  }
}

/** The relation of a file, with times in digits alone read as dates, unless the user gives their unit or format. */
async function timedRelation(
  file: Relation["file"],
  source: Relation["source"],
  { mapping, timeUnit, onNotice }: TouchOptions,
): Promise<Relation> {
  const relation = await relationOf(file, TOUCHES, source, mapping);
  if (timeUnit !== undefined || source.read?.[TIME.name] !== undefined) return relation;
  const digits = await digitTimes(relation);
  if (digits[TIME.name] === undefined) return relation;
  onNotice?.(`times of ${source.file} are read as ${TIME_FORMS.digits}`);
  return relationOf(file, TOUCHES, { ...source, read: { ...digits, ...source.read } }, mapping);
}

async function* blocksOf(
  { file, source, ...relation }: Relation,
  { channels, customer, read }: Pick<TouchLog, "channels" | "customer" | "read">,
  options: TouchOptions,
): AsyncGenerator<TouchBlock> {
  const rows = new JourneyRows(channels, customer, relation.dated);
  read.rows = 0;
  const sorting = telling(`reading and sorting ${source.file}`, options);
  const selection = selectionOf(relation, channels, customer);
  const pieces = await piecesOf(file, selection, options)
    .catch(async (error: unknown) => {
      options.signal?.throwIfAborted();
      throw await explained(error, file.path, source.file);
    })
    .finally(sorting.end);
  for await (const piece of pieces) {
    const values = selection.columns.map(({ name }) => piece.numbers(name));
    for (let r = 0; r < piece.rows; r++) rows.add(values, r);
    read.rows += piece.rows;
    if (rows.full) yield rows.take();
  }
  rows.end();
  yield rows.take();
  read.journeys = rows.journeys;
  const { skipped, reasons, counts } = await skippedIn(file, rows.wrong, source);
  if (rows.journeys === 0) throw emptyLog(TOUCHES, source);
  read.rows -= rows.wrong.count;
  Object.assign(read, { skipped, reasons, counts });
  if (skipped > 0) options.onNotice?.(skippedRows(source.file, skipped, reasons));
}

/** Reports progress at intervals until `end` is called. */
function telling(what: string, { onProgress }: TouchOptions): { end(): void } {
  const began = performance.now();
  const timer = setInterval(
    () => onProgress?.(`${what}: ${Math.round((performance.now() - began) / 1000)} s`),
    TOLD_EVERY,
  );
  return { end: () => clearInterval(timer) };
}

/** SQL of a name, trimmed, NULL where it is empty. */
const nameIn = (relation: Pick<Relation, "columns">, column: string) =>
  `nullif(trim(${relation.columns.get(column) ?? "NULL"}), '')`;

/** SQL of a customer column as text, which may be empty. */
const textIn = (column: string) => `coalesce(trim(CAST(${identifier(column)} AS VARCHAR)), '')`;

/** SQL of a text's index among names, −1 where it is none of them. */
function placeAmong(names: readonly string[], sql: string): string {
  if (names.length === 0) return "-1::DOUBLE";
  return `coalesce(enum_code(TRY_CAST(${sql} AS ENUM(${names.map(quoted).join(", ")})))::DOUBLE, -1)`;
}

async function channelsOf(relation: Relation): Promise<string[]> {
  const { column, most } = TOUCHES.parts?.party ?? { column: "channel", most: 0 };
  const named = {
    sql: nameIn(relation, column),
    most,
    whole: `a log of ${TOUCHES.name} has at most ${most} names in the column "${relation.source.columns?.[column] ?? column}"`,
    hint: "read some of them, by an SQL condition, or name a column of fewer channels",
  };
  return namesIn(relation, named);
}

/** The requested customer columns, each detected to hold numbers or names. */
async function customerOf(
  relation: Relation,
  { customer = [], categorical = [] }: TouchOptions,
): Promise<CustomerColumn[]> {
  const wanted = customer === "all" ? relation.further : customer;
  const problems = [...new Set([...wanted, ...categorical])]
    .filter((name) => !relation.further.includes(name))
    .map((name) => ({
      ...unknownName("column of the customer", name, relation.further),
      where: relation.source.file,
      ...(relation.further.length > 0 ? {} : { hint: "it has no columns but those of touches" }),
    }));
  if (problems.length > 0) throw new UserError(problems);
  if (wanted.length === 0) return [];
  const numeric = wanted.map(
    (name, k) => `coalesce(bool_and(coalesce(isfinite(TRY_CAST(${textIn(name)} AS DOUBLE)), false)), false) AS c${k}`,
  );
  const sql = `SELECT ${numeric.join(", ")} FROM (${relation.rows})`;
  const reader = await relation.file.ask((connection) => connection.runAndReadAll(sql));
  const [flags] = reader.getRowObjectsJS();
  const columns: CustomerColumn[] = [];
  for (const [k, name] of wanted.entries()) {
    if (flags[`c${k}`] === true && !categorical.includes(name)) {
      columns.push({ name });
      continue;
    }
    const named = {
      sql: textIn(name),
      most: MOST_NAMES,
      whole: `a column of the customer, such as "${name}", has at most ${MOST_NAMES} names`,
      hint: "name the columns that say who the customer is, without this one",
    };
    columns.push({ name, names: await namesIn(relation, named) });
  }
  return columns;
}

/** SQL query of sorted rows as numbers, with the columns of `JourneyRows`. Missing values are NaN, or −1 for a channel. */
function selectionOf(
  relation: Pick<Relation, "columns" | "rows">,
  channels: readonly string[],
  customer: readonly CustomerColumn[],
): Selection {
  const nan = "'NaN'::DOUBLE";
  const number = (name: string, otherwise: string) =>
    `coalesce(${relation.columns.get(name) ?? "NULL"}, ${otherwise})::DOUBLE`;
  const known = customer.map(({ name, names }, k) => {
    const value = names === undefined ? `TRY_CAST(${textIn(name)} AS DOUBLE)` : placeAmong(names, textIn(name));
    return `${value} AS c${k}`;
  });
  const read = [
    "agon_row::DOUBLE AS agon_row",
    // MD5 is stable across DuckDB releases; in logs of a hundred million journeys a collision occurs once in four thousand logs.
    `md5_number_lower(${nameIn(relation, "journey")}) AS h`,
    `${number(TIME.name, nan)} AS t`,
    `${placeAmong(channels, nameIn(relation, "channel"))} AS channel`,
    `${number("converted", nan)} AS converted`,
    `${number("end", nan)} AS ends`,
    `${number("cost", "0")} AS cost`,
    ...known,
  ];
  const half = (sql: string) => `coalesce((${sql})::DOUBLE, ${nan})`;
  const columns = [
    { name: "agon_row", sql: "agon_row" },
    { name: "high", sql: half("h >> 32") },
    { name: "low", sql: half("h & 4294967295") },
    ...["t", "channel", "converted", "ends", "cost", ...known.map((_, k) => `c${k}`)].map((name) => ({
      name,
      sql: name,
    })),
  ];
  return { columns, from: `(SELECT ${read.join(", ")} FROM (${relation.rows})) ORDER BY h, t, agon_row` };
}
