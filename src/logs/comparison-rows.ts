// DuckDB queries that read games or votes: names become numbers, results and times are parsed, and invalid values keep their text. Columns
// that the file lacks are left out.

import { identifier, quoted, textNumber } from "../core/sql.ts";
import { type MatchedColumns, TIE, tieValues } from "./comparison-columns.ts";
import { momentSql } from "./dates.ts";
import type { Selection, SqlColumn } from "./row-pieces.ts";
import { type LabelReading, labelReading, resultOf } from "./side-words.ts";
import type { LabelledSource, UserRows } from "./user-rows.ts";
import { LABEL, labelled, NAMED, winnerLabels } from "./winner-labels.ts";

/** A file with matched columns. */
export interface ComparisonCells extends UserRows, MatchedColumns {
  readonly source: LabelledSource & { readonly columns: Record<string, string>; readonly skipBadRows: boolean };
  /** SQL of the selected rows as texts, with our column names (`testName` for a test); with `isFirst`, unreadable rows are recorded. */
  cells(isFirst: boolean): string;
}

/** The names behind the numbers, in the order of the numbers. */
export interface NumberedNames {
  readonly players: readonly string[];
  readonly judges: readonly string[];
  readonly units: readonly string[];
  /** Interpretation of winner labels. */
  readonly labels: LabelReading;
}

/** SQL name of a test's column. */
export const testName = (test: number): string => `test ${test}`;

const PLAYERS = "agon_players";
const [JUDGES, UNITS] = ["agon_judges", "agon_units"];

/** Collects all names of a file in one pass, and creates an enumeration in DuckDB for each kind of name. */
export async function numberedNames(file: ComparisonCells): Promise<NumberedNames> {
  const { form, names, source } = file;
  const { ask } = file.file;
  const isLabelled = form === "pairs" && names.has("winner");
  const players = form === "pairs" ? ["first", "second"] : ["player"];
  const others = ["judge", "unit"].filter((name) => names.has(name));
  const columns = [...[...players, ...others].map(identifier), ...(isLabelled ? [`${LABEL}, ${NAMED}`] : [])];
  // There are few distinct pairs compared with rows; judges and units may be many.
  const sets = others.length === 0 ? columns.join(", ") : columns.map((column) => `(${column})`).join(", ");
  const groups = others.length === 0 ? `GROUP BY ${sets}` : `GROUP BY GROUPING SETS (${sets})`;
  const rows = isLabelled ? labelled(file.cells(false), SIDES) : file.cells(false);
  const select = `SELECT ${columns.join(", ")} FROM (${rows}) ${groups}`;
  await ask((connection) => connection.run(`CREATE TEMP TABLE agon_names AS ${select}`));
  const enumerated = async (type: string, held: readonly string[]): Promise<string[]> => {
    if (!held.every((name) => players.includes(name) || names.has(name))) return [];
    const all = held.map((name) => `SELECT ${identifier(name)} AS name FROM agon_names`).join(" UNION ALL ");
    const distinct = `SELECT DISTINCT name FROM (${all}) WHERE name IS NOT NULL ORDER BY name`;
    await ask((connection) => connection.run(`CREATE TYPE ${type} AS ENUM (${distinct})`));
    const rows = await file.file.connection.runAndReadAll(`SELECT unnest(enum_range(NULL::${type}))::VARCHAR AS name`);
    return rows.getColumnsJS()[0]?.map(String) ?? [];
  };
  return {
    players: await enumerated(PLAYERS, players),
    judges: await enumerated(JUDGES, ["judge"]),
    units: await enumerated(UNITS, ["unit"]),
    labels: isLabelled ? await labelsOf(file) : NO_LABELS,
  };

  async function labelsOf({ columns: own }: ComparisonCells): Promise<LabelReading> {
    const winner = names.get("winner") ?? "";
    // Winners of indicator columns are in our own words.
    const [first, second] = ["first", "second"].map((name) => names.get(name) ?? "");
    const sides = file.flags === undefined ? ([first, second] as const) : undefined;
    return labelReading({
      ...(await ask((connection) => winnerLabels(connection, "agon_names"))),
      ...{ columns: own, own: winner, sides, isScore: SCORES.includes(winner.toLowerCase()) },
      ...{ said: source.labels, where: file.file.heading, option: "--labels" },
    });
  }
}

/** SQL of the names of a row's players. */
const SIDES = ['"first"', '"second"'];
const NO_LABELS: LabelReading = { sides: new Map(), always: new Set(), note: undefined };
/** Columns whose numbers are the score of the first side where 0.5 is among them. */
const SCORES = ["result", "outcome", "score"];

/**
 * Builds the query. *Pairs*: `row`, `first`, `second`, `result`, and `winner`, the label where it is not understood. *Places* and *tables*:
 * `row`, `game`, `player`, `place`, `team`, with a game's rows contiguous. A missing name has number −1. Each may have `judge`, `unit`,
 * `prompt`, and for dates `time`, whether it is `dated`, and `date`, the text where it is not parsed.
 */
export function selectionOf(file: ComparisonCells, names: NumberedNames): Selection {
  const rest = [...aboutOf(file, names), ...datesOf(file)];
  if (file.form === "pairs") return pairsOf(file, names.labels, rest);
  return file.form === "places" ? placesOf(file, rest) : cellsOf(file, datesOf(file));
}

const code = (name: string, type: string) =>
  `coalesce(enum_code(TRY_CAST(${identifier(name)} AS ${type})), -1)::INTEGER`;

function aboutOf({ names }: ComparisonCells, { judges, units }: NumberedNames): SqlColumn[] {
  return [
    ...(judges.length === 0 ? [] : [{ name: "judge", sql: code("judge", JUDGES) }]),
    ...(units.length === 0 ? [] : [{ name: "unit", sql: code("unit", UNITS) }]),
    ...(names.has("prompt") ? [{ name: "prompt", sql: `${textNumber("prompt")}::DOUBLE` }] : []),
  ];
}

/** Date columns of a file that has them; `moment` and `number` are columns of `timed` rows. */
const datesOf = ({ names }: ComparisonCells): SqlColumn[] =>
  names.has("date")
    ? [
        { name: "time", sql: "moment" },
        { name: "dated", sql: "(number IS NULL)::INTEGER" },
        { name: "date", sql: "CASE WHEN isfinite(moment) THEN NULL ELSE date END" },
      ]
    : [];

/** Adds to the rows each date as a plain number, and as a time in seconds. */
function timed({ names }: ComparisonCells, rows: string): string {
  if (!names.has("date")) return rows;
  const numbered = `SELECT *, TRY_CAST(date AS DOUBLE) AS number FROM (${rows})`;
  return `SELECT *, coalesce(number, ${momentSql("date")}) AS moment FROM (${numbered})`;
}

/**
 * A row per two-player game. Its result: 1 for a win of the first player, 0 for a win of the second, 0.5 for a tie, −1 for an unknown
 * label.
 */
function pairsOf(file: ComparisonCells, labels: LabelReading, rest: readonly SqlColumn[]): Selection {
  const decided = file.isDecided ? "1" : resultOf("winner", SIDES, labels);
  const tie = file.names.get(TIE.name);
  const ties = tie === undefined ? [] : tieValues(tie).map(quoted);
  const result =
    tie === undefined ? decided : `(CASE WHEN lower(tie) IN (${ties.join(", ")}) THEN 0.5 ELSE ${decided} END)`;
  const columns = [
    { name: "row", sql: "agon_row::DOUBLE" },
    { name: "first", sql: code("first", PLAYERS) },
    { name: "second", sql: code("second", PLAYERS) },
    { name: "result", sql: "result::DOUBLE" },
    ...rest,
    ...(file.isDecided ? [] : [{ name: "winner", sql: "CASE WHEN result < 0 THEN winner END" }]),
  ];
  return { columns, from: `(SELECT *, ${result} AS result FROM (${timed(file, file.cells(true))}))` };
}

/** A place by a score. A whole number that a double would round has none: two such scores would tie. */
const scoreSql = (score: string): string =>
  `CASE WHEN regexp_full_match(${score}, '[-+]?\\d{16,}') AND TRY_CAST(${score} AS HUGEINT) IS DISTINCT FROM TRY_CAST(TRY_CAST(${score} AS DOUBLE) AS HUGEINT) THEN NULL ELSE -TRY_CAST(${score} AS DOUBLE) END`;

/** A row per player, with a game's rows contiguous, in the order of the games' first rows. */
function placesOf(file: ComparisonCells, rest: readonly SqlColumn[]): Selection {
  const place = file.names.has("place") ? "TRY_CAST(place AS DOUBLE)" : scoreSql("score");
  const own = [
    { name: "player", sql: code("player", PLAYERS) },
    { name: "place", sql: place },
    ...(file.names.has("team") ? [{ name: "team", sql: "team" }] : []),
    ...rest,
  ];
  const made = own.map(({ name, sql }) => `${sql} AS ${name}`).join(", ");
  const rows = `SELECT agon_row, game, ${made} FROM (${timed(file, file.cells(true))})`;
  const begun = "min(agon_row) OVER (PARTITION BY game)";
  const columns = [
    { name: "row", sql: "agon_row::DOUBLE" },
    { name: "game", sql: "CASE WHEN game IS NULL THEN -1 ELSE begun END::DOUBLE" },
    ...own.map(({ name }) => ({ name, sql: name })),
  ];
  return { columns, from: `(SELECT *, ${begun} AS begun FROM (${rows})) ORDER BY begun, agon_row` };
}

/** A row per non-empty cell of a table, column by column: a column is a game, and its scores are points. */
function cellsOf(file: ComparisonCells, dates: readonly SqlColumn[]): Selection {
  const tests = file.tests.map((_, test) => `{'test': ${test}, 'score': ${identifier(testName(test))}}`);
  const made = [{ name: "player", sql: code("player", PLAYERS) }, ...dates];
  const own = made.map(({ name, sql }) => `${sql} AS ${name}`).join(", ");
  const rows = `SELECT agon_row, ${own}, unnest([${tests.join(", ")}]) AS cell FROM (${timed(file, file.cells(true))})`;
  const columns = [
    { name: "row", sql: "agon_row::DOUBLE" },
    { name: "game", sql: "cell.test::DOUBLE" },
    { name: "place", sql: scoreSql("cell.score") },
    ...made.map(({ name }) => ({ name, sql: name })),
  ];
  return { columns, from: `(${rows}) WHERE cell.score IS NOT NULL ORDER BY cell.test, agon_row` };
}
