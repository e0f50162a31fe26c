// A user's file of games or votes as games: CSV, JSON Lines or Parquet. DuckDB streams the rows, names become numbers, and each row is
// checked.

import { sentence, shortened, UserError } from "../core/errors.ts";
import { type Games, GamesWriter, type PlacedTeam } from "../core/games.ts";
import { type BadRow, badRows, MOST_TOLD } from "./bad-rows.ts";
import { type ComparisonForm, comparisonColumns, type FoundColumns } from "./comparison-columns.ts";
import { dateIn, noDate, otherDate } from "./dates.ts";
import { asking } from "./engine.ts";
import { sideOf } from "./side-words.ts";
import { NONE, standingRows } from "./standing-rows.ts";
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

interface Opened extends UserRows, FoundColumns {
  readonly source: ComparisonSource & { readonly columns: Record<string, string>; readonly skipBadRows: boolean };
  /** SQL of a column as text, NULL where the file has none. */
  text(name: string): string;
}

function opened(rows: UserRows, given: ComparisonSource): Opened {
  const found = comparisonColumns(rows.columns, given.columns ?? {}, rows.heading, "--columns");
  const { names } = found;
  const text = (name: string) => {
    const own = names.get(name);
    return own === undefined ? NONE : rows.cell(own);
  };
  return {
    ...rows,
    ...found,
    source: { ...given, columns: Object.fromEntries(names), skipBadRows: given.skipBadRows === true },
    rows: standingRows(rows, text, ["first", "second"]),
    text,
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
  const reader = new Reader(players, units.length, relation);
  const rest = `${judge} AS judge, ${unit} AS unit, ${promptOf(relation)} AS prompt, ${datesOf(relation)}`;
  const sql =
    form === "pairs" ? pairsOf(relation, rest) : form === "places" ? placesOf(relation, rest) : cellsOf(relation);
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

/** A number for a prompt: 53 bits of a hash tell prompts apart, and are a number. */
function promptOf({ names, text }: Opened): string {
  const nan = "'NaN'::DOUBLE";
  return names.has("prompt")
    ? `CASE WHEN ${text("prompt")} IS NULL THEN ${nan} ELSE (hash(${text("prompt")}) >> 11)::DOUBLE END`
    : nan;
}

/** `time`, a number or NaN; `dated`, whether it is a date; and `date`, the text where it is neither a date nor a number here. */
function datesOf({ names, text }: Opened): string {
  if (!names.has("date")) return "'NaN'::DOUBLE AS time, 0 AS dated, NULL::VARCHAR AS date";
  const date = text("date");
  const number = `TRY_CAST(${date} AS DOUBLE)`;
  const time = `coalesce(${number}, epoch(TRY_CAST(${date} AS TIMESTAMPTZ)))`;
  return `coalesce(${time}, 'NaN'::DOUBLE) AS time, (${number} IS NULL)::INTEGER AS dated, CASE WHEN isfinite(${time}) THEN NULL ELSE ${date} END AS date`;
}

/** A row for each game of two; its winner's text where it is none. */
function pairsOf(relation: Opened, rest: string): string {
  const [first, second] = ["first", "second"].map((name) => code(relation.text(name), "agon_players"));
  const winner = winnerOf(relation);
  const text = `CASE WHEN ${winner} < 0 THEN ${relation.text("winner")} END`;
  return `SELECT agon_row::DOUBLE AS row, ${first} AS first, ${second} AS second, ${winner} AS result, ${rest}, ${text} AS winner FROM (${relation.rows(true)})`;
}

/** A row for each player, those of a game one after the other, in the order of each game's first row. */
function placesOf(relation: Opened, rest: string): string {
  const place = relation.names.has("place")
    ? `TRY_CAST(${relation.text("place")} AS DOUBLE)`
    : `-TRY_CAST(${relation.text("score")} AS DOUBLE)`;
  const game = relation.text("game");
  const rows = `SELECT agon_row, ${game} AS game, ${code(relation.text("player"), "agon_players")} AS player, coalesce(${place}, 'NaN'::DOUBLE) AS place, coalesce(${relation.text("team")}, '') AS team, ${rest} FROM (${relation.rows(true)})`;
  const begun = "min(agon_row) OVER (PARTITION BY game)";
  return `SELECT agon_row::DOUBLE AS row, CASE WHEN game IS NULL THEN -1 ELSE begun END::DOUBLE AS game, player, place, judge, unit, prompt, time, dated, date, team FROM (SELECT *, ${begun} AS begun FROM (${rows})) ORDER BY begun, agon_row`;
}

/** A row for each cell of a table that is not empty, column by column: a column is a game, and its scores are points. */
function cellsOf(relation: Opened): string {
  const player = code(relation.text("player"), "agon_players");
  const cells = relation.tests.map((own, test) => `{'test': ${test}, 'score': ${relation.cell(own)}}`);
  const rows = `SELECT agon_row, ${player} AS player, unnest([${cells.join(", ")}]) AS cell, ${datesOf(relation)} FROM (${relation.rows(true)})`;
  const place = "coalesce(-TRY_CAST(cell.score AS DOUBLE), 'NaN'::DOUBLE)";
  return `SELECT agon_row::DOUBLE AS row, cell.test::DOUBLE AS game, player, ${place} AS place, -1 AS judge, -1 AS unit, 'NaN'::DOUBLE AS prompt, time, dated, date, '' AS team FROM (${rows}) WHERE cell.score IS NOT NULL ORDER BY cell.test, agon_row`;
}

/** A player of the game that is read. */
interface Entry {
  readonly row: number;
  readonly player: number;
  readonly place: number;
  readonly team: string;
}

/** What a game has beside its players. */
interface About {
  readonly judge: number;
  readonly unit: number;
  readonly prompt: number;
  readonly time: number;
}

/** Columns of numbers before those of texts; of both forms alike from `JUDGE` on. */
const [JUDGE, UNIT, PROMPT, TIME, DATED, DATE, LAST] = [4, 5, 6, 7, 8, 9, 10];

/** Makes games of rows. */
class Reader {
  readonly #writer: GamesWriter;
  readonly #form: ComparisonForm;
  readonly #tests: readonly string[];
  readonly #skips: boolean;
  /** Units that the file names; games without one are units of their own, behind those. */
  readonly #units: number;
  readonly #bad: BadRow[] = [];
  #count = 0;
  readonly #judge: number[] = [];
  readonly #time: number[] = [];
  readonly #prompt: number[] = [];
  #game = -1;
  #entries: Entry[] = [];
  /** Whether a row of the game that is read is bad. */
  #isSpoilt = false;
  #about: About = { judge: -1, unit: -1, prompt: Number.NaN, time: Number.NaN };
  /** Whether the first date is one, and no number. */
  #isDated: boolean | undefined;

  constructor(players: readonly string[], units: number, { form, tests, source }: Opened) {
    this.#writer = new GamesWriter(players);
    this.#form = form;
    this.#tests = tests;
    this.#skips = source.skipBadRows;
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
      prompt: Float64Array.from(this.#prompt),
      bad: this.#bad,
      count: this.#count,
    };
  }

  #pair(values: readonly (readonly unknown[])[], r: number): void {
    const [row, first, second, result] = values.slice(0, JUDGE).map((column) => Number(column[r]));
    if (first < 0) this.#wrong({ row, column: "first", what: "is empty" });
    else if (second < 0) this.#wrong({ row, column: "second", what: "is empty" });
    else if (first === second) this.#wrong({ row, column: "second", what: "is the player on the first side too" });
    else if (result < 0) this.#wrong({ row, column: "winner", ...noWinner(values[LAST][r]) });
    else {
      const about = this.#aboutOf(values, r, row);
      if (about === undefined) return;
      this.#writer.addPair(first, second, result, this.#unitOf(about.unit));
      this.#keep(about);
    }
  }

  #player(values: readonly (readonly unknown[])[], r: number): void {
    const [row, game, player, place] = values.slice(0, JUDGE).map((column) => Number(column[r]));
    if (game !== this.#game) this.#close();
    this.#game = game;
    const wrong = (column: string, what: string) => {
      this.#isSpoilt = true;
      this.#wrong({ row, column, what });
    };
    if (game < 0) wrong("game", "is empty");
    else if (player < 0) wrong("player", "is empty");
    else if (Number.isNaN(place)) wrong(this.#tests[game] ?? "place", "is empty or no number");
    else if (this.#entries.some((entry) => entry.player === player)) wrong("player", "stands twice in its game");
    else {
      const about = this.#aboutOf(values, r, row);
      if (about === undefined) {
        this.#isSpoilt = true;
        return;
      }
      if (this.#entries.length === 0) this.#about = about;
      const team = String(values[LAST][r]);
      this.#entries.push({ row, player, place, team: team === "" ? ` ${player}` : team });
    }
  }

  /** What a row says of its game; undefined where its date is none, which is told. */
  #aboutOf(values: readonly (readonly unknown[])[], r: number, row: number): About | undefined {
    const [judge, unit, prompt] = [JUDGE, UNIT, PROMPT].map((column) => Number(values[column][r]));
    const about = { judge, unit, prompt };
    const text = values[DATE][r];
    let [time, isDate] = [Number(values[TIME][r]), values[DATED][r] === 1];
    if (typeof text === "string") {
      const date = dateIn(text);
      if (date === undefined) {
        this.#wrong({ row, column: "date", ...noDate(text) });
        return undefined;
      }
      ({ value: time, isDate } = date);
    }
    if (Number.isNaN(time)) return { ...about, time };
    this.#isDated ??= isDate;
    if (isDate === this.#isDated) return { ...about, time };
    this.#wrong({ row, column: "date", what: otherDate(isDate) });
    return undefined;
  }

  /** Ends the game that was read. */
  #close(): void {
    const [entries, isSpoilt] = [this.#entries, this.#isSpoilt];
    [this.#entries, this.#isSpoilt] = [[], false];
    if (entries.length === 0) return;
    const teams = new Map<string, Entry[]>();
    for (const entry of entries) teams.set(entry.team, [...(teams.get(entry.team) ?? []), entry]);
    if (teams.size < 2) {
      // Another row of the game is told already; without it this one is no game.
      if (isSpoilt && !this.#skips) return;
      const alone = `has one ${entries.length === 1 ? "player" : "team"} alone`;
      const what = isSpoilt ? `${alone}, as another row of it is bad` : alone;
      this.#wrong({ row: entries[0].row, column: this.#tests[this.#game] ?? "game", what });
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
    this.#keep(this.#about);
  }

  #keep({ judge, time, prompt }: About): void {
    this.#judge.push(judge);
    this.#time.push(time);
    this.#prompt.push(prompt);
  }

  #unitOf = (unit: number): number => (unit >= 0 ? unit : this.#units + this.#judge.length);

  #wrong(bad: BadRow): void {
    this.#count += 1;
    // Of games the rows come in another order: all are kept that may be the first.
    if (this.#bad.length < 50 * MOST_TOLD) this.#bad.push(bad);
  }
}

/** What is wrong with a winner, and what would be right. */
const noWinner = (text: unknown): Pick<BadRow, "what" | "hint"> => {
  const what = typeof text === "string" ? `is ${JSON.stringify(shortened(text))}` : "is empty";
  return { what, hint: "write a player of the row, a side (first, second; a, b; left, right; 1, 2) or tie" };
};
