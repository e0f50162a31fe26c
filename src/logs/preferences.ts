// Reads a user's file of text comparisons: CSV, JSON Lines or Parquet, with chosen and rejected texts, or two texts and the winner. Rows
// are streamed, so a file may exceed the memory.

import { hash } from "node:crypto";
import type { DuckDBConnection } from "@duckdb/node-api";
import { type Problem, UserError } from "../core/errors.ts";
import { identifier, quoted } from "../core/sql.ts";
import { type BadRow, type SkippedRows, skippedIn, WrongRows } from "./bad-rows.ts";
import { parted, promptOf, turnsOf } from "./conversations.ts";
import { piecesOf } from "./row-pieces.ts";
import { flagsFault, flagsNote, type SideFlags, sideFlags, winnerTexts } from "./side-flags.ts";
import { mayBeTurned, type SideColumns, turnOf } from "./side-names.ts";
import { type LabelReading, labelReading, resultOf } from "./side-words.ts";
import { standingRows, TAKING_BACK } from "./standing-rows.ts";
import { type LabelledSource, type ReadingOptions, type UserRows, withRows } from "./user-rows.ts";
import { column, missingColumn, type UsualColumn, usualColumns } from "./usual-columns.ts";
import { labelled, winnerLabels } from "./winner-labels.ts";

export const PROMPT = column("prompt", "question instruction input query history context", "what both texts answer");

/** Beside an instruction, the column of what it is to be applied to: both are the prompt. */
const INPUT = "input";

/** Columns of the training layout: a chosen and a rejected text. */
export const CHOSEN_COLUMNS = [
  column("chosen", "preferred accepted", "the text that was preferred; or messages, of which the last is the text"),
  column("rejected", "dispreferred", "the other text"),
] as const;

/** What files call a text, with an ending each. */
const ofTexts = (ending: string): string =>
  ["response", "text", "answer", "output", "completion", "generation", "summary", "candidate", "reply"]
    .map((noun) => noun + ending)
    .join(" ");

/** Columns of the voting layout: two texts in the order shown. */
export const SHOWN_COLUMNS = [
  // Names from 0 and names from 1 share `response_1`, so the first has those of 0 before, and the second those of 2.
  column(
    "first",
    `${ofTexts("_a")} human_ref_a ${ofTexts("_0")} ${ofTexts("_1")} ${ofTexts("1")} response_1_text a left`,
    "the text shown first",
  ),
  column(
    "second",
    `${ofTexts("_b")} human_ref_b ${ofTexts("_2")} ${ofTexts("2")} response_2_text ${ofTexts("_1")} b right`,
    "the text shown second",
  ),
  column(
    "winner",
    "label labels preference preferred_side vote choice better_response_id safer_response_id overall_preference preference_strength human_preference preferred better better_response chosen best",
    "a or b, first or second, 1 or 2, tie, or a player by name; empty where not judged, `cannot tell` where it was not clear",
  ),
] as const;

/** Optional columns of both layouts. */
export const BESIDE_COLUMNS = [
  column("annotator", "judge annotator_id rater labeler user", "name of the person or judge that compared"),
  column("split", "set fold", "train or test"),
  column("kind", "category task topic type", "what kind of prompt it is"),
  column(
    "first_player",
    "model_a player_a left",
    "name of what wrote the text shown first, by which a winner may be told",
  ),
  column("second_player", "model_b player_b right", "name of what wrote the text shown second"),
  ...TAKING_BACK,
] as const;

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
  /**
   * *chosen*: the first text is the preferred one, and the order in which they were shown is unknown. *shown*: texts are in the order
   * shown.
   */
  readonly layout: "chosen" | "shown";
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

/** Refuses columns that hold lists of texts, as in RewardBench 2; lists of a prompt's and both answers' turns are read. */
async function checkTexts({ file }: UserRows, texts: readonly string[], prompt: string | undefined): Promise<void> {
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

/** Text columns of each layout. */
const TEXTS = { chosen: ["chosen", "rejected"], shown: ["first", "second"] } as const;

/** Player columns, whose names a winner may repeat. */
const PLAYERS = ["first_player", "second_player"] as const;

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

/** The file's names of a pair of columns; undefined where it lacks one of them. */
function sidesIn(names: ReadonlyMap<string, string>, pair: readonly [string, string]): SideColumns | undefined {
  const [first, second] = pair.map((name) => names.get(name));
  return first === undefined || second === undefined ? undefined : [first, second];
}

interface MatchedLayout {
  readonly layout: PreferenceFile["layout"];
  readonly names: ReadonlyMap<string, string>;
  /** Indicator columns, one of which is 1, that replace a column of winners. */
  readonly flags: SideFlags | undefined;
}

function columnsOf({ columns, file: { heading } }: UserRows, { columns: given = {} }: LabelledSource): MatchedLayout {
  const every: readonly UsualColumn[] = [PROMPT, ...CHOSEN_COLUMNS, ...SHOWN_COLUMNS, ...BESIDE_COLUMNS];
  const question = { where: heading, option: "--columns", records: "preferences" };
  const said = { ...pairedTexts(columns), ...given };
  const { names, problems } = usualColumns(every, columns, said, question);
  if (names.get("first") === names.get("second")) names.delete("second");
  const input = columns.find((own) => own.toLowerCase() === INPUT);
  const isInstruction = names.get(PROMPT.name)?.toLowerCase() === "instruction";
  if (isInstruction && input !== undefined && ![...names.values()].includes(input)) names.set(INPUT, input);
  const known = names.has("winner") ? undefined : sideFlags(columns, sidesIn(names, TEXTS.shown));
  if (known !== undefined) names.set("winner", known.columns.first);
  const has = (wanted: readonly UsualColumn[]) => wanted.filter(({ name }) => names.has(name)).length;
  const layout = has(CHOSEN_COLUMNS) * 3 >= has(SHOWN_COLUMNS) * 2 ? "chosen" : "shown";
  const missing = (layout === "chosen" ? CHOSEN_COLUMNS : SHOWN_COLUMNS).filter(({ name }) => !names.has(name));
  const gaps = missing.map(({ name, meaning }): Problem => {
    const problem = missingColumn(name, columns, heading, `--columns ${name}=…`);
    return { ...problem, what: `${problem.what}: ${meaning}` };
  });
  if (problems.length + gaps.length > 0) throw new UserError([...problems, ...gaps]);
  // Where `left` and `right` hold the texts themselves, they are not names of players.
  const texts = TEXTS[layout].map((name) => names.get(name));
  const isText = (name: string, own: string) => name.endsWith("_player") && texts.includes(own);
  const flags = layout === "shown" ? known : undefined;
  const isMeant = (name: string, own: string) => !isText(name, own) && (flags === known || name !== "winner");
  const meant = new Map([...names].filter(([name, own]) => isMeant(name, own)));
  if (layout === "shown") checkPlayers(meant, heading);
  return { layout, names: meant, flags };
}

/** Refuses texts of `first=response_b` beside players of `first_player=model_a`, where a name would be of the other text. */
function checkPlayers(names: ReadonlyMap<string, string>, where: string): void {
  const [texts, players] = [TEXTS.shown, PLAYERS].map((pair) => sidesIn(names, pair));
  const turns = [texts, players].map(turnOf);
  if (texts === undefined || players === undefined || turns[0] === turns[1] || turns.includes(undefined)) return;
  const what = `the columns first=${texts[0]} and first_player=${players[0]} name different sides`;
  const hint = `write --columns first_player=${players[1]} --columns second_player=${players[0]}`;
  throw new UserError({ code: "bad-columns", what, where, hint });
}

/** Further names of a chosen and a rejected text, which say so only beside each other. */
const CHOSEN_PAIRS = [
  "winner/loser better/worse positive/negative pos/neg good/bad win/lose win/loss y_w/y_l response_j/response_k",
  "response_chosen/response_rejected chosen_response/rejected_response chosen_text/rejected_text chosen_answer/rejected_answer",
  "preferred_output/non_preferred_output preferred_response/dispreferred_response",
]
  .join(" ")
  .split(" ")
  .map((pair) => pair.split("/"));

/** Treats winning and losing texts as chosen and rejected ones, where the file has no column of these names. */
function pairedTexts(columns: readonly string[]): Readonly<Record<string, string>> {
  const own = (name: string) => columns.find((column) => column.toLowerCase() === name);
  if (own("chosen") !== undefined && own("rejected") !== undefined) return {};
  for (const [good, bad] of CHOSEN_PAIRS) {
    const [chosen, rejected] = [own(good), own(bad)];
    if (chosen !== undefined && rejected !== undefined) return { chosen, rejected };
  }
  return {};
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
  const [asked, ...texts] = turnsOf([text(PROMPT.name), text(first), text(second)]);
  const [one, other] = texts.map(parted);
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
