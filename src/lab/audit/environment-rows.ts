// Tasks of an environment behind an address: seeds with what a reset shows, and the right answers of a file where there is one.

import { display } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { dataAsText } from "../../core/template.ts";
import { PROMPT } from "../../logs/preference-columns.ts";
import { type DataTable, placeIn, readTable, type TableValue } from "../../logs/table.ts";
import { placeOf } from "../../logs/user-file.ts";
import { missingColumn, usualColumns } from "../../logs/usual-columns.ts";
import { type EnvironmentReward, SEED } from "../text-rewards/environment-reward.ts";
import { type AuditData, readAuditData } from "./text-rows.ts";

/** Seeds of tasks where there is no file, from 0. */
const SEEDS = 32;
/** Seeds whose prompts are looked up in a file without seeds, from 0. */
const LOOKED_UP = 256;
/** Rows of a file whose prompts are asked for, since each is a reset. */
const MOST_ROWS = 512;

export interface EnvironmentTasks {
  /** A file of seeds or prompts, with right answers or labels. */
  readonly data: string | undefined;
  /** The file's names of columns; `prompt` and `action` are keys of the environment's messages. */
  readonly columns: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly label?: string;
  readonly signal?: AbortSignal | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** Tasks of an environment with its prompts. Throws a UserError where a row has no seed, or a reset is refused. */
export async function environmentData(environment: EnvironmentReward, options: EnvironmentTasks): Promise<AuditData> {
  const { data, columns, directory, label } = options;
  const { prompt: _, action: __, [SEED]: seed = SEED, ...others } = columns;
  const shared = { directory, columns: others, ...(label === undefined ? {} : { label }) };
  if (data === undefined) {
    const rows = await ownTasks(environment, SEEDS, options.signal);
    return readAuditData({ ...shared, file: environment.id, table: tableOf(rows, []) });
  }
  const table = await readTable({ path: placeOf(data, directory), shown: data });
  const rows = table.columns.includes(seed)
    ? await promptedRows(environment, table, seed, options)
    : await knownTasks(environment, table, data, options.signal);
  return readAuditData({ ...shared, file: data, table: tableOf(rows, table.columns) });
}

type Rows = readonly Readonly<Record<string, TableValue>>[];

const tableOf = (rows: Rows, columns: readonly string[]): DataTable => ({
  columns: [...new Set([...columns, SEED, "prompt"])],
  ...{ rows, lines: rows.map((_, k) => k + 1), isByRow: true },
});

async function ownTasks(environment: EnvironmentReward, seeds: number, signal?: AbortSignal) {
  const rows: { readonly seed: number; readonly prompt: string }[] = [];
  for (let seed = 0; seed < seeds; seed++) rows.push({ seed, prompt: await environment.promptOf(seed, signal) });
  return rows;
}

/** Tasks of the first seeds whose prompts stand in a file, with its columns. Throws a UserError where none does. */
async function knownTasks(
  environment: EnvironmentReward,
  table: DataTable,
  file: string,
  signal?: AbortSignal,
): Promise<Rows> {
  const { names, problems } = usualColumns(
    [PROMPT],
    table.columns,
    {},
    { where: file, option: "--columns", records: "tasks" },
  );
  if (problems.length > 0) throw new UserError(problems);
  const own = names.get("prompt");
  if (own === undefined) throw new UserError(missingColumn(SEED, table.columns, file, `--columns ${SEED}=…`));
  const rows = new Map(table.rows.map((row) => [dataAsText(row[own] ?? null), row] as const).reverse());
  const tasks = await ownTasks(environment, LOOKED_UP, signal);
  const known = tasks.flatMap((task) => {
    const row = rows.get(task.prompt);
    return row === undefined ? [] : [{ ...row, ...task }];
  });
  if (known.length > 0) return known;
  const what = `none of the prompts of the first ${LOOKED_UP} seeds stands in ${file}, such as ${display(tasks[0].prompt.slice(0, 80))}`;
  throw new UserError({ code: "unknown-prompts", what, hint: "add a column seed with the seed of each task" });
}

/** A file's rows with the environment's prompts, by their seeds. */
async function promptedRows(
  environment: EnvironmentReward,
  table: DataTable,
  name: string,
  { data: file = "", signal, onNotice }: EnvironmentTasks,
): Promise<Rows> {
  const kept = table.rows.slice(0, MOST_ROWS);
  if (kept.length < table.rows.length)
    onNotice?.(`tasks are drawn from the first ${MOST_ROWS} of ${table.rows.length} rows of ${file}`);
  const rows: Record<string, TableValue>[] = [];
  for (const [k, row] of kept.entries()) {
    const seed = seedIn(row[name]);
    if (seed === undefined)
      throw new UserError({
        ...{ code: "bad-seed", what: "is no whole number from 0" },
        ...{ where: placeIn(file, table, k), path: [name] },
      });
    rows.push({ ...row, [SEED]: seed, prompt: await environment.promptOf(seed, signal) });
  }
  return rows;
}

function seedIn(value: TableValue | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
