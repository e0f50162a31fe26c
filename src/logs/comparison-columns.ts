// Matches the columns of a file of games or votes by their usual names. A row is a two-player game, one player of a game, or one player's
// results in many games.

import { listed } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { TIE_WORDS } from "../core/side-words.ts";
import { type SideFlags, sideFlags } from "./side-flags.ts";
import { TAKING_BACK } from "./standing-rows.ts";
import { column, missingColumn, type UsualColumn, usualColumns } from "./usual-columns.ts";

/** What files call a player, with an ending each. */
const ofSides = (ending: string): string =>
  ["model", "agent", "system", "team", "bot", "assistant"].map((noun) => noun + ending).join(" ");

/** Columns of a row per two-player game. */
export const PAIR_COLUMNS = [
  column(
    "first",
    `a player_a model_a ${ofSides("_a")} left white white_id white_username home hometeam home_team player1 player_1 ${ofSides("_1")} ${ofSides("1")}`,
    "name of the player on the first side",
  ),
  column(
    "second",
    `b player_b model_b ${ofSides("_b")} right black black_id black_username away awayteam away_team player2 player_2 ${ofSides("_2")} ${ofSides("2")}`,
    "name of the player on the second side",
  ),
  column(
    "winner",
    "result outcome vote preference label",
    "name of the winner, or its side (a, b; left, right; 1, 2; 1-0, 0-1), or a tie (tie, draw); a row of `cannot tell` is no game",
  ),
] as const;

/** Columns of a row that names winner and loser, in the order of preference. */
export const DECIDED_COLUMNS = [
  ["winner", "loser"],
  ["winner_name", "loser_name"],
  ["winner_id", "loser_id"],
  ["winner_model", "loser_model"],
  ["winning_model", "losing_model"],
  ["chosen_model", "rejected_model"],
  ["win", "lose"],
] as const;

/** Columns of a row per player of a game. */
export const PLACE_COLUMNS = [
  column("game", "match match_id game_id race", "name of the game"),
  column("player", "name model entrant agent", "name of the player"),
  column("place", "rank position", "place in the game, 1 for the best; players of one place have tied"),
] as const;

/** Alternative to `place`. */
export const SCORE = column("score", "points", "points in the game, the most for the best");

/** A flag of ties. */
export const TIE = column(
  "tie",
  "draw drawn tied is_tie is_draw both_equal",
  "1 or true where a row with two players is a tie",
);

/** Columns that say what a row's result is where others name winner and loser. */
const RESULTS = ["result", "outcome"];

/** Values by which a column says that a row is a tie; numbers in a column of results may mean anything. */
export const tieValues = (own: string): readonly string[] =>
  RESULTS.includes(own.toLowerCase()) ? TIE_WORDS : [...TIE_WORDS, "1", "1.0", "true", "yes"];

/** Optional columns of both forms. */
export const FURTHER_COLUMNS = [
  column("team", "side", "name of the player's team in the game; only of games with a row for each player"),
  TIE,
  column("judge", "voter rater annotator user", "name of the judge who voted"),
  column("date", "time timestamp tstamp day", "when it was played: a date, a time or a number"),
  column("unit", "tournament session", "name of what games were drawn with: games of one unit are not independent"),
  column("prompt", "prompt_id", "what both players answered, by which a judge's repeated votes are told"),
  ...TAKING_BACK,
] as const;

/**
 * *pairs*: a row is a two-player game. *places*: a row is a player of a game. *table*: a row is a player, and further columns are games.
 */
export type ComparisonForm = "pairs" | "places" | "table";

/** The file's columns by our names. */
export interface MatchedColumns {
  readonly form: ComparisonForm;
  readonly names: ReadonlyMap<string, string>;
  /** For a table: the score columns, each of which is a game; otherwise empty. */
  readonly tests: readonly string[];
  /** Whether the player in the column `first` always won, so that the file has no information on sides. */
  readonly isDecided: boolean;
  /** Indicator columns, one of which is 1, that replace a column of winners. */
  readonly flags?: SideFlags | undefined;
}

/**
 * Matches the columns of a file, some of which `said` maps explicitly. Throws a UserError that names missing columns and their nearest
 * matches. `option` is the option that maps columns: `--columns`.
 */
export function comparisonColumns(
  columns: readonly string[],
  said: Readonly<Record<string, string>>,
  where: string,
  option: string,
): MatchedColumns {
  const every = [...PAIR_COLUMNS, ...PLACE_COLUMNS, SCORE, ...FURTHER_COLUMNS];
  const { names, problems } = usualColumns(every, columns, said, { where, option, records: "games" });
  const [one, other] = [names.get("first"), names.get("second")];
  const sides = one === undefined || other === undefined ? undefined : ([one, other] as const);
  const flags = names.has("winner") ? undefined : sideFlags(columns, sides);
  if (flags !== undefined) names.set("winner", flags.columns.first);
  const decided = names.has("first") || names.has("second") ? undefined : decidedColumns(columns);
  if (problems.length === 0 && decided !== undefined) {
    const rest = [...names].filter(([name]) => name !== "winner");
    const result = columns.find((own) => RESULTS.includes(own.toLowerCase()));
    if (result !== undefined && !names.has(TIE.name)) rest.push([TIE.name, result]);
    return { form: "pairs", names: new Map([...rest, ...decided]), tests: [], isDecided: true };
  }
  const has = (wanted: readonly UsualColumn[]) => wanted.filter(({ name }) => names.has(name)).length;
  // An error reports the columns that the best-fitting form lacks.
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

/** The file's winner and loser columns, mapped to our side names; undefined where it has none. */
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

/** Error message for all missing columns. */
function withoutColumns(missing: readonly UsualColumn[], columns: readonly string[], where: string, option: string) {
  const [{ name, meaning }] = missing;
  const problem = missingColumn(name, columns, where, `${missing.map((one) => `${option} ${one.name}=…`).join(" ")}`);
  if (missing.length === 1) return { ...problem, what: `${problem.what}: ${meaning}` };
  const named = missing.map((one) => `"${one.name}" (${one.meaning})`);
  const what = `has no columns ${listed(named)}`;
  return { ...problem, what };
}

/** Columns that a table never has; any of them means that a row is one player of one game. */
const ROWS_OF_GAMES = ["game", "place", "score", "first", "second", "winner"];
