// Reads a user's file of games or votes: CSV, JSON Lines or Parquet. DuckDB streams the rows, names become numbers, and each row is
// validated.

import { Column } from "../core/column.ts";
import { shortened, UserError } from "../core/errors.ts";
import { type Games, GamesWriter, type PlacedTeam } from "../core/games.ts";
import { type BadRow, type SkippedRows, skippedIn, WrongRows } from "./bad-rows.ts";
import { type ComparisonForm, comparisonColumns, TIE } from "./comparison-columns.ts";
import { type ComparisonCells, type NumberedNames, numberedNames, selectionOf, testName } from "./comparison-rows.ts";
import { dateIn, epochUnitOf, noDate, otherDate, otherUnit } from "./dates.ts";
import type { EpochUnit } from "./epoch-units.ts";
import { piecesOf, type RowPiece } from "./row-pieces.ts";
import { scoreNote } from "./score-form.ts";
import { flagsFault, flagsNote, type SideFlags, winnerTexts } from "./side-flags.ts";
import { standingRows } from "./standing-rows.ts";
import { type LabelledSource, type ReadingOptions, type UserRows, withRows } from "./user-rows.ts";

/** Source of a file of games: path, columns and options. */
export type ComparisonSource = LabelledSource;

/** Contents of a file of games. */
export interface Comparisons extends SkippedRows {
  readonly games: Games;
  /** Whether a row was a two-player game, so that first and second sides exist. */
  readonly hasSides: boolean;
  /** Names of judges, and the judge's number of each game, [games]; −1 where unknown. */
  readonly judges: readonly string[];
  readonly judge: Int32Array;
  /** Time of each game, [games], in seconds since 1970 or the file's own unit; NaN where unknown. */
  readonly time: Float64Array;
  /** Number of each game's prompt, [games]; NaN where unknown. */
  readonly prompt: Float64Array;
  readonly rows: number;
  /** Notes on the interpretation of ambiguous labels. */
  readonly notes: readonly string[];
}

/** Reads a file of games. Throws a UserError for a wrong format, missing columns, or bad rows with their lines. */
export const readComparisons = (source: ComparisonSource, options: ReadingOptions = {}): Promise<Comparisons> =>
  withRows(source, { ...options, mostRows: MOST_GAMES }, (rows) => read(opened(rows, source), options));

/** Maximum number of games; all are held in memory, at about seventy bytes each. */
const MOST_GAMES = 20_000_000;

function opened(rows: UserRows, given: ComparisonSource): ComparisonCells {
  const columns = comparisonColumns(rows.columns, given.columns ?? {}, rows.file.heading, "--columns");
  const { names, tests, flags } = columns;
  const wanted = new Map([...names, ...tests.map((own, test) => [testName(test), own] as const)]);
  const source = { ...given, columns: Object.fromEntries(names), skipBadRows: given.skipBadRows === true };
  const cells = winnerTexts(rows, wanted, flags);
  return { ...rows, ...columns, source, cells: standingRows({ ...rows, names, cells }, ["first", "second"]) };
}

async function read(cells: ComparisonCells, options: ReadingOptions): Promise<Comparisons> {
  const { form, isDecided, source, file } = cells;
  options.onProgress?.(`reading ${source.file}`);
  const names = await numberedNames(cells);
  const reader = new ComparisonReader(names, cells);
  let rows = 0;
  for await (const piece of await piecesOf(file, selectionOf(cells, names), options)) {
    reader.add(piece);
    rows += piece.rows;
  }
  const { games, wrong, ...counts } = reader.end();
  const left = await skippedIn(file, wrong, source);
  if (games.unit.length === 0) throw new UserError({ code: "no-games", what: "holds no game", where: source.file });
  const labels = cells.flags === undefined ? names.labels.note : flagsNote(cells.flags);
  const tie = form === "pairs" ? cells.names.get(TIE.name) : undefined;
  const ties = tie === undefined ? undefined : `ties are told by the column ${JSON.stringify(tie)}`;
  const notes = [labels, ties, await scoreNote(cells)].filter((note) => note !== undefined);
  const about = { hasSides: form === "pairs" && !isDecided, judges: names.judges, notes };
  return { games, ...about, ...counts, rows, ...left };
}

/** A player of the game being read. */
interface Entry {
  readonly row: number;
  readonly player: number;
  readonly place: number;
  readonly team: string;
}

/** Judge, unit, prompt and time of a game. */
interface About {
  readonly judge: number;
  readonly unit: number;
  readonly prompt: number;
  readonly time: number;
}

/** Columns of judge, unit, prompt and time in a chunk of rows; undefined where the file lacks them. */
interface AboutRows {
  readonly row: Float64Array;
  readonly judge: Float64Array | undefined;
  readonly unit: Float64Array | undefined;
  readonly prompt: Float64Array | undefined;
  readonly time: Float64Array | undefined;
  readonly dated: Float64Array | undefined;
  readonly piece: RowPiece;
}

/** Assembles games from the rows of `selectionOf`, chunk by chunk, and validates each row. */
class ComparisonReader {
  readonly #writer: GamesWriter;
  readonly #form: ComparisonForm;
  readonly #tests: readonly string[];
  readonly #isDecided: boolean;
  readonly #flags: SideFlags | undefined;
  readonly #skips: boolean;
  /** Number of units that the file names; a game without a unit gets a number of its own above these. */
  readonly #units: number;
  readonly #wrong = new WrongRows();
  #games = 0;
  /** Number of games without a unit. */
  #alone = 0;
  /** Optional columns; undefined where the file lacks them. */
  readonly #judge: Column | undefined;
  readonly #time: Column | undefined;
  readonly #prompt: Column | undefined;
  #game = -1;
  #entries: Entry[] = [];
  /** Whether the game being read has a bad row. */
  #isSpoilt = false;
  #about: About = { judge: -1, unit: -1, prompt: Number.NaN, time: Number.NaN };
  /** The unit of the first number that may be a time since 1970. */
  #unit: EpochUnit | undefined;
  /** Whether the first date was a date rather than a number. */
  #isDated: boolean | undefined;

  constructor({ players, judges, units }: NumberedNames, own: ComparisonCells) {
    const { form, names, tests, isDecided, flags, source } = own;
    this.#writer = new GamesWriter(players);
    this.#form = form;
    this.#tests = tests;
    this.#isDecided = isDecided;
    this.#flags = flags;
    this.#skips = source.skipBadRows;
    this.#units = units.length;
    this.#judge = judges.length > 0 ? new Column() : undefined;
    this.#time = names.has("date") ? new Column() : undefined;
    this.#prompt = names.has("prompt") ? new Column() : undefined;
  }

  add(piece: RowPiece): void {
    const about: AboutRows = {
      row: piece.numbers("row"),
      judge: piece.numbersOf("judge"),
      unit: piece.numbersOf("unit"),
      prompt: piece.numbersOf("prompt"),
      time: piece.numbersOf("time"),
      dated: piece.numbersOf("dated"),
      piece,
    };
    if (this.#form === "pairs") this.#addPairs(piece, about);
    else this.#addPlayers(piece, about);
  }

  /** Returns the games, with the judge of each (−1 for none), its time and its prompt (NaN for none). */
  end() {
    this.#close();
    const noNumbers = () => new Float64Array(this.#games).fill(Number.NaN);
    return {
      games: this.#writer.end(),
      judge: this.#judge === undefined ? new Int32Array(this.#games).fill(-1) : Int32Array.from(this.#judge.doubles()),
      time: this.#time?.doubles().slice() ?? noNumbers(),
      prompt: this.#prompt?.doubles().slice() ?? noNumbers(),
      wrong: this.#wrong,
    };
  }

  #addPairs(piece: RowPiece, about: AboutRows): void {
    const { row, judge, unit, prompt } = about;
    const [first, second] = [piece.numbers("first"), piece.numbers("second")];
    const result = piece.numbers("result");
    for (let r = 0; r < piece.rows; r++) {
      const wrong = pairFault(first[r], second[r], result[r]);
      if (wrong !== undefined) {
        const more = wrong.column === "winner" ? noWinner(piece.text("winner", r), this.#flags) : {};
        this.#wrong.add({ row: row[r], ...wrong, ...more });
        continue;
      }
      const time = this.#timeOf(about, r);
      if (time === undefined) continue;
      // The winner is always listed first here, so every other game is reversed; otherwise audits would find a side bias.
      const isTurned = this.#isDecided && row[r] % 2 === 1;
      const [one, other, won] = isTurned ? [second[r], first[r], 1 - result[r]] : [first[r], second[r], result[r]];
      this.#writer.addPair(one, other, won, this.#unitOf(unit === undefined ? -1 : unit[r]));
      this.#keep(judge === undefined ? -1 : judge[r], prompt === undefined ? Number.NaN : prompt[r], time);
    }
  }

  #addPlayers(piece: RowPiece, about: AboutRows): void {
    const { row } = about;
    const [game, player, place] = [piece.numbers("game"), piece.numbers("player"), piece.numbers("place")];
    for (let r = 0; r < piece.rows; r++) {
      if (game[r] !== this.#game) this.#close();
      this.#game = game[r];
      const wrong = (column: string, what: string) => {
        this.#isSpoilt = true;
        this.#wrong.add({ row: row[r], column, what });
      };
      if (game[r] < 0) wrong("game", "is empty");
      else if (player[r] < 0) wrong("player", "is empty");
      else if (Number.isNaN(place[r]))
        wrong(this.#tests[game[r]] ?? "place", "is empty, no number, or one of too many digits");
      else if (this.#entries.some((entry) => entry.player === player[r])) wrong("player", "stands twice in its game");
      else {
        const time = this.#timeOf(about, r);
        if (time === undefined) {
          this.#isSpoilt = true;
          continue;
        }
        if (this.#entries.length === 0) this.#about = aboutAt(about, r, time);
        const team = piece.text("team", r) ?? ` ${player[r]}`;
        this.#entries.push({ row: row[r], player: player[r], place: place[r], team });
      }
    }
  }

  /** Time of a row's game, NaN where missing; undefined where the date is invalid, which is reported. */
  #timeOf({ row, time, dated, piece }: AboutRows, r: number): number | undefined {
    if (time === undefined || dated === undefined) return Number.NaN;
    let [at, isDate] = [time[r], dated[r] === 1];
    if (!Number.isFinite(at)) {
      const text = piece.text("date", r);
      if (text === undefined) return Number.NaN;
      const date = dateIn(text);
      if (date === undefined) {
        this.#wrong.add({ row: row[r], column: "date", ...noDate(text) });
        return undefined;
      }
      ({ value: at, isDate } = date);
    }
    this.#isDated ??= isDate;
    const unit = isDate ? undefined : epochUnitOf(at);
    this.#unit ??= unit;
    const isOfUnit = unit === undefined || this.#unit === undefined || unit === this.#unit;
    if (isDate === this.#isDated && isOfUnit) return at;
    const what = isOfUnit ? otherDate(isDate) : otherUnit(unit, this.#unit ?? unit);
    this.#wrong.add({ row: row[r], column: "date", what });
    return undefined;
  }

  /** Completes the game being read. */
  #close(): void {
    const [entries, isSpoilt] = [this.#entries, this.#isSpoilt];
    [this.#entries, this.#isSpoilt] = [[], false];
    if (entries.length === 0) return;
    const teams = new Map<string, Entry[]>();
    for (const entry of entries) {
      const team = teams.get(entry.team);
      if (team === undefined) teams.set(entry.team, [entry]);
      else team.push(entry);
    }
    if (teams.size < 2) {
      // Another row of the game is already reported; without it the game is incomplete.
      if (isSpoilt && !this.#skips) return;
      const alone = `has one ${entries.length === 1 ? "player" : "team"} alone`;
      const what = isSpoilt ? `${alone}, as another row of it is bad` : alone;
      this.#wrong.add({ row: entries[0].row, column: this.#tests[this.#game] ?? "game", what });
      return;
    }
    // A team's place is that of its best player; places are renumbered from 1 without gaps.
    const best = [...teams.values()].map((team) => Math.min(...team.map(({ place }) => place)));
    const placed = [...teams.values()].map(
      (team, k): PlacedTeam => ({
        players: team.map(({ player }) => player),
        place: 1 + best.filter((other) => other < best[k]).length,
      }),
    );
    const { judge, unit, prompt, time } = this.#about;
    this.#writer.add(placed, this.#unitOf(unit));
    this.#keep(judge, prompt, time);
  }

  #keep(judge: number, prompt: number, time: number): void {
    this.#judge?.push(judge);
    this.#prompt?.push(prompt);
    this.#time?.push(time);
    this.#games += 1;
  }

  #unitOf = (unit: number): number => (unit >= 0 ? unit : this.#units + this.#alone++);
}

const aboutAt = ({ judge, unit, prompt }: AboutRows, r: number, time: number): About => ({
  judge: judge?.[r] ?? -1,
  unit: unit?.[r] ?? -1,
  prompt: prompt?.[r] ?? Number.NaN,
  time,
});

/** Fault of a two-player game; undefined where it is valid. */
function pairFault(first: number, second: number, result: number): Pick<BadRow, "column" | "what"> | undefined {
  if (first < 0) return { column: "first", what: "is empty" };
  if (second < 0) return { column: "second", what: "is empty" };
  if (first === second) return { column: "second", what: "is the player on the first side too" };
  return result < 0 ? { column: "winner", what: "is empty" } : undefined;
}

/** Fault of a winner label, with a hint. */
const noWinner = (text: string | undefined, flags: SideFlags | undefined): Partial<BadRow> => {
  if (flags !== undefined && text !== undefined) return flagsFault(flags, text);
  const what = text === undefined ? "is empty" : `is ${JSON.stringify(shortened(text))}`;
  return {
    what,
    hint: "write a player of the row, a side (first, second; a, b; left, right; 1, 2) or tie, or say what it means: --labels",
  };
};
