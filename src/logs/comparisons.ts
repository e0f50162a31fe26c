// A user's file of games or votes as games: CSV, JSON Lines or Parquet. DuckDB streams the rows, names become numbers, and each row is
// checked.

import { sentence, UserError } from "../core/errors.ts";
import type { Games } from "../core/games.ts";
import { badRows } from "./bad-rows.ts";
import { comparisonColumns } from "./comparison-columns.ts";
import { ComparisonReader } from "./comparison-reader.ts";
import { type ComparisonCells, numberedNames, selectionOf, testName } from "./comparison-rows.ts";
import { eachPiece } from "./row-pieces.ts";
import { standingRows } from "./standing-rows.ts";
import { type ReadingOptions, type RowSource, type UserRows, withRows } from "./user-rows.ts";

/** Which file, and what of it. */
export type ComparisonSource = RowSource;

/** What a file of games holds. */
export interface Comparisons {
  readonly games: Games;
  /** Whether a row was a game of two, so that there are sides. */
  readonly hasSides: boolean;
  /** Names of judges, and the number of each game's, [games]; −1 where none is told. */
  readonly judges: readonly string[];
  readonly judge: Int32Array;
  /** When each game was played, [games], seconds since 1970 or the file's own unit; NaN where it is not told. */
  readonly time: Float64Array;
  /** A number for the prompt of each game, [games]; NaN where it is not told. */
  readonly prompt: Float64Array;
  readonly rows: number;
  /** Rows that were left out, the first of them in words. */
  readonly skipped: number;
  readonly reasons: readonly string[];
}

/** Reads a file of games. A UserError tells its format, its columns, or the first bad rows with their lines. */
export const readComparisons = (source: ComparisonSource, options: ReadingOptions = {}): Promise<Comparisons> =>
  withRows(source, options, (rows) => read(opened(rows, source), options));

function opened(rows: UserRows, given: ComparisonSource): ComparisonCells {
  const found = comparisonColumns(rows.columns, given.columns ?? {}, rows.heading, "--columns");
  const { names, tests } = found;
  const wanted = new Map([...names, ...tests.map((own, test) => [testName(test), own] as const)]);
  const source = { ...given, columns: Object.fromEntries(names), skipBadRows: given.skipBadRows === true };
  const cells = (isFirst: boolean) => rows.texts(wanted, isFirst);
  return { ...rows, ...found, source, cells: standingRows({ ...rows, names, cells }, ["first", "second"]) };
}

async function read(cells: ComparisonCells, options: ReadingOptions): Promise<Comparisons> {
  const { form, source, connection } = cells;
  options.onProgress?.(`reading ${source.file}`);
  const names = await numberedNames(cells);
  const reader = new ComparisonReader(names, cells);
  const rows = await eachPiece(connection, source, selectionOf(cells, names), options, (piece) => reader.add(piece));
  const { games, bad, count, ...found } = reader.end();
  const { total, problems } = await badRows(cells, bad, count);
  if (problems.length > 0 && !source.skipBadRows) throw new UserError(problems);
  if (games.unit.length === 0) throw new UserError({ code: "no-games", what: "holds no game", where: source.file });
  const about = { hasSides: form === "pairs", judges: names.judges };
  return { games, ...about, ...found, rows, skipped: total, reasons: problems.map(sentence) };
}
