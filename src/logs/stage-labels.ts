// Reads a user's file of outputs of a pipeline's stages, each labelled right or wrong: CSV, JSON Lines or Parquet.

import { UserError } from "../core/errors.ts";
import { verdictIn } from "../core/side-words.ts";
import type { StageLabel } from "../core/stage-label.ts";
import { type SkippedRows, skippedIn, WrongRows } from "./bad-rows.ts";
import { heldTexts, MOST_HELD } from "./held-texts.ts";
import { piecesOf } from "./row-pieces.ts";
import { type ReadingOptions, type RowSource, withRows } from "./user-rows.ts";
import { column, missingColumn, usualColumns } from "./usual-columns.ts";

const NEEDED = [
  column("query", "prompt question request input", "what the pipeline was asked"),
  column("stage", "step component module", "name of the stage"),
  column("output", "response text result completion", "what the stage made of it"),
  column("label", "correct right verdict rating", "right or wrong: 1 or 0, true or false, yes or no, good or bad"),
] as const;

/** Columns of the file; the last three may be missing. */
const STAGE_COLUMNS = [
  ...NEEDED,
  column("answer", "answer_id trace trace_id session run", "name of the answer that the output is a part of"),
  column("context", "given stage_input", "what the stage was given, where this is not the query"),
  column("edited", "correction corrected fixed", "the output as a user has corrected it"),
] as const;

/** Labels of a file. */
export interface StageLabels extends SkippedRows {
  readonly labels: readonly StageLabel[];
  /** Whether the file says which outputs are parts of one answer. */
  readonly hasAnswers: boolean;
}

/** Reads a file of labelled outputs of stages. Throws a UserError for missing columns or bad rows. */
export const readStageLabels = (source: RowSource, options: ReadingOptions = {}): Promise<StageLabels> =>
  withRows(source, { ...options, mostRows: MOST_HELD }, async (rows) => {
    const question = { where: rows.file.heading, option: "--columns", records: "labels of stages" };
    const { names, problems } = usualColumns(STAGE_COLUMNS, rows.columns, source.columns ?? {}, question);
    const missing = NEEDED.filter(({ name }) => !names.has(name));
    const gaps = missing.map(({ name }) => missingColumn(name, rows.columns, rows.file.heading, `--columns ${name}=…`));
    if (problems.length + gaps.length > 0) throw new UserError([...problems, ...gaps]);
    const cells = STAGE_COLUMNS.map(({ name }) => {
      const own = names.get(name);
      return { name, sql: own === undefined ? "''" : rows.cell(own) };
    });
    const columns = [{ name: "row", sql: "agon_row::DOUBLE" }, ...cells];
    const wrong = new WrongRows();
    const held = heldTexts(source.file);
    const labels: StageLabel[] = [];
    for await (const piece of await piecesOf(rows.file, { columns, from: `(${rows.rows(true)})` }, options)) {
      const at = piece.numbers("row");
      for (let k = 0; k < piece.rows; k++) {
        const texts = STAGE_COLUMNS.map(({ name }) => piece.text(name, k) ?? "");
        const [query, stage, output, label, answer, context, edited] = texts;
        const isRight = verdictIn(label);
        const gap = [query, stage, output].indexOf("");
        if (gap >= 0) wrong.add({ row: at[k], column: NEEDED[gap].name, what: "is empty" });
        else if (isRight === undefined)
          wrong.add({ row: at[k], column: "label", what: "is neither right nor wrong", hint: "write 1 or 0" });
        else {
          for (const one of texts) held(one);
          labels.push({ query, stage, output, isRight, answer, context, edited });
        }
      }
    }
    const named = { ...source, columns: Object.fromEntries(names) };
    const skipped = await skippedIn(rows.file, wrong, named);
    if (labels.length === 0) throw new UserError({ code: "no-items", what: "holds no label", where: source.file });
    return { labels, hasAnswers: names.has("answer"), ...skipped };
  });
