// A data file of tasks for audits of rewards of texts: prompts, right answers where it has them, honest answers, and answers of a model.

import { isMap } from "../../core/checked.ts";
import { type Problem, UserError, unknownName } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { verdictIn } from "../../core/side-words.ts";
import { dataAsText } from "../../core/template.ts";
import type { AuditRow } from "../../evaluation/audits/text-attacks/audit-row.ts";
import type { KnownText } from "../../evaluation/audits/text-attacks/known-texts.ts";
import type { AttackRow } from "../../evaluation/audits/text-attacks/text-audit.ts";
import { parted, promptOf } from "../../logs/conversations.ts";
import { PROMPT } from "../../logs/preference-columns.ts";
import { type DataTable, placeIn, readTable, type TableValue } from "../../logs/table.ts";
import { placeOf } from "../../logs/user-file.ts";
import { column, missingColumn, usualColumns } from "../../logs/usual-columns.ts";

const GOLD =
  "answer solution ground_truth target gold_answer reference expected final_answer reward_model.ground_truth";

/** Columns of the data. */
export const AUDIT_COLUMNS = [
  PROMPT,
  column("gold", GOLD, "the right answer, or a solution that states it"),
  column("honest", "honest_answer", "an honest answer as it should be written"),
  column("completion", "response generation reply", "an answer of a model"),
] as const;

export interface AuditData {
  readonly rows: readonly AuditRow[];
  /** Answers of a model that the data have. */
  readonly known: readonly KnownText[];
  /** Names that a reward may read as columns. */
  readonly columns: readonly string[];
  /** Whether prompts are conversations, so that answers are messages too. */
  readonly isChat: boolean;
  readonly names: ReadonlyMap<string, string>;
}

export interface AuditDataSource {
  readonly file: string;
  /** The file's names of columns. */
  readonly columns: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Rows in the place of the file's. */
  readonly table?: DataTable | undefined;
  /** A column of labels, which say of the data's own answers whether they are right. */
  readonly label?: string;
}

/** Reads the data. Throws a UserError where columns are missing, or a label is none. */
export async function readAuditData(source: AuditDataSource): Promise<AuditData> {
  const { file, columns: said, directory, label } = source;
  const table = source.table ?? (await readTable({ path: placeOf(file, directory), shown: file }));
  const all = [...table.columns, ...nestedColumns(table)];
  const question = { where: file, option: "--columns", records: "tasks" };
  const usual = AUDIT_COLUMNS.map(({ name }) => name);
  const isOwn = (name: string) => (usual as readonly string[]).includes(name);
  const part = (own: boolean) => Object.fromEntries(Object.entries(said).filter(([name]) => isOwn(name) === own));
  // A name that is no usual column is one that the reward reads.
  const renamed = { ...part(false), ...(said.gold === undefined ? {} : { gold: said.gold }) };
  // A label of answers is no right answer of a task.
  const candidates = all.filter((name) => name !== label || Object.values(said).includes(name));
  const { names, problems } = usualColumns(AUDIT_COLUMNS, candidates, part(true), question);
  if (said.gold === undefined) problems.push(...otherGold(names.get("gold"), candidates, file));
  const gone = Object.entries(renamed).filter(([, own]) => !all.includes(own));
  const missing = names.has("prompt") ? [] : [missingColumn("prompt", all, file, "--columns prompt=…")];
  if (problems.length + gone.length + missing.length > 0)
    throw new UserError([
      ...problems,
      ...missing,
      ...gone.map(([name, own]) => missingColumn(own, all, file, `--columns ${name}=…`)),
    ]);
  if (label !== undefined && !all.includes(label))
    throw new UserError({ ...unknownName("column", label, all), where: "--want" });
  const textIn = (row: Readonly<Record<string, TableValue>>, name: string): string | undefined => {
    const own = names.get(name);
    const value = own === undefined ? undefined : valueIn(row, own);
    if (value === undefined || value === null) return undefined;
    return name === "prompt" && typeof value === "object" ? JSON.stringify(value) : dataAsText(value);
  };
  const known: KnownText[] = [];
  let chats = 0;
  const rows = table.rows.map((row, k): AuditRow => {
    const [prompt, gold, honest, completion] = ["prompt", "gold", "honest", "completion"].map((name) =>
      textIn(row, name),
    );
    if (prompt === undefined || prompt.trim() === "")
      throw new UserError({
        code: "bad-row",
        what: "is empty",
        where: placeIn(file, table, k),
        path: [names.get("prompt") ?? ""],
      });
    if (promptOf(prompt) !== prompt) chats += 1;
    const fields = {
      ...row,
      ...Object.fromEntries(Object.entries(renamed).map(([name, own]) => [name, valueIn(row, own)])),
    };
    if (completion !== undefined && completion !== "") {
      const want = label === undefined ? null : labelIn(valueIn(row, label), label, placeIn(file, table, k));
      const name = want === 1 ? "an answer that is labelled as right" : "an answer of the data";
      known.push({ prompt, completion: parted(completion).text, name, want, isOwn: true });
    }
    return {
      prompt,
      fields,
      ...(gold === undefined ? {} : { gold }),
      ...(honest === undefined || honest === "" ? {} : { honest }),
    };
  });
  if (label !== undefined && known.length === 0)
    throw new UserError(missingColumn("completion", all, file, "--columns completion=…"));
  checkGolds(rows, { file, table, column: names.get("gold") ?? "" });
  // Answers that are labelled as right are honest ones, where nothing else says how these are written.
  const right = new Map(
    known.flatMap((one) => (one.want === 1 ? [[one.prompt, one.completion] as const] : [])).reverse(),
  );
  const isKnown = rows.some((row) => row.gold !== undefined || row.honest !== undefined);
  const first = new Map(rows.map((row) => [row.prompt, row] as const).reverse());
  return {
    rows: [...first.values()].reverse().map((row) => {
      const honest = isKnown ? undefined : right.get(row.prompt);
      return honest === undefined ? row : { ...row, honest };
    }),
    known,
    columns: [...all, ...Object.keys(renamed)],
    isChat: chats === rows.length,
    names,
  };
}

/** A column `gold` beside one of another usual name: one may be the right answer, and the other one a label of the data's answers. */
function otherGold(column: string | undefined, columns: readonly string[], where: string): Problem[] {
  if (column?.toLowerCase() !== "gold") return [];
  const other = columns.find((name) => GOLD.split(" ").includes(name.toLowerCase()));
  if (other === undefined) return [];
  const what = `"${column}" and "${other}" may both be the right answer`;
  const hint = `say which one is meant: --columns gold=${other}`;
  return [{ code: "two-readings", what, where, hint }];
}

/** Throws a UserError where rows of one prompt have different right answers: then the column is no property of the task. */
function checkGolds(
  rows: readonly AuditRow[],
  { file, table, column }: { readonly file: string; readonly table: DataTable; readonly column: string },
): void {
  const golds = new Map<string, string>();
  for (const [k, { prompt, gold }] of rows.entries()) {
    if (gold === undefined) continue;
    const before = golds.get(prompt);
    golds.set(prompt, before ?? gold);
    if (before === undefined || before === gold) continue;
    const [one, other] = [before, gold].map((text) => JSON.stringify(text.slice(0, 40)));
    const what = `is ${other}, and an earlier row of the same prompt has the right answer ${one}`;
    const hint = "name the column of right answers: --columns gold=NAME";
    throw new UserError({ code: "two-golds", what, where: placeIn(file, table, k), path: [column], hint });
  }
}

/** Keys of objects within the rows, as `reward_model.ground_truth`. */
const nestedColumns = ({ rows: [first = {}] }: DataTable): string[] =>
  Object.entries(first).flatMap(([name, value]) =>
    isMap(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [],
  );

function valueIn(row: Readonly<Record<string, unknown>>, own: string): unknown {
  if (Object.hasOwn(row, own)) return row[own];
  return own.split(".").reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), row);
}

function labelIn(value: unknown, label: string, where: string): 0 | 1 {
  const isRight = verdictIn(dataAsText(value));
  if (isRight !== undefined) return isRight ? 1 : 0;
  const what = `is ${JSON.stringify(dataAsText(value).slice(0, 60))}, and says neither right nor wrong`;
  throw new UserError({
    code: "bad-label",
    what,
    where,
    path: [label],
    hint: "write 1 or 0, true or false, right or wrong",
  });
}

/** Reads finds of other tools: JSON Lines of prompt, completion and name. Throws a UserError where a line lacks one. */
export async function readFinds(file: string, directory: string): Promise<KnownText[]> {
  const table = await readTable({ path: placeOf(file, directory), shown: file });
  const missing = ["prompt", "completion", "name"].filter((name) => !table.columns.includes(name));
  if (missing.length > 0)
    throw new UserError(missing.map((name) => ({ code: "missing-column", what: `has no key "${name}"`, where: file })));
  return table.rows.map(({ prompt, completion, name }) => ({
    ...{ prompt: dataAsText(prompt), completion: dataAsText(completion), name: dataAsText(name) },
    ...{ want: null, isOwn: false },
  }));
}

/** Prompts of finds that the data lack, as tasks of their own. */
export const rowsOfFinds = (finds: readonly KnownText[], rows: readonly AuditRow[]): AuditRow[] => {
  const known = new Set(rows.map(({ prompt }) => prompt));
  return [...new Set(finds.map(({ prompt }) => prompt))]
    .filter((one) => !known.has(one))
    .map((prompt) => ({ prompt, fields: {} }));
};

/** Whether a text is JSON of messages. */
export const isConversation = (text: string): boolean => jsonIn(text) !== undefined && promptOf(text) !== text;

/** Texts that were found as JSON Lines. */
export function attackLines(rows: readonly AttackRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
