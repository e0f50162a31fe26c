// Converts the rows of a user's file to questions with prompts, choices and right answers. All rows are validated before the first question
// is asked, and errors give line and column.

import { display } from "../../../core/checked.ts";
import { type Path, type Problem, UserError, unknownName } from "../../../core/errors.ts";
import { jsonIn } from "../../../core/json.ts";
import { dataAsText, type Template, templateOf } from "../../../core/template.ts";
import { UNICODE } from "../../../core/text.ts";
import { type DataTable, placeIn, type TableValue } from "../../../logs/table.ts";
import { lettered, type RightChoice, rightChoices } from "./choices.ts";

export interface KnownQuestion {
  readonly prompt: string;
  /** Right answers, all equally good; empty where the file has none. */
  readonly answers: readonly string[];
  /** Choices; empty for free answers. */
  readonly choices: readonly string[];
  /** Index of the right choice, from 0; −1 without choices. */
  readonly right: number;
  /** The row's data by column. */
  readonly row: Readonly<Record<string, TableValue>>;
  /** Number of the row in the file, from 1, and its location. */
  readonly number: number;
  readonly place: string;
}

/** How rows are converted. */
export interface QuestionForm {
  readonly file?: string | undefined;
  readonly prompt?: string | undefined;
  readonly answer?: string | undefined;
  readonly choices?: string | readonly string[] | undefined;
  readonly rightChoice?: RightChoice | undefined;
}

/** Maximum number of errors reported at once. */
const MOST_TOLD = 20;

/** Placeholder for the lettered choices in a template. */
const CHOICES = "choices";

/** All questions of a file, and the length of the longest. */
export interface KnownQuestions {
  readonly questions: readonly KnownQuestion[];
  readonly longest: number;
}

/** Cache of converted questions by table and form, because every cell creates its own environment. */
const known = new WeakMap<DataTable, Map<string, KnownQuestions>>();

/** Converts all rows. `needed` requires an answer in each row. Throws a UserError with the first errors. */
export function questionsIn(table: DataTable, form: QuestionForm, needed: boolean): KnownQuestions {
  const { file, prompt, answer, choices, rightChoice } = form;
  const key = JSON.stringify([file, prompt, answer, choices, rightChoice, needed]);
  const forms = known.get(table) ?? new Map<string, KnownQuestions>();
  const before = forms.get(key);
  if (before !== undefined) return before;
  const questions = read(table, form, needed);
  const entry = { questions, longest: Math.max(...questions.map((one) => [...one.prompt].length)) };
  known.set(table, forms.set(key, entry));
  return entry;
}

function read(table: DataTable, form: QuestionForm, needed: boolean): readonly KnownQuestion[] {
  const { file = "" } = form;
  const prompt = promptOf(table, form);
  const answer = answerColumn(table, form, needed);
  const listed = choiceColumns(table, form);
  const problems: Problem[] = [];
  const tell = (row: number, column: string, what: string, hint?: string): void => {
    const where = placeIn(file, table, row);
    problems.push({ code: "bad-question", what, where, path: [column], ...(hint === undefined ? {} : { hint }) });
  };
  const drafts = table.rows.map((row, k): Omit<KnownQuestion, "right"> => {
    const choices =
      listed === undefined ? [] : choicesIn(row, listed, (column, what, hint) => tell(k, column, what, hint));
    const value = (name: string) =>
      name === CHOICES && listed !== undefined ? lettered(choices) : dataAsText(row[name]);
    const wording = prompt.filled(value);
    const bad = [...wording].find((character) => UNICODE.choiceOf(character) === 0);
    if (wording.trim() === "") tell(k, prompt.names.join(", "), "is empty, and so is what would be asked");
    else if (bad !== undefined)
      tell(k, prompt.names.join(", "), `holds ${display(bad)}, which is no character that can be asked`);
    const given = answer === undefined ? undefined : row[answer];
    const answers = (Array.isArray(given) ? given : [given]).map(dataAsText).filter((text) => text !== "");
    if (answer !== undefined && needed && answers.length === 0) tell(k, answer, "is empty, and says what is right");
    const place = placeIn(file, table, k);
    return { prompt: wording, answers, choices, row, number: k + 1, place };
  });
  if (problems.length > 0) throw new UserError(problems.slice(0, MOST_TOLD));
  if (listed === undefined) return drafts.map((question) => ({ ...question, right: -1 }));
  if (answer === undefined) throw missingColumn(table, form, "answer", ["answer"]);
  const right = rightChoices(drafts, form.rightChoice, answer);
  return drafts.map((question, k) => ({ ...question, right: right[k], answers: [question.choices[right[k]]] }));
}

function promptOf(table: DataTable, form: QuestionForm): Template {
  const known = [...table.columns, ...(form.choices === undefined ? [] : [CHOICES])];
  const { prompt = "question" } = form;
  const behind = form.choices === undefined ? "" : `\n{${CHOICES}}`;
  const isColumn = table.columns.includes(prompt);
  const text = isColumn ? `{${prompt}}${behind}` : prompt;
  const read = templateOf(text, known, `column of ${form.file ?? ""}`, ["prompt"]);
  if (read.names.some((name) => table.columns.includes(name))) return read;
  throw missingColumn(table, form, prompt, ["prompt"]);
}

function answerColumn(table: DataTable, form: QuestionForm, needed: boolean): string | undefined {
  const { answer = "answer" } = form;
  if (table.columns.includes(answer)) return answer;
  if (form.answer === undefined && !needed) return undefined;
  throw missingColumn(table, form, answer, ["answer"]);
}

/** Columns with one choice each, or one column with a list of choices; undefined for free answers. */
function choiceColumns(table: DataTable, form: QuestionForm): string | readonly string[] | undefined {
  const { choices } = form;
  const named = choices === undefined ? [] : typeof choices === "string" ? [choices] : choices;
  for (const [k, name] of named.entries()) {
    if (!table.columns.includes(name)) {
      throw missingColumn(table, form, name, typeof choices === "string" ? ["choices"] : ["choices", k]);
    }
  }
  return choices;
}

function missingColumn({ columns }: DataTable, { file = "" }: QuestionForm, name: string, path: Path): UserError {
  const problem = unknownName(`column of ${file}`, name, columns);
  const hint = `${problem.hint ?? ""}; columns are named by prompt, answer and choices, a text with columns as in "{question} ({hint})"`;
  return new UserError({ ...problem, code: "missing-column", hint, path });
}

/** Fewest and most choices; letters end at Z. */
const [FEWEST, MOST] = [2, 26];

function choicesIn(
  row: KnownQuestion["row"],
  columns: string | readonly string[],
  tell: (column: string, what: string, hint?: string) => void,
): string[] {
  const cells = typeof columns === "string" ? listIn(row[columns]) : columns.map((column) => row[column]);
  const column = typeof columns === "string" ? columns : columns.join(", ");
  if (cells === undefined) {
    tell(
      column,
      `${display(row[column])} is no list of choices`,
      'a list as in ["yes", "no"], or a column each: choices: [a, b]',
    );
    return [];
  }
  const choices = cells.map(dataAsText);
  const twice = choices.find((choice, k) => choices.indexOf(choice) < k);
  if (choices.length < FEWEST || choices.length > MOST)
    tell(column, `has ${choices.length} choices`, `there must be ${FEWEST} to ${MOST}`);
  else if (choices.includes("")) tell(column, `choice ${choices.indexOf("") + 1} is empty`);
  else if (twice !== undefined) tell(column, `the choice ${display(twice)} is there twice`);
  return choices;
}

/** A list, possibly given as JSON in a CSV field. */
function listIn(value: TableValue | undefined): readonly TableValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return undefined;
  const read = jsonIn(value);
  return Array.isArray(read) ? read.map(dataAsText) : undefined;
}
