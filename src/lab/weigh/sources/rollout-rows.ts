// Rollouts of other tools as rows of one table: the prompt and the answer as texts, whether the answer was cut off, and a column for each
// number or word beside them.

import { isMap } from "../../../core/checked.ts";
import type { LoggedAnswer } from "./spoken.ts";

/** A value in a column. */
type Cell = string | number | boolean | null;

/** A row: `prompt`, `completion`, `cut`, and further columns by name. */
export type RolloutRow = Readonly<Record<string, Cell>>;

/** Deepest nesting of maps that become columns. */
const DEEPEST = 4;

/** Columns that every row begins with. */
const OWN = ["prompt", "completion", "cut"];

/** Makes a row. Of `beside`, maps become columns with dotted names, `scores.match`; lists are left out. */
export function rolloutRow(
  prompt: string,
  { text, isCut }: LoggedAnswer,
  beside: Readonly<Record<string, unknown>>,
): RolloutRow {
  const cells: Record<string, Cell> = { prompt, completion: text, cut: isCut ? 1 : 0 };
  const add = (name: string, value: unknown, depth: number): void => {
    if (isMap(value)) {
      if (depth < DEEPEST) for (const [key, part] of Object.entries(value)) add(`${name}.${key}`, part, depth + 1);
      return;
    }
    const isCell = value === null || typeof value === "string" || typeof value === "boolean";
    if (!OWN.includes(name) && (isCell || typeof value === "number"))
      cells[name] = typeof value === "number" && !Number.isFinite(value) ? null : value;
  };
  for (const [name, value] of Object.entries(beside)) add(name, value, 0);
  return cells;
}

/** The fields of a map; none of another value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isMap(value) ? value : {});

/** A map without some of its fields. */
export const without = (
  map: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name)));

/** Words that Python writes for numbers that JSON has not. */
const NO_NUMBERS = ["NaN", "Infinity", "-Infinity"];

/** Parses JSON as Python writes it: NaN and Infinity, which are no JSON, are missing values. Throws a SyntaxError for other texts. */
export function pythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!NO_NUMBERS.some((word) => text.includes(word))) throw error;
    return JSON.parse(withNulls(text));
  }
}

/** Replaces those words by null, outside of texts. */
function withNulls(text: string): string {
  let [made, from, isText] = ["", 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isText && character === "\\") at += 1;
    else if (character === '"') isText = !isText;
    if (isText) continue;
    const word = NO_NUMBERS.find((one) => one.startsWith(character) && text.startsWith(one, at));
    if (word === undefined) continue;
    made += `${text.slice(from, at)}null`;
    from = at + word.length;
    at = from - 1;
  }
  return made + text.slice(from);
}
