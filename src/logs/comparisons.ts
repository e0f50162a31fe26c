// A user's file of games or votes as games: CSV, JSON Lines or Parquet. DuckDB streams the rows, names become numbers, and each row is
// checked.

import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { sentence, UserError } from "../core/errors.ts";
import { type Games, GamesWriter, type PlacedTeam } from "../core/games.ts";
import { identifier, quoted, quotedFile } from "../core/sql.ts";
import { type BadRow, badRows, MOST_TOLD } from "./bad-rows.ts";
import { type ComparisonForm, comparisonColumns, type FoundColumns } from "./comparison-columns.ts";
import { checkFile, csvShape, explained } from "./csv-shape.ts";
import { asking, openEngine } from "./engine.ts";
import { evenLines } from "./line-ends.ts";

/** Which file, and what of it. */
export interface ComparisonSource {
  readonly file: string;
  /** The file's names of columns by ours, where they are none of the usual ones. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Rows to read, as an SQL condition on the file's columns. */
  readonly where?: string;
  readonly skipBadRows?: boolean;
}

export interface GamesOfFileOptions {
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

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
  readonly rows: number;
  /** Rows that were left out, the first of them in words. */
  readonly skipped: number;
  readonly reasons: readonly string[];
}

/** Reads a file of games. A UserError tells its format, its columns, or the first bad rows with their lines. */
export async function readComparisons(
  source: ComparisonSource,
  { directory = process.cwd(), signal, onProgress }: GamesOfFileOptions = {},
): Promise<Comparisons> {
  const path = resolve(directory, source.file);
  checkFile(path, { hint: `paths start from ${directory}` });
  const overflow = join(tmpdir(), `agon-${process.pid}-${randomBytes(6).toString("hex")}`);
  const engine = await openEngine(overflow);
  const stop = () => engine.connection.interrupt();
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    const relation = await opened(engine.connection, path, overflow, source);
    return await read(relation, signal, onProgress);
  } catch (error) {
    throw await explained(error, path, source.file);
  } finally {
    signal?.removeEventListener("abort", stop);
    engine.close();
  }
}

interface Opened extends FoundColumns {
  readonly connection: DuckDBConnection;
  readonly source: { readonly file: string; readonly columns?: Record<string, string>; readonly skipBadRows: boolean };
  readonly file: string;
  readonly format: "csv" | "parquet";
  /** SQL of the rows with `agon_row` and all columns; with `isFirst` what cannot be read is noted. */
  rows(isFirst: boolean): string;
  /** SQL of a column as text, NULL where the file has none. */
  text(name: string): string;
  /** The same of one of `tests`, by the file's own name. */
  cell(own: string): string;
  /** SQL of the date as a number. */
  readonly time: string;
}

async function opened(
  connection: DuckDBConnection,
  path: string,
  overflow: string,
  given: ComparisonSource,
): Promise<Opened> {
  const { file: shown, columns: said = {}, where } = given;
  const skipBadRows = given.skipBadRows === true;
  const condition = where === undefined ? "" : ` WHERE (${where}\n)`;
  const numbered = (rows: string) =>
    `SELECT * FROM (SELECT *, row_number() OVER () - 1 AS agon_row FROM ${rows})${condition}`;
  const ending = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase())?.[1];
  const isLines = ending === "jsonl" || ending === "ndjson";
  const isParquet = ending === "parquet" || ending === "pq";
  const source = { file: shown, columns: said, skipBadRows };
  const found = (columns: readonly string[], place: string) => comparisonColumns(columns, said, place, "--columns");
  const finish = (
    { form, names, tests }: FoundColumns,
    file: string,
    /** SQL of all rows as the file has them. */
    call: (isFirst: boolean) => string,
    text: (own: string) => string,
  ): Opened => {
    const rows = (isFirst: boolean) => numbered(call(isFirst));
    const textOf = (name: string) => {
      const own = names.get(name);
      return own === undefined ? "NULL" : `nullif(trim(${text(own)}), '')`;
    };
    const date = textOf("date");
    const time = `coalesce(TRY_CAST(${date} AS DOUBLE), epoch(TRY_CAST(${date} AS TIMESTAMPTZ)))`;
    const format = isLines || isParquet ? "parquet" : "csv";
    const takenBack = textOf("takes_back");
    // Also by rows that are not read: a condition on votes fits no line that takes one back.
    const taken = `SELECT ${takenBack} FROM ${call(false)} WHERE ${takenBack} IS NOT NULL`;
    const standing = `${takenBack} IS NULL AND coalesce(${textOf("id")} NOT IN (${taken}), true)`;
    const hasTaken = names.has("id") && names.has("takes_back");
    return {
      connection,
      source: { ...source, columns: Object.fromEntries(names) },
      file,
      format,
      form,
      names,
      tests,
      rows: hasTaken ? (isFirst) => `SELECT * FROM (${rows(isFirst)}) WHERE ${standing}` : rows,
      text: textOf,
      cell: (own) => `nullif(trim(${text(own)}), '')`,
      time,
    };
  };
  if (isLines || isParquet) {
    const call = isLines
      ? `read_json_objects(${quotedFile(path)}, format = 'newline_delimited')`
      : `read_parquet(${quotedFile(path)})`;
    const names = isLines
      ? `SELECT DISTINCT unnest(json_keys(json)) AS name FROM (SELECT json FROM ${call} LIMIT 1000)`
      : `SELECT column_name AS name FROM (DESCRIBE SELECT * FROM ${call})`;
    const rows = await asking(source, () => connection.runAndReadAll(names));
    const columns = rows.getRowObjectsJS().map(({ name }) => String(name));
    const text = (own: string) =>
      isLines
        ? `json_extract_string(json, ${quoted(`$.${JSON.stringify(own)}`)})`
        : `CAST(${identifier(own)} AS VARCHAR)`;
    return finish(found(columns, shown), path, () => call, text);
  }
  const file = await evenLines(path, { skipBadRows }, overflow);
  const { delimiter, columns } = await csvShape(file, shown);
  const types = columns.map((name) => `${quoted(name)}: 'VARCHAR'`).join(", ");
  const call = (isFirst: boolean) =>
    `read_csv(${quotedFile(file)}, auto_detect = false, header = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', columns = {${types}}, ${isFirst ? "store_rejects = true" : "ignore_errors = true"})`;
  return finish(found(columns, `${shown}:1`), file, call, identifier);
}

/** Numbers that stand for names in SQL, by an enumeration: one for all columns that hold such names. */
async function enumerated(relation: Opened, type: string, columns: readonly string[]): Promise<string[]> {
  const all = columns
    .map((name) => `SELECT ${relation.text(name)} AS name FROM (${relation.rows(false)})`)
    .join(" UNION ALL ");
  const distinct = `SELECT DISTINCT name FROM (${all}) WHERE name IS NOT NULL ORDER BY name`;
  await asking(relation.source, () => relation.connection.run(`CREATE TYPE ${type} AS ENUM (${distinct})`));
  const rows = await relation.connection.runAndReadAll(`SELECT unnest(enum_range(NULL::${type}))::VARCHAR AS name`);
  return rows.getRowObjectsJS().map(({ name }) => String(name));
}

const code = (sql: string, type: string) => `coalesce(enum_code(TRY_CAST(${sql} AS ${type})), -1)::INTEGER`;

async function read(relation: Opened, signal?: AbortSignal, onProgress?: (text: string) => void): Promise<Comparisons> {
  const { form, names, source, connection } = relation;
  onProgress?.(`reading ${source.file}`);
  const players = await enumerated(relation, "agon_players", form === "pairs" ? ["first", "second"] : ["player"]);
  const judges = names.has("judge") ? await enumerated(relation, "agon_judges", ["judge"]) : [];
  const units = names.has("unit") ? await enumerated(relation, "agon_units", ["unit"]) : [];
  const judge = judges.length === 0 ? "-1" : code(relation.text("judge"), "agon_judges");
  const unit = units.length === 0 ? "-1" : code(relation.text("unit"), "agon_units");
  const time = `coalesce(${names.has("date") ? relation.time : "NULL"}, 'NaN'::DOUBLE)`;
  const reader = new Reader(players, units.length, relation);
  const rest = `${judge} AS judge, ${time} AS time, ${unit} AS unit`;
  const sql =
    form === "pairs"
      ? `SELECT agon_row::DOUBLE, ${code(relation.text("first"), "agon_players")}, ${code(relation.text("second"), "agon_players")}, ${winnerOf(relation)}, ${rest} FROM (${relation.rows(true)})`
      : form === "places"
        ? placesOf(relation, rest)
        : cellsOf(relation, time);
  const stream = await asking(source, () => connection.stream(sql), signal);
  let rows = 0;
  for (;;) {
    signal?.throwIfAborted();
    const chunk = await asking(source, () => stream.fetchChunk(), signal);
    if (chunk === null || chunk === undefined || chunk.rowCount === 0) break;
    reader.add(chunk.getColumns(), chunk.rowCount);
    rows += chunk.rowCount;
    onProgress?.(`${source.file}: ${rows.toLocaleString("en-US")} rows`);
  }
  const { games, bad, count, ...found } = reader.end();
  const { total, problems } = await badRows(relation, bad, count);
  if (problems.length > 0 && !source.skipBadRows) throw new UserError(problems);
  if (games.unit.length === 0) throw new UserError({ code: "no-games", what: "holds no game", where: source.file });
  return { games, hasSides: form === "pairs", judges, ...found, rows, skipped: total, reasons: problems.map(sentence) };
}

const FIRST = ["a", "first", "left", "white", "home", "1", "1.0", "1-0", "player1", "player_1", "player_a", "model_a"];
const SECOND = [
  "b",
  "second",
  "right",
  "black",
  "away",
  "2",
  "0",
  "0.0",
  "0-1",
  "player2",
  "player_2",
  "player_b",
  "model_b",
];
const TIE = [
  "tie",
  "tied",
  "draw",
  "drawn",
  "both",
  "neither",
  "equal",
  "same",
  "0.5",
  "1/2",
  "1/2-1/2",
  "=",
  "tie (bothbad)",
  "tie (both bad)",
  "both bad",
  "bothbad",
];

/** 1 where the first has won, 0 where the second has, 0.5 a tie, −1 for what is none of these. */
function winnerOf(relation: Opened): string {
  const winner = relation.text("winner");
  const among = (words: readonly string[]) => `lower(${winner}) IN (${words.map(quoted).join(", ")})`;
  return `(CASE WHEN ${winner} = ${relation.text("first")} THEN 1 WHEN ${winner} = ${relation.text("second")} THEN 0 WHEN ${among(FIRST)} THEN 1 WHEN ${among(SECOND)} THEN 0 WHEN ${among(TIE)} THEN 0.5 ELSE -1 END)::DOUBLE`;
}

/** A row for each player, those of a game one after the other, in the order of each game's first row. */
function placesOf(relation: Opened, rest: string): string {
  const place = relation.names.has("place")
    ? `TRY_CAST(${relation.text("place")} AS DOUBLE)`
    : `-TRY_CAST(${relation.text("score")} AS DOUBLE)`;
  const game = relation.text("game");
  const rows = `SELECT agon_row, ${game} AS game, ${code(relation.text("player"), "agon_players")} AS player, coalesce(${place}, 'NaN'::DOUBLE) AS place, coalesce(${relation.text("team")}, '') AS team, ${rest} FROM (${relation.rows(true)})`;
  const begun = "min(agon_row) OVER (PARTITION BY game)";
  return `SELECT agon_row::DOUBLE, CASE WHEN game IS NULL THEN -1 ELSE begun END::DOUBLE, player, place, judge, time, unit, team FROM (SELECT *, ${begun} AS begun FROM (${rows})) ORDER BY begun, agon_row`;
}

/** A row for each cell of a table that is not empty, column by column: a column is a game, and its scores are points. */
function cellsOf(relation: Opened, time: string): string {
  const player = code(relation.text("player"), "agon_players");
  const cells = relation.tests.map((own, test) => `{'test': ${test}, 'score': ${relation.cell(own)}}`);
  const rows = `SELECT agon_row, ${player} AS player, unnest([${cells.join(", ")}]) AS cell, ${time} AS time FROM (${relation.rows(true)})`;
  const place = "coalesce(-TRY_CAST(cell.score AS DOUBLE), 'NaN'::DOUBLE)";
  return `SELECT agon_row::DOUBLE, cell.test::DOUBLE, player, ${place}, -1, time, -1, '' FROM (${rows}) WHERE cell.score IS NOT NULL ORDER BY cell.test, agon_row`;
}

/** A player of the game that is read. */
interface Entry {
  readonly row: number;
  readonly player: number;
  readonly place: number;
  readonly team: string;
}

/** Makes games of rows. */
class Reader {
  readonly #writer: GamesWriter;
  readonly #form: ComparisonForm;
  readonly #tests: readonly string[];
  /** Units that the file names; games without one are units of their own, behind those. */
  readonly #units: number;
  readonly #bad: BadRow[] = [];
  #count = 0;
  readonly #judge: number[] = [];
  readonly #time: number[] = [];
  #game = -1;
  #entries: Entry[] = [];
  #about = { judge: -1, time: Number.NaN, unit: -1 };

  constructor(players: readonly string[], units: number, { form, tests }: FoundColumns) {
    this.#writer = new GamesWriter(players);
    this.#form = form;
    this.#tests = tests;
    this.#units = units;
  }

  add(values: readonly (readonly unknown[])[], rows: number): void {
    for (let r = 0; r < rows; r++) {
      if (this.#form === "pairs") this.#pair(values, r);
      else this.#player(values, r);
    }
  }

  end() {
    this.#close();
    this.#bad.sort((a, b) => a.row - b.row);
    return {
      games: this.#writer.end(),
      judge: Int32Array.from(this.#judge),
      time: Float64Array.from(this.#time),
      bad: this.#bad,
      count: this.#count,
    };
  }

  #pair(values: readonly (readonly unknown[])[], r: number): void {
    const [row, first, second, result, judge, time, unit] = values.map((column) => Number(column[r]));
    if (first < 0) this.#wrong(row, "first", "is empty");
    else if (second < 0) this.#wrong(row, "second", "is empty");
    else if (first === second) this.#wrong(row, "second", "is the player on the first side too");
    else if (result < 0) this.#wrong(row, "winner", "is empty, or neither a player of the row nor a side nor a tie");
    else {
      this.#writer.addPair(first, second, result, this.#unitOf(unit));
      this.#judge.push(judge);
      this.#time.push(time);
    }
  }

  #player(values: readonly (readonly unknown[])[], r: number): void {
    const [row, game, player, place, judge, time, unit] = values.slice(0, 7).map((column) => Number(column[r]));
    if (game !== this.#game) this.#close();
    this.#game = game;
    if (game < 0) this.#wrong(row, "game", "is empty");
    else if (player < 0) this.#wrong(row, "player", "is empty");
    else if (Number.isNaN(place)) this.#wrong(row, this.#tests[game] ?? "place", "is empty or no number");
    else if (this.#entries.some((entry) => entry.player === player))
      this.#wrong(row, "player", "stands twice in its game");
    else {
      if (this.#entries.length === 0) this.#about = { judge, time, unit };
      const team = String(values[7][r]);
      this.#entries.push({ row, player, place, team: team === "" ? ` ${player}` : team });
    }
  }

  /** Ends the game that was read. */
  #close(): void {
    const entries = this.#entries;
    this.#entries = [];
    if (entries.length === 0) return;
    const teams = new Map<string, Entry[]>();
    for (const entry of entries) teams.set(entry.team, [...(teams.get(entry.team) ?? []), entry]);
    if (teams.size < 2) {
      this.#wrong(
        entries[0].row,
        this.#tests[this.#game] ?? "game",
        `has one ${entries.length === 1 ? "player" : "team"} alone`,
      );
      return;
    }
    // A team stands where the best of its players does; places are counted from 1 without holes that tell nothing.
    const best = [...teams.values()].map((team) => Math.min(...team.map(({ place }) => place)));
    const placed = [...teams.values()].map(
      (team, k): PlacedTeam => ({
        players: team.map(({ player }) => player),
        place: 1 + best.filter((other) => other < best[k]).length,
      }),
    );
    this.#writer.add(placed, this.#unitOf(this.#about.unit));
    this.#judge.push(this.#about.judge);
    this.#time.push(this.#about.time);
  }

  #unitOf = (unit: number): number => (unit >= 0 ? unit : this.#units + this.#judge.length);

  #wrong(row: number, column: string, what: string): void {
    this.#count += 1;
    // Of games the rows come in another order: all are kept that may be the first.
    if (this.#bad.length < 50 * MOST_TOLD) this.#bad.push({ row, column, what });
  }
}
