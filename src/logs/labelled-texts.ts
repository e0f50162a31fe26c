// A user's file of answers that are labelled right or wrong: CSV, JSON Lines or Parquet.

import { UserError } from "../core/errors.ts";
import { skippedIn, WrongRows } from "./bad-rows.ts";
import { PROMPT } from "./preferences.ts";
import { type ReadingOptions, type RowSource, withRows } from "./user-rows.ts";
import { column, missingColumn, usualColumns } from "./usual-columns.ts";

/** An answer and whether it is right. */
export interface LabelledText {
  readonly prompt: string;
  readonly text: string;
  readonly isRight: boolean;
  readonly kind: string;
}

export const LABELLED_COLUMNS = [
  PROMPT,
  column("text", "answer response output completion", "the answer"),
  column("label", "correct right truth gold", "right or wrong: 1 or 0, true or false, yes or no, good or bad"),
  column("kind", "category task topic type", "what kind of prompt it is"),
] as const;

const RIGHT = ["1", "true", "yes", "right", "good", "correct"];
const WRONG = ["0", "false", "no", "wrong", "bad", "incorrect"];

/** Reads a file of labelled answers. A UserError tells which column is missing, or the first bad rows. */
export const readLabelledTexts = (source: RowSource, options: ReadingOptions = {}): Promise<LabelledText[]> =>
  withRows(source, options, async (rows) => {
    const question = { where: rows.file.heading, option: "--columns", records: "labelled answers" };
    const { names, problems } = usualColumns(LABELLED_COLUMNS, rows.columns, source.columns ?? {}, question);
    const missing = LABELLED_COLUMNS.slice(1, 3).filter(({ name }) => !names.has(name));
    const told = missing.map(({ name }) =>
      missingColumn(name, rows.columns, rows.file.heading, `columns: { ${name}: … }`),
    );
    if (problems.length + told.length > 0) throw new UserError([...problems, ...told]);
    const cells = LABELLED_COLUMNS.map(({ name }) => {
      const own = names.get(name);
      return own === undefined ? "''" : `coalesce(${rows.cell(own)}, '')`;
    });
    const sql = `SELECT agon_row::DOUBLE, ${cells.join(", ")} FROM (${rows.rows(true)})`;
    const reader = await rows.file.ask((connection) => connection.runAndReadAll(sql));
    const wrong = new WrongRows();
    const found = reader.getRowsJS().flatMap(([row, prompt, text, label, kind]): LabelledText[] => {
      const word = String(label).toLowerCase();
      const isRight = RIGHT.includes(word);
      if (!isRight && !WRONG.includes(word))
        wrong.add({ row: Number(row), column: "label", what: "is neither right nor wrong" });
      return [{ prompt: String(prompt), text: String(text), isRight, kind: String(kind) }];
    });
    await skippedIn(rows.file, wrong, { columns: Object.fromEntries(names) });
    if (found.length === 0) throw new UserError({ code: "no-items", what: "holds no answer", where: source.file });
    return found;
  });
