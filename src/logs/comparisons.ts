// A user's file of games or votes as games: CSV, JSON Lines or Parquet. DuckDB streams the rows, names become numbers, and each row is
// checked.

import { sentence, UserError } from "../core/errors.ts";
import { type Games, GamesWriter, type PlacedTeam } from "../core/games.ts";
import { type BadRow, badRows, MOST_TOLD } from "./bad-rows.ts";
import { type ComparisonForm, comparisonColumns, type FoundColumns } from "./comparison-columns.ts";
import { asking } from "./engine.ts";
import { sideOf } from "./side-words.ts";
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
  readonly rows: number;
  /** Rows that were left out, the first of them in words. */
  readonly skipped: number;
  readonly reasons: readonly string[];
}

/** Reads a file of games. A UserError tells its format, its columns, or the first bad rows with their lines. */
export const readComparisons = (source: ComparisonSource, options: ReadingOptions = {}): Promise<Comparisons> =>
  withRows(source, options, (rows) => read(opened(rows, source), options));

interface Opened extends UserRows, FoundColumns {
  readonly source: ComparisonSource & { readonly columns: Record<string, string>; readonly skipBadRows: boolean };
  /** SQL of a column as text, NULL where the file has none. */
  text(name: string): string;
  /** SQL of the date as a number. */
  readonly time: string;
}

function opened(rows: UserRows, given: ComparisonSource): Opened {
  const found = comparisonColumns(rows.columns, given.columns ?? {}, rows.heading, "--columns");
  const { names } = found;
  const text = (name: string) => {
    const own = names.get(name);
    return own === undefined ? "NULL" : rows.cell(own);
  };
  const date = text("date");
  const takenBack = text("takes_back");
  // Also by rows that are not read: a condition on votes fits no line that takes one back.
  const taken = `SELECT ${takenBack} FROM ${rows.all} WHERE ${takenBack} IS NOT NULL`;
  const standing = `${takenBack} IS NULL AND coalesce(${text("id")} NOT IN (${taken}), true)`;
  const hasTaken = names.has("id") && names.has("takes_back");
  return {
    ...rows,
    ...found,
    source: { ...given, columns: Object.fromEntries(names), skipBadRows: given.skipBadRows === true },
    rows: hasTaken ? (isFirst) => `SELECT * FROM (${rows.rows(isFirst)}) WHERE ${standing}` : rows.rows,
    text,
    time: `coalesce(TRY_CAST(${date} AS DOUBLE), epoch(TRY_CAST(${date} AS TIMESTAMPTZ)))`,
  };
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

async function read(relation: Opened, { signal, onProgress }: ReadingOptions): Promise<Comparisons> {
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

/** 1 where the first has won, 0 where the second has, 0.5 a tie, −1 for what is none of these. */
function winnerOf(relation: Opened): string {
  const winner = relation.text("winner");
  return `(CASE WHEN ${winner} = ${relation.text("first")} THEN 1 WHEN ${winner} = ${relation.text("second")} THEN 0 ELSE ${sideOf(winner)} END)::DOUBLE`;
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
