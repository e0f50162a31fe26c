// Interprets numbers as sides: by a known layout, as 1 and 2, or as a score. Other numbers have several readings and lead to a question.

import { type Problem, UserError } from "../core/errors.ts";
import { type ComparedSide, otherSide } from "../core/side-words.ts";
import { mayBeTurned, type SideColumns } from "./side-names.ts";

/** A column of numbers for sides, with its context. */
export interface NumberColumn {
  /** The file's column names. */
  readonly columns: readonly string[];
  /** The file's name of the label column. */
  readonly own: string;
  /** The file's names of the columns of the two sides. */
  readonly sides?: SideColumns | undefined;
  /** Whether numbers are known to be the first side's score. */
  readonly isScore: boolean;
  /** Where the file names its columns, and the option that interprets labels: `--labels`. */
  readonly where: string;
  readonly option: string;
}

/** A layout recognised by its columns, in lower case, with the meaning of its numbers. */
interface KnownLayout {
  readonly name: string;
  readonly columns: readonly string[];
  readonly labels: readonly string[];
  side(value: number): ComparedSide | undefined;
}

type SideOfNumber = KnownLayout["side"];
const bySign = (value: number): ComparedSide => (value < 0 ? "first" : value > 0 ? "second" : "tie");
const byNumber =
  (sides: Readonly<Record<number, ComparedSide>>): KnownLayout["side"] =>
  (value) =>
    sides[value];

const SCORE = byNumber({ 1: "first", 0: "second", 0.5: "tie" });
export const NUMBERED = byNumber({ 1: "first", 2: "second" });

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
    [1, 2],
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

/** Whether a label is a number. */
export const isNumber = (label: string): boolean =>
  /^[+-]?(\d|\.\d)[\d.]*$/.test(label) && Number.isFinite(Number(label));

/** Interprets the numbers of a column. Throws a UserError where they have several readings. */
export function numberReading(
  column: NumberColumn,
  values: readonly number[],
): { side: KnownLayout["side"]; note: string | undefined } {
  const { own, isScore } = column;
  const known = layoutOf(column);
  if (known !== undefined) {
    const isTurned = known.columns[1] === column.sides?.[0].toLowerCase();
    const side = isTurned ? turned(known.side) : known.side;
    return { side, note: noteOf(side, values, `as in ${known.name}`) };
  }
  if (mayBeTurned(column.sides)) throw new UserError(twoReadings(column, values));
  const among = (...all: readonly number[]) => values.every((value) => all.includes(value));
  if (among(1, 2) && values.includes(2)) return { side: NUMBERED, note: undefined };
  if (isScore && among(0, 0.5, 1) && values.includes(0.5))
    return { side: SCORE, note: noteOf(SCORE, values, `as the score of the first side in ${JSON.stringify(own)}`) };
  throw new UserError(twoReadings(column, values));
}

const turned =
  (side: SideOfNumber): SideOfNumber =>
  (value) => {
    const meant = side(value);
    return meant === undefined ? undefined : otherSide(meant);
  };

function layoutOf({ columns, own }: NumberColumn): KnownLayout | undefined {
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

function twoReadings({ own, where, option }: NumberColumn, values: readonly number[]): Problem {
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
