// Interprets winner labels in files of games or votes. Words for sides are unambiguous. Numbers depend on their column and are interpreted
// where one reading is possible or the layout is known; otherwise the user is asked.

import { type Problem, shortened, UserError } from "../core/errors.ts";
import { type ComparedSide, sideIn } from "../core/side-words.ts";
import { quoted } from "../core/sql.ts";

/** A column of labels with its context. */
export interface LabelColumn {
  /** All labels in lower case that are not the name of a player in their row. */
  readonly labels: readonly string[];
  /** The file's column names. */
  readonly columns: readonly string[];
  /** The file's name of the label column. */
  readonly own: string;
  /** Whether numbers are known to be the first side's score. */
  readonly isScore: boolean;
  /** The user's interpretation of labels. */
  readonly said?: Readonly<Record<string, string>> | undefined;
  /** Where the file names its columns, and the option that interprets labels: `--labels`. */
  readonly where: string;
  readonly option: string;
}

/** Interpretation of labels. */
export interface LabelReading {
  readonly sides: ReadonlyMap<string, ComparedSide>;
  /** Note on how numbers were interpreted; undefined where there are none, or the user specified it. */
  readonly note: string | undefined;
}

/** Maximum number of distinct labels; a column with more holds no sides. */
export const MOST_LABELS = 1000;

/** A layout recognised by its columns, in lower case, with the meaning of its numbers. */
interface KnownLayout {
  readonly name: string;
  readonly columns: readonly string[];
  readonly labels: readonly string[];
  side(value: number): ComparedSide | undefined;
}

const bySign = (value: number): ComparedSide => (value < 0 ? "first" : value > 0 ? "second" : "tie");
const byNumber =
  (sides: Readonly<Record<number, ComparedSide>>): KnownLayout["side"] =>
  (value) =>
    sides[value];

const SCORE = byNumber({ 1: "first", 0: "second", 0.5: "tie" });
const NUMBERED = byNumber({ 1: "first", 2: "second" });

const LAYOUTS: readonly KnownLayout[] = [
  {
    name: "PKU-SafeRLHF",
    columns: ["response_0", "response_1"],
    labels: ["better_response_id", "safer_response_id"],
    side: byNumber({ 0: "first", 1: "second" }),
  },
  {
    name: "SHP",
    columns: ["human_ref_a", "human_ref_b"],
    labels: ["labels"],
    side: byNumber({ 1: "first", 0: "second" }),
  },
  {
    name: "AlpacaEval",
    columns: ["output_1", "output_2"],
    labels: ["preference"],
    side: byNumber({ 1: "first", 2: "second", 0: "tie", 1.5: "tie" }),
  },
  {
    name: "PandaLM",
    columns: ["response1", "response2"],
    labels: ["annotator1", "annotator2", "annotator3"],
    side: byNumber({ 1: "first", 2: "second", 0: "tie" }),
  },
  { name: "HelpSteer3", columns: ["response1", "response2"], labels: ["overall_preference"], side: bySign },
  { name: "HelpSteer2", columns: ["response_1", "response_2"], labels: ["preference_strength"], side: bySign },
];

/** Known sets of numbers, and the possible sides of each number. */
const READINGS: readonly (readonly [numbers: readonly number[], readings: readonly (readonly ComparedSide[])[]])[] = [
  [
    [0, 1],
    [
      ["first", "second"],
      ["second", "first"],
    ],
  ],
  [
    [0, 0.5, 1],
    [
      ["second", "tie", "first"],
      ["first", "tie", "second"],
    ],
  ],
  [
    [0, 1, 2],
    [
      ["tie", "first", "second"],
      ["first", "second", "tie"],
    ],
  ],
  [
    [-1, 0, 1],
    [
      ["second", "tie", "first"],
      ["first", "tie", "second"],
    ],
  ],
];

/**
 * Interprets labels; unknown labels are left out. Throws a UserError where labels are ambiguous, or the user's interpretation is invalid.
 */
export function labelReading(column: LabelColumn): LabelReading {
  const { labels, said } = column;
  if (said !== undefined && Object.keys(said).length > 0) return saidReading(column, said);
  const sides = new Map<string, ComparedSide>();
  for (const label of labels) {
    const side = sideIn(label);
    if (side !== undefined) sides.set(label, side);
  }
  if (sides.has("right") && !sides.has("left")) throw new UserError(rightAlone(column));
  const numbers = labels.flatMap((label) => (isNumber(label) ? [[label, Number(label)] as const] : []));
  if (numbers.length === 0) return { sides, note: undefined };
  const { side, note } = numberReading(
    column,
    numbers.map(([, value]) => value),
  );
  for (const [label, value] of numbers) {
    const meant = side(value);
    if (meant !== undefined) sides.set(label, meant);
  }
  return { sides, note };
}

const isNumber = (label: string): boolean => /^[+-]?(\d|\.\d)[\d.]*$/.test(label) && Number.isFinite(Number(label));

function numberReading(
  column: LabelColumn,
  values: readonly number[],
): { side: KnownLayout["side"]; note: string | undefined } {
  const { own, isScore } = column;
  const known = layoutOf(column);
  if (known !== undefined) return { side: known.side, note: noteOf(known.side, values, `as in ${known.name}`) };
  const among = (...all: readonly number[]) => values.every((value) => all.includes(value));
  if (among(1, 2) && values.includes(2)) return { side: NUMBERED, note: undefined };
  if (isScore && among(0, 0.5, 1) && values.includes(0.5))
    return { side: SCORE, note: noteOf(SCORE, values, `as the score of the first side in ${JSON.stringify(own)}`) };
  throw new UserError(twoReadings(column, values));
}

function layoutOf({ columns, own }: LabelColumn): KnownLayout | undefined {
  const lower = new Set(columns.map((name) => name.toLowerCase()));
  return LAYOUTS.find(
    ({ columns: texts, labels }) => texts.every((name) => lower.has(name)) && labels.includes(own.toLowerCase()),
  );
}

/** Formats a note: `0 is read as the first, 1 as the second, as in PKU-SafeRLHF`. */
function noteOf(side: KnownLayout["side"], values: readonly number[], why: string): string {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const named = sorted.flatMap((value) =>
    side(value) === undefined ? [] : [`${value} as ${WORDS[side(value) ?? "tie"]}`],
  );
  return `labels are read ${why}: ${named.join(", ")}`;
}

const WORDS: Readonly<Record<ComparedSide, string>> = { first: "the first", second: "the second", tie: "a tie" };

function twoReadings({ own, where, option }: LabelColumn, values: readonly number[]): Problem {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const [numbers, readings] = READINGS.find(([all]) => sorted.every((value) => all.includes(value))) ?? [[], []];
  const ways = readings.map(
    (sides) => `${option} ${sorted.map((value) => `${value}=${sides[numbers.indexOf(value)]}`).join(",")}`,
  );
  const shown = sorted.slice(0, 8).join(", ");
  const what = `the labels ${shown} in ${JSON.stringify(own)} have more than one reading`;
  const hint = `write ${ways.length === 0 ? `what each means: ${option} ${sorted[0]}=first` : ways.join(", or ")}`;
  return { code: "two-readings", what, where, hint };
}

function rightAlone({ own, where, option }: LabelColumn): Problem {
  const what = `"right" in ${JSON.stringify(own)}, where "left" never stands, may be a side or mean correct`;
  return { code: "two-readings", what, where, hint: `write ${option} right=second, or ${option} right=first` };
}

function saidReading(
  { labels, own, where, option }: LabelColumn,
  said: Readonly<Record<string, string>>,
): LabelReading {
  const sides = new Map<string, ComparedSide>();
  const named = new Map<string, ComparedSide>();
  for (const [label, word] of Object.entries(said)) {
    if (word !== "first" && word !== "second" && word !== "tie") {
      const what = `${label} is said to mean ${JSON.stringify(shortened(word))}`;
      throw new UserError({ code: "bad-label", what, where: option, hint: "write first, second or tie" });
    }
    named.set(plain(label), word);
  }
  for (const label of labels) {
    const side = named.get(plain(label)) ?? (isNumber(label) ? undefined : sideIn(label));
    if (side !== undefined) sides.set(label, side);
  }
  const there = new Set(labels.map(plain));
  const absent = Object.keys(said).filter((label) => !there.has(plain(label)));
  if (absent.length === Object.keys(said).length) {
    const shown = labels.slice(0, 8).map(shortened).join(", ");
    const what = `no label in ${JSON.stringify(own)} is ${absent.map(shortened).join(" or ")}`;
    throw new UserError({
      code: "bad-label",
      what,
      where,
      hint: `they are ${shown === "" ? "names of players" : shown}`,
    });
  }
  return { sides, note: undefined };
}

/** Normalises a label: 1.0 and 1 are equal. */
const plain = (label: string): string => {
  const text = label.trim().toLowerCase();
  return isNumber(text) ? String(Number(text)) : text;
};

/** SQL of a label's result: 1 where the first side won, 0 for the second, 0.5 for a tie, −1 for an unknown label. */
export function sideOf(sql: string, { sides }: LabelReading): string {
  const worth: Readonly<Record<ComparedSide, string>> = { first: "1", second: "0", tie: "0.5" };
  const cases = (["first", "second", "tie"] as const).flatMap((side) => {
    const words = [...sides].filter(([, meant]) => meant === side).map(([label]) => quoted(label));
    return words.length === 0 ? [] : [`WHEN lower(${sql}) IN (${words.join(", ")}) THEN ${worth[side]}`];
  });
  return cases.length === 0 ? "-1::DOUBLE" : `(CASE ${cases.join(" ")} ELSE -1 END)::DOUBLE`;
}
