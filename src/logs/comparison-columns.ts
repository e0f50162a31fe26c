// Which columns of a file of games or votes are meant: each has a few usual names. A row is a game of two, one player of a game, or all that
// a player did in many games.

import { UserError } from "../core/errors.ts";
import { type SideFlags, sideFlags } from "./side-flags.ts";
import { TAKING_BACK } from "./standing-rows.ts";
import { column, missingColumn, type UsualColumn, usualColumns } from "./usual-columns.ts";

/** Of a row for each game of two. */
export const PAIR_COLUMNS = [
  column("first", "a player_a model_a left white home player1 player_1", "name of the player on the first side"),
  column("second", "b player_b model_b right black away player2 player_2", "name of the player on the second side"),
  column(
    "winner",
    "result outcome vote preference label",
    "name of the winner, or its side (a, b; left, right; 1, 2; 1-0, 0-1), or a tie (tie, draw); a row of `cannot tell` is no game",
  ),
] as const;

/** Columns of a row that names winner and loser, in the order in which they are looked for. */
export const DECIDED_COLUMNS = [
  ["winner", "loser"],
  ["winner_name", "loser_name"],
  ["winner_id", "loser_id"],
] as const;

/** Of a row for each player of a game. */
export const PLACE_COLUMNS = [
  column("game", "match match_id game_id race", "name of the game"),
  column("player", "name model entrant agent", "name of the player"),
  column("place", "rank position", "place in the game, 1 for the best; players of one place have tied"),
] as const;

/** May stand in the place of `place`. */
export const SCORE = column("score", "points", "points in the game, the most for the best");

/** What either may have too. */
export const FURTHER_COLUMNS = [
  column("team", "side", "name of the player's team in the game; only of games with a row for each player"),
  column("judge", "voter rater annotator user", "name of the judge who voted"),
  column("date", "time timestamp tstamp day", "when it was played: a date, a time or a number"),
  column("unit", "tournament session", "name of what games were drawn with: games of one unit are not independent"),
  column("prompt", "prompt_id", "what both players answered, by which a judge's repeated votes are told"),
  ...TAKING_BACK,
] as const;

/** *pairs*: a row is a game of two. *places*: a row is a player of a game. *table*: a row is a player, and further columns are games. */
export type ComparisonForm = "pairs" | "places" | "table";

/** The columns of a file by the names of this table. */
export interface MatchedColumns {
  readonly form: ComparisonForm;
  readonly names: ReadonlyMap<string, string>;
  /** Of a table: the columns with scores, of which each is a game; else none. */
  readonly tests: readonly string[];
  /** Whether the player of the column `first` has won every game, so that there are no sides. */
  readonly isDecided: boolean;
  /** Columns of which one is 1, in the place of a winner. */
  readonly flags?: SideFlags | undefined;
}

/**
 * Finds the columns of a file, of which `said` names some. A UserError names what is missing and the nearest that is there. `option` is how
 * a column is said: `--columns`.
 */
export function comparisonColumns(
  columns: readonly string[],
  said: Readonly<Record<string, string>>,
  where: string,
  option: string,
): MatchedColumns {
  const every = [...PAIR_COLUMNS, ...PLACE_COLUMNS, SCORE, ...FURTHER_COLUMNS];
  const { names, problems } = usualColumns(every, columns, said, { where, option, records: "games" });
  const flags = names.has("winner") ? undefined : sideFlags(columns);
  if (flags !== undefined) names.set("winner", flags.columns.first);
  const decided = names.has("first") || names.has("second") ? undefined : decidedColumns(columns);
  if (problems.length === 0 && decided !== undefined) {
    const rest = [...names].filter(([name]) => name !== "winner");
    return { form: "pairs", names: new Map([...rest, ...decided]), tests: [], isDecided: true };
  }
  const has = (wanted: readonly UsualColumn[]) => wanted.filter(({ name }) => names.has(name)).length;
  // The form that fits best is the one that is asked for.
  const form = names.has("player") || has(PLACE_COLUMNS) > has(PAIR_COLUMNS) ? "places" : "pairs";
  const isPair = names.has("first") && names.has("second");
  const own = [...names.values()];
  const tests = columns.filter((name) => !own.includes(name));
  if (problems.length === 0 && !isPair && names.has("player") && !ROWS_OF_GAMES.some((name) => names.has(name))) {
    if (tests.length > 0) return { form: "table", names, tests, isDecided: false };
  }
  const missing = (form === "places" && !isPair ? PLACE_COLUMNS : PAIR_COLUMNS).filter(
    ({ name }) => !names.has(name) && !(name === "place" && names.has(SCORE.name)),
  );
  if (missing.length > 0) problems.push(withoutColumns(missing, columns, where, option));
  if (problems.length > 0) throw new UserError(problems);
  return { form: isPair ? "pairs" : form, names, tests: [], isDecided: false, flags };
}

/** The file's columns of winners and losers by our names of the sides; undefined where it has no such pair. */
function decidedColumns(columns: readonly string[]): readonly (readonly [string, string])[] | undefined {
  const byLower = new Map(columns.map((name) => [name.toLowerCase(), name]));
  for (const [won, lost] of DECIDED_COLUMNS) {
    const [first, second] = [byLower.get(won), byLower.get(lost)];
    if (first !== undefined && second !== undefined)
      return [
        ["first", first],
        ["second", second],
      ];
  }
  return undefined;
}

/** One sentence for all columns that a file has not. */
function withoutColumns(missing: readonly UsualColumn[], columns: readonly string[], where: string, option: string) {
  const [{ name, meaning }] = missing;
  const problem = missingColumn(name, columns, where, `${missing.map((one) => `${option} ${one.name}=…`).join(" ")}`);
  if (missing.length === 1) return { ...problem, what: `${problem.what}: ${meaning}` };
  const named = missing.map((one) => `"${one.name}" (${one.meaning})`);
  const what = `has no columns ${named.slice(0, -1).join(", ")} and ${named.at(-1) ?? ""}`;
  return { ...problem, what };
}

/** Columns that no table has: with one of them a row is a player of one game. */
const ROWS_OF_GAMES = ["game", "place", "score", "first", "second", "winner"];
