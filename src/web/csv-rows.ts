// Pages of episodes and of answers as rows of CSV, with the names of their columns.

import type { AnswerPage } from "../lab/view/answer-data.ts";
import { answerOf, questionOf, sideName } from "../lab/view/answer-rows.ts";
import type { GridPage } from "../lab/view/grid-data.ts";

/** Fields of the rows, and the names of their columns. */
export interface CsvRows {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns episodes with all measures and texts. A missing value is empty. */
export const episodeCsv = ({ measures, texts, rows }: GridPage): CsvRows => ({
  head: ["variant", "seed", "episode", "failed", ...measures.map(({ name }) => name), ...texts],
  rows: rows.map((row) => [
    ...[row.variant, String(row.seed), String(row.episode), String(row.failed)],
    ...row.values.map(field),
    ...row.texts,
  ]),
});

/** Returns questions with the answer of each variant and its marks. Answers of several writers are parted by empty lines. */
export function answerCsv({ sides, marks, rows }: AnswerPage): CsvRows {
  const isOneRun = new Set(sides.map(({ run }) => run)).size === 1;
  const head = sides.flatMap((side) => {
    const name = isOneRun ? side.variant : sideName(side);
    return [name, ...marks.map((mark) => `${name}: ${mark.name}`)];
  });
  return {
    head: ["seed", "episode", "times", "question", "right answer", ...head],
    rows: rows.map((row) => [
      ...[String(row.seed), String(row.episode), String(row.times ?? 1), questionOf(row) ?? ""],
      row.cells.find((cell) => cell?.text?.right)?.text?.right ?? "",
      ...row.cells.flatMap((cell, column) => {
        const { writers = [undefined] } = sides[column];
        const answers = writers.map((seat) => answerOf(cell?.text?.turns ?? [], seat) ?? "");
        return [answers.join("\n\n"), ...marks.map((_, at) => field(cell?.values[at]))];
      }),
    ]),
  };
}

const field = (value: number | null | undefined): string => String(value ?? "");
