// From the rows of a user's file to questions: what is asked, what can be chosen, and what is right. Everything is checked before the
// first of them is asked, and a mistake is told with its line and column.

import { display } from "../../../core/checked.ts";
import { type Path, type Problem, UserError, unknownName } from "../../../core/errors.ts";
import { jsonIn } from "../../../core/json.ts";
import { dataAsText, type Template, templateOf } from "../../../core/template.ts";
import { UNICODE } from "../../../core/text.ts";
import { type DataTable, placeOfRow, type TableValue } from "../../../logs/table.ts";
import { lettered, type RightChoice, rightChoices } from "./choices.ts";

/** A question of a user's file. */
export interface KnownQuestion {
  readonly prompt: string;
  /** What is right, each as good; none where the file does not say. */
  readonly answers: readonly string[];
  /** What can be chosen; none where the answer is free. */
  readonly choices: readonly string[];
  /** Place of the right choice, from 0; −1 where there are none. */
  readonly right: number;
  /** The row's data by column. */
  readonly row: Readonly<Record<string, TableValue>>;
  /** Number of the row in the file, from 1, and where it stands. */
  readonly number: number;
  readonly place: string;
}

/** How rows are read. */
export interface QuestionForm {
  readonly file?: string | undefined;
  readonly prompt?: string | undefined;
  readonly answer?: string | undefined;
  readonly choices?: string | readonly string[] | undefined;
  readonly rightChoice?: RightChoice | undefined;
}

/** Mistakes that are told at once. */
const MOST_TOLD = 20;

/** The name in a template under which the choices stand, each behind its letter. */
const CHOICES = "choices";

/** All questions of a file, and the characters of the longest. */
export interface KnownQuestions {
  readonly questions: readonly KnownQuestion[];
  readonly longest: number;
}

/** Questions that were read, by table and form: a world is made for every cell. */
const known = new WeakMap<DataTable, Map<string, KnownQuestions>>();

/** The questions of all rows. `needed` says that an answer must be there. Throws a UserError with the first mistakes. */
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
    const where = placeOfRow(file, table.lines[row]);
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
    const place = placeOfRow(file, table.lines[k]);
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

/** Columns that hold a choice each, or one that holds a list of them; undefined where the answer is free. */
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

/** Fewer are no choice, and there are no further letters. */
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

/** A list, also one that a text field of a CSV holds as JSON. */
function listIn(value: TableValue | undefined): readonly TableValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return undefined;
  const read = jsonIn(value);
  return Array.isArray(read) ? read.map(dataAsText) : undefined;
}
