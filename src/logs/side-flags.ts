// Files with one indicator column per outcome of a vote: such columns are recognised by name and read as one column of winners.

import type { ComparedSide } from "../core/side-words.ts";
import { identifier, quoted } from "../core/sql.ts";
import type { BadRow } from "./bad-rows.ts";
import { type SideColumns, turnOf } from "./side-names.ts";
import type { UserRows } from "./user-rows.ts";

/** A layout recognised by these columns, with the file's names of them. */
export interface SideFlags {
  readonly layout: string;
  readonly columns: Readonly<Record<ComparedSide, string>>;
}

const LAYOUTS: readonly SideFlags[] = [
  {
    layout: "LMSYS on Kaggle",
    columns: { first: "winner_model_a", second: "winner_model_b", tie: "winner_tie" },
  },
];

const SIDES = ["first", "second", "tie"] as const;
/** Values of the derived column of winners, and SQL names of the sides' columns. */
const WORDS: Readonly<Record<ComparedSide, string>> = { first: "a>b", second: "b>a", tie: "a=b" };
const flagOf = (side: ComparedSide): string => `agon flag ${side}`;

/** Recognises the indicator columns of a file, beside the columns of its sides; undefined where one of them is missing. */
export function sideFlags(columns: readonly string[], sides: SideColumns | undefined): SideFlags | undefined {
  const byLower = new Map(columns.map((name) => [name.toLowerCase(), name]));
  for (const { layout, columns: known } of LAYOUTS) {
    const [first, second, tie] = SIDES.map((side) => byLower.get(known[side]));
    if (first !== undefined && second !== undefined && tie !== undefined)
      return { layout, columns: turnOf(sides) === -1 ? { first: second, second: first, tie } : { first, second, tie } };
  }
  return undefined;
}

/**
 * SQL of the rows with the texts of some columns, as in `UserRows.texts`, and with `winner` derived from the indicators where there are
 * any.
 */
export function winnerTexts(
  { texts }: Pick<UserRows, "texts">,
  wanted: ReadonlyMap<string, string>,
  flags: SideFlags | undefined,
): (isFirst: boolean) => string {
  if (flags === undefined) return (isFirst) => texts(wanted, isFirst);
  const own = new Map([...wanted].filter(([name]) => name !== "winner"));
  for (const side of SIDES) own.set(flagOf(side), flags.columns[side]);
  const is = (side: ComparedSide, words: string) => `coalesce(lower(${identifier(flagOf(side))}) IN (${words}), false)`;
  const cases = SIDES.map((side) => {
    const others = SIDES.filter((other) => other !== side).map((other) => is(other, "'0', '0.0', 'false'"));
    return `WHEN ${[is(side, "'1', '1.0', 'true'"), ...others].join(" AND ")} THEN ${quoted(WORDS[side])}`;
  });
  const flagTexts = SIDES.map((side) => `coalesce(${identifier(flagOf(side))}, 'empty')`).join(", ");
  const flagged = SIDES.map((side) => identifier(flagOf(side))).join(", ");
  const winner = `CASE ${cases.join(" ")} ELSE concat_ws(', ', ${flagTexts}) END AS winner`;
  return (isFirst) => `SELECT * EXCLUDE (${flagged}), ${winner} FROM (${texts(own, isFirst)})`;
}

/** Note on how winners were derived. */
export const flagsNote = ({ layout, columns: { first, second, tie } }: SideFlags): string =>
  `labels are read as in ${layout}: ${first} as the first, ${second} as the second, ${tie} as a tie`;

/** Fault of a row in which no indicator, or several, are set; `text` is the derived value of `winner`. */
export function flagsFault({ columns }: SideFlags, text: string): Pick<BadRow, "column" | "what" | "hint"> {
  const what = `${SIDES.map((side) => columns[side]).join(", ")} are ${text}`;
  return { column: "", what, hint: "write 1 in one of them, and 0 in the others" };
}
