// Repeated questions: a grid of answers shows a question once with the spread of its marks, and each repetition on demand.

import { UserError } from "../../core/errors.ts";
import { grouped } from "../../core/grouped.ts";
import type { AnswerCell, AnswerEpisode, AnswerQuery, AnswerRow, MarkSpread } from "./answer-data.ts";

/** Returns the question of an episode; undefined where it is unknown. */
export const questionAt = ({ question, text }: AnswerEpisode): string | undefined => question ?? text?.question;

/** Returns a key that all rows of one question share. A row without a known question has a key of its own. */
function keyOf({ seed, episode, cells }: AnswerRow): string {
  const question = cells.flatMap((cell) => (cell === null ? [] : (questionAt(cell) ?? [])))[0] ?? "";
  return question === "" ? `${seed} ${episode}` : `asked ${question}`;
}

/** Rows of a grid, and their number without a filter. */
interface ShownRows {
  readonly shown: readonly AnswerRow[];
  readonly total: number;
}

type Rows = { readonly rows: readonly AnswerRow[] };

/** Returns every question once. */
export const questionsIn = ({ rows }: Rows, matched: readonly AnswerRow[]): ShownRows => ({
  shown: [...grouped(matched, keyOf).values()].map(folded),
  total: new Set(rows.map(keyOf)).size,
});

/** Returns each repetition of one question. Throws a UserError where the episode does not exist. */
export function timesIn(
  { rows }: Rows,
  matched: readonly AnswerRow[],
  { seed, episode }: NonNullable<AnswerQuery["again"]>,
): ShownRows {
  const row = rows.find((one) => one.seed === seed && one.episode === episode);
  if (row === undefined) {
    const what = `no question was put on seed ${seed} in episode ${episode}`;
    throw new UserError({ code: "unknown-name", what, hint: "the page of all answers names seed and episode of each" });
  }
  const key = keyOf(row);
  const isSame = (one: AnswerRow) => keyOf(one) === key;
  return { shown: matched.filter(isSame), total: rows.filter(isSame).length };
}

/** Merges the rows of one question: the first row, with means and spreads over all. */
function folded(rows: readonly AnswerRow[]): AnswerRow {
  const [row] = rows;
  if (rows.length === 1) return row;
  return { ...row, times: rows.length, cells: row.cells.map((_, column) => foldedCell(rows, column)) };
}

function foldedCell(rows: readonly AnswerRow[], column: number): AnswerCell | null {
  const cells = rows.flatMap(({ cells }) => cells[column] ?? []);
  const [cell] = cells;
  if (cell === undefined) return null;
  const valuesOf = (at: number) => cells.flatMap(({ values }) => values[at] ?? []);
  return {
    ...cell,
    values: cell.values.map((_, at) => meanOf(valuesOf(at))),
    changes: cell.changes.map((_, at) => changeIn(rows, column, at)),
    repeated: {
      times: cells.length,
      failed: cells.filter(({ failed }) => failed).length,
      spreads: cell.values.map((_, at) => spreadOf(valuesOf(at))),
    },
  };
}

/** Returns the mean of some numbers; null where there are none. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const spreadOf = (values: readonly number[]): MarkSpread | null =>
  values.length === 0
    ? null
    : {
        low: values.reduce((low, value) => Math.min(low, value)),
        high: values.reduce((high, value) => Math.max(high, value)),
      };

/** Returns the sign of the mean difference from the first variant, over the repetitions that can be compared. */
function changeIn(rows: readonly AnswerRow[], column: number, at: number): -1 | 0 | 1 | null {
  const differences = rows.flatMap(({ cells }) => {
    const [first, own] = [cells[0]?.values[at] ?? null, cells[column]?.values[at] ?? null];
    return first === null || own === null || (cells[column]?.changes[at] ?? null) === null ? [] : [own - first];
  });
  const mean = meanOf(differences);
  return mean === null ? null : mean > 0 ? 1 : mean < 0 ? -1 : 0;
}
