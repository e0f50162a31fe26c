// Reads a user's file of text comparisons: CSV, JSON Lines or Parquet, with chosen and rejected texts, or two texts and the winner. Rows
// are streamed, so a file may exceed the memory.

import { hash } from "node:crypto";
import type { DuckDBConnection } from "@duckdb/node-api";
import { UserError } from "../core/errors.ts";
import { identifier, quoted } from "../core/sql.ts";
import { type BadRow, type SkippedRows, skippedIn, WrongRows } from "./bad-rows.ts";
import { isPrinted, parted, promptOf, turnsOf } from "./conversations.ts";
import {
  allInOne,
  allTextsIn,
  columnsOf,
  INPUT,
  type MatchedLayout,
  PLAYERS,
  PROMPT,
  sidesIn,
  TEXTS,
} from "./preference-columns.ts";
import { piecesOf } from "./row-pieces.ts";
import { flagsFault, flagsNote, winnerTexts } from "./side-flags.ts";
import { mayBeTurned, turnOf } from "./side-names.ts";
import { type LabelReading, labelReading, resultOf } from "./side-words.ts";
import { standingRows, TAKING_BACK } from "./standing-rows.ts";
import { type LabelledSource, type ReadingOptions, type UserRows, withRows } from "./user-rows.ts";
import { labelled, winnerLabels } from "./winner-labels.ts";

/** Two answers to one prompt and the result of their comparison. */
export interface PreferencePair {
  /** Row number from 0. */
  readonly row: number;
  readonly prompt: string;
  readonly first: string;
  readonly second: string;
  /** 1 where the first text was preferred, 0 for the second, 0.5 for a tie; undefined where the pair is not yet judged. */
  readonly result: number | undefined;
  /** Name of the annotator; "" where unknown. */
  readonly annotator: string;
  /** The file's own split of the pair; "" where it has none. */
  readonly split: "train" | "test" | "";
  /** "" where unknown. */
  readonly kind: string;
}

/** An open file of preferences. */
export interface PreferenceFile {
  readonly layout: MatchedLayout["layout"];
  readonly has: { readonly prompt: boolean; readonly annotator: boolean; readonly split: boolean };
  readonly unread: readonly string[];
  /** Notes on the interpretation of ambiguous labels. */
  readonly notes: readonly string[];
  /** Number of rows, without parsing them. */
  count(): Promise<number>;
  /**
   * Streams all pairs in file order and returns their number; each call reads the file again. Throws a UserError with the first bad rows.
   */
  each(use: (pair: PreferencePair) => void): Promise<SkippedRows & { readonly rows: number }>;
}

/** Opens a file of preferences and returns the result of `use`. Throws a UserError for an invalid format or invalid columns. */
export const withPreferences = <T>(
  source: LabelledSource,
  options: ReadingOptions,
  use: (file: PreferenceFile) => Promise<T>,
): Promise<T> => withRows(source, options, async (rows) => use(await opened(rows, source, options)));

async function opened(rows: UserRows, source: LabelledSource, options: ReadingOptions): Promise<PreferenceFile> {
  const { layout, names, flags } = columnsOf(rows, source);
  await checkTexts(
    rows,
    TEXTS[layout].map((name) => names.get(name) ?? name),
    names.get(PROMPT.name),
  );
  const textColumns = [PROMPT.name, INPUT, ...TEXTS[layout], "annotator", "split", "kind"].filter((name) =>
    names.has(name),
  );
  const named = { ...source, columns: Object.fromEntries(names) };
  // In the layout of chosen texts, a column with a usual name of winners has another meaning.
  const votes = new Map([...names].filter(([name]) => layout === "shown" || name !== "winner"));
  const read = [...textColumns, ...PLAYERS, "winner", ...TAKING_BACK.map(({ name }) => name)];
  const wanted = new Map([...votes].filter(([name]) => read.includes(name)));
  const cells = winnerTexts(rows, wanted, flags);
  const standing = standingRows({ ...rows, names: votes, cells }, PLAYERS);
  const labels = layout === "chosen" ? undefined : await labelsOf(rows, source, { names, flags }, standing(false));
  const columns = [
    { name: "row", sql: "agon_row::DOUBLE" },
    { name: "result", sql: labels === undefined ? "1::DOUBLE" : voteResult(names, labels) },
    ...textColumns.map((name) => ({ name, sql: identifier(name) })),
    ...(flags === undefined ? [] : [{ name: "winner", sql: "winner" }]),
  ];
  const used = [...names.values(), ...Object.values(flags?.columns ?? {})];
  const note = flags === undefined ? labels?.note : flagsNote(flags);
  return {
    layout,
    has: { prompt: names.has("prompt"), annotator: names.has("annotator"), split: names.has("split") },
    unread: rows.columns.filter((own) => !used.includes(own)),
    notes: note === undefined ? [] : [note],
    async count() {
      options.onProgress?.(`counting the rows of ${source.file}`);
      const counted = `SELECT count(*)::DOUBLE AS count FROM (${rows.rows(false)})`;
      const reader = await rows.file.ask((connection) => connection.runAndReadAll(counted));
      return Number(reader.getRowObjectsJS()[0]?.count ?? 0);
    },
    async each(use) {
      const wrong = new WrongRows();
      let count = 0;
      for await (const piece of await piecesOf(rows.file, { columns, from: `(${standing(true)})` }, options)) {
        const [at, results] = [piece.numbers("row"), piece.numbers("result")];
        for (let k = 0; k < piece.rows; k++) {
          const pair = pairOf(at[k], results[k], TEXTS[layout], (name) => piece.text(name, k) ?? "");
          if ("what" in pair) {
            const isFlagged = flags !== undefined && pair.column === "winner";
            wrong.add(isFlagged ? { ...pair, ...flagsFault(flags, piece.text("winner", k) ?? "") } : pair);
          } else use(pair);
        }
        count += piece.rows;
      }
      const left = await skippedIn(rows.file, wrong, named);
      if (count === wrong.count)
        throw new UserError({ code: "no-pairs", what: "holds no comparison", where: source.file });
      return { rows: count, ...left };
    },
  };
}

/**
 * Refuses columns that hold lists of texts, as in RewardBench 2, and numbers of texts in a list; lists of a prompt's and both answers' turns
 * are read.
 */
async function checkTexts(rows: UserRows, texts: readonly string[], prompt: string | undefined): Promise<void> {
  const { file } = rows;
  const all = allTextsIn(rows.columns);
  const [first] = texts;
  if (all !== undefined) {
    const sql = `SELECT bool_and(try_cast(${rows.cell(first)} AS DOUBLE) IS NOT NULL) AS numbered FROM (${rows.rows(false)})`;
    const reader = await file.ask((connection) => connection.runAndReadAll(sql));
    if (reader.getRowObjectsJS()[0]?.numbered === true) throw new UserError(allInOne(all, file.heading));
  }
  const types = new Map(file.columns.map(({ name, type }) => [name, type]));
  const isLists = (own: string | undefined, connection: DuckDBConnection): Promise<boolean> | boolean => {
    if (own === undefined) return false;
    if (file.format !== "jsonl") return types.get(own) === "VARCHAR[]";
    const type = `json_type(json, ${quoted(`$.${JSON.stringify(own)}[0]`)})`;
    const sql = `SELECT 1 FROM (${file.rows()}) WHERE ${type} = 'VARCHAR' LIMIT 1`;
    return connection.runAndReadAll(sql).then((reader) => reader.currentRowCount > 0);
  };
  const own = await file.ask(async (connection) => {
    if (await isLists(prompt, connection)) return undefined;
    for (const text of texts) if (await isLists(text, connection)) return text;
    return undefined;
  });
  if (own === undefined) return;
  const what = `${JSON.stringify(own)} holds lists of texts, where a row compares two texts`;
  throw new UserError({ code: "bad-columns", what, where: file.heading, hint: "write a row for each pair of texts" });
}

/** SQL of the names of a row's players. */
const playersIn = (names: ReadonlyMap<string, string>) => PLAYERS.map((name) => (names.has(name) ? name : "NULL"));

/** SQL of a vote's result, as in `resultOf`; −2 where there is none. */
const voteResult = (names: ReadonlyMap<string, string>, labels: LabelReading): string =>
  `(CASE WHEN winner IS NULL THEN -2 ELSE ${resultOf("winner", playersIn(names), labels)} END)::DOUBLE`;

/** Interprets winner labels. */
async function labelsOf(
  { file, columns }: UserRows,
  { labels: said }: LabelledSource,
  { names, flags }: Pick<MatchedLayout, "names" | "flags">,
  rows: string,
): Promise<LabelReading> {
  const players = playersIn(names);
  const labels = await file.ask((connection) => winnerLabels(connection, `(${labelled(rows, players)})`));
  const own = names.get("winner") ?? "";
  // Winners of indicator columns are in our own words.
  const pairs = [TEXTS.shown, PLAYERS].map((pair) => sidesIn(names, pair));
  const ordered = pairs.find((pair) => mayBeTurned(pair) || turnOf(pair) === 1) ?? pairs[0];
  const sides = flags === undefined ? ordered : undefined;
  const question = { said, where: file.heading, option: "--labels" };
  return labelReading({ ...labels, columns, own, sides, isScore: false, ...question });
}

/** Converts a row to a pair, or returns its fault. `text` returns the text in a column, "" for none. */
function pairOf(
  row: number,
  side: number,
  [first, second]: readonly [string, string],
  text: (name: string) => string,
): PreferencePair | BadRow {
  if (side === -1)
    return {
      row,
      column: "winner",
      what: "is neither a side (a or b, 1 or 2, first or second), nor a tie, nor the name of a player",
      hint: "say what it means: --labels LABEL=first",
    };
  const half = text("split").toLowerCase();
  if (half !== "" && half !== "train" && half !== "test")
    return { row, column: "split", what: "is neither train nor test" };
  const printed = [PROMPT.name, first, second].find((column) => isPrinted(text(column)));
  if (printed !== undefined) {
    const hint = "write them as JSON: json.dumps(messages)";
    return { row, column: printed, what: "holds messages as Python prints them", hint };
  }
  const [asked, ...texts] = turnsOf([text(PROMPT.name), text(first), text(second)]);
  const [one, other] = texts.map(parted);
  const hint = "let its last message be the model's answer";
  if (one.fault !== undefined) return { row, column: first, what: one.fault, hint };
  if (other.fault !== undefined) return { row, column: second, what: other.fault, hint };
  const parts = [promptOf(asked), text(INPUT), one.before];
  const prompt = parts.filter((part) => part !== "").join("\n\n");
  return {
    row,
    prompt,
    first: one.text,
    second: other.text,
    result: side === -2 ? undefined : side,
    annotator: text("annotator"),
    split: half,
    kind: text("kind"),
  };
}

/** A short, reproducible key of a text. */
export const textKey = (text: string): string => hash("sha256", text, "base64url").slice(0, 16);
