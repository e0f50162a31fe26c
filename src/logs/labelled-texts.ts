// Reads a user's file of answers labelled right or wrong: CSV, JSON Lines or Parquet.

import { UserError } from "../core/errors.ts";
import { verdictIn } from "../core/side-words.ts";
import { skippedIn, WrongRows } from "./bad-rows.ts";
import { heldTexts, MOST_HELD } from "./held-texts.ts";
import { PROMPT } from "./preference-columns.ts";
import { piecesOf } from "./row-pieces.ts";
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

/** Reads a file of labelled answers. Throws a UserError for missing columns or bad rows. */
export const readLabelledTexts = (source: RowSource, options: ReadingOptions = {}): Promise<LabelledText[]> =>
  withRows(source, { ...options, mostRows: MOST_HELD }, async (rows) => {
    const question = { where: rows.file.heading, option: "--columns", records: "labelled answers" };
    const { names, problems } = usualColumns(LABELLED_COLUMNS, rows.columns, source.columns ?? {}, question);
    const missing = LABELLED_COLUMNS.slice(1, 3).filter(({ name }) => !names.has(name));
    const gaps = missing.map(({ name }) =>
      missingColumn(name, rows.columns, rows.file.heading, `columns: { ${name}: … }`),
    );
    if (problems.length + gaps.length > 0) throw new UserError([...problems, ...gaps]);
    const cells = LABELLED_COLUMNS.map(({ name }) => {
      const own = names.get(name);
      return { name, sql: own === undefined ? "''" : rows.cell(own) };
    });
    const columns = [{ name: "row", sql: "agon_row::DOUBLE" }, ...cells];
    const wrong = new WrongRows();
    const held = heldTexts(source.file);
    const texts: LabelledText[] = [];
    for await (const piece of await piecesOf(rows.file, { columns, from: `(${rows.rows(true)})` }, {})) {
      const at = piece.numbers("row");
      for (let k = 0; k < piece.rows; k++) {
        const [prompt, text, label, kind] = LABELLED_COLUMNS.map(({ name }) => piece.text(name, k) ?? "");
        const isRight = verdictIn(label);
        if (isRight === undefined) wrong.add({ row: at[k], column: "label", what: "is neither right nor wrong" });
        for (const one of [prompt, text, kind]) held(one);
        texts.push({ prompt, text, isRight: isRight === true, kind });
      }
    }
    await skippedIn(rows.file, wrong, { columns: Object.fromEntries(names) });
    if (texts.length === 0) throw new UserError({ code: "no-items", what: "holds no answer", where: source.file });
    return texts;
  });
