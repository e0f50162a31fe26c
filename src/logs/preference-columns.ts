// The columns of a file of text comparisons: a chosen and a rejected text, or two texts in the order shown with the winner.

import { type Problem, UserError } from "../core/errors.ts";
import { type SideFlags, sideFlags } from "./side-flags.ts";
import { type SideColumns, turnOf } from "./side-names.ts";
import { TAKING_BACK } from "./standing-rows.ts";
import type { LabelledSource, UserRows } from "./user-rows.ts";
import { column, missingColumn, type UsualColumn, usualColumns } from "./usual-columns.ts";

export const PROMPT = column("prompt", "question instruction input query history context", "what both texts answer");

/** Beside an instruction, the column of what it is to be applied to: both are the prompt. */
export const INPUT = "input";

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
    `${ofTexts("_a")} human_ref_a ${ofTexts("_0")} ${ofTexts("_1")} ${ofTexts("1")} response_1_text conversation_a a left`,
    "the text shown first",
  ),
  column(
    "second",
    `${ofTexts("_b")} human_ref_b ${ofTexts("_2")} ${ofTexts("2")} response_2_text ${ofTexts("_1")} conversation_b b right`,
    "the text shown second",
  ),
  column(
    "winner",
    "label labels preference preferred_side vote choice better_response_id safer_response_id overall_preference preference_strength human_preference preferred better better_response chosen best verdict judgment judgement",
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

/** Text columns of each layout. */
export const TEXTS = { chosen: ["chosen", "rejected"], shown: ["first", "second"] } as const;

/** Player columns, whose names a winner may repeat. */
export const PLAYERS = ["first_player", "second_player"] as const;

/** The file's names of a pair of columns; undefined where it lacks one of them. */
export function sidesIn(names: ReadonlyMap<string, string>, pair: readonly [string, string]): SideColumns | undefined {
  const [first, second] = pair.map((name) => names.get(name));
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** The layout of a file, with its columns by our names. */
export interface MatchedLayout {
  /**
   * *chosen*: the first text is the preferred one, and the order in which they were shown is unknown. *shown*: texts are in the order
   * shown.
   */
  readonly layout: "chosen" | "shown";
  readonly names: ReadonlyMap<string, string>;
  /** Indicator columns, one of which is 1, that replace a column of winners. */
  readonly flags: SideFlags | undefined;
}

/** Matches the columns of a file. Throws a UserError that names what is missing, or has two readings. */
export function columnsOf(
  { columns, file: { heading } }: UserRows,
  { columns: given = {} }: LabelledSource,
): MatchedLayout {
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
  const all = allTextsIn(columns);
  if (all !== undefined && gaps.length > 0 && problems.length === 0) throw new UserError(allInOne(all, heading));
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

/** Names of a column that holds all answers to a prompt. */
const ALL_TEXTS = "responses answers completions outputs candidates generations texts replies choices".split(" ");

/** The column of a file that holds all answers to a prompt; undefined where there is none. */
export const allTextsIn = (columns: readonly string[]): string | undefined =>
  columns.find((own) => ALL_TEXTS.includes(own.toLowerCase()));

/** The fault of a file whose rows hold all answers to a prompt, beside the number of the chosen one. */
export const allInOne = (own: string, where: string): Problem => ({
  code: "bad-columns",
  what: `${JSON.stringify(own)} holds all answers of a row, where a row compares two texts`,
  where,
  hint: "write a row for each pair of texts: prompt, chosen, rejected",
});

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
