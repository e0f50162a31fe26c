// `agon query`: SQL over the store, on the files as they lie.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { UserError } from "../core/errors.ts";
import { openDatabase } from "../lab/store/database.ts";
import { existingStore, findRun, noRun, runsOf } from "../lab/store/store.ts";
import type { JsonFlag, StoreFlag } from "./flags.ts";
import { note, number, print, printJson, table } from "./output.ts";

interface QueryFlags extends JsonFlag, StoreFlag {
  readonly run?: string;
  readonly all?: boolean;
}

/** Prints the rows of one query, of the latest run where none is named. Exit code 2 when files had to be left out. */
export async function query(sql: string, flags: QueryFlags): Promise<number> {
  const folders = foldersOf(flags);
  const database = await openDatabase(folders, availableParallelism());
  try {
    const { columns, rows } = await database.query(sql);
    const cells = rows.map((row) => columns.map((name) => cell(row[name])));
    if (flags.json === true) printJson(rows);
    else print(table(columns, cells, 0));
    for (const { file, reason } of database.damaged) note(`agon: ${file}: ${reason}; it was left out`);
    return database.damaged.length === 0 ? 0 : 2;
  } finally {
    database.close();
  }
}

function foldersOf({ store: directory, run, all }: QueryFlags): string[] {
  if (run !== undefined && all === true) {
    const hint = "leave one of them out";
    throw new UserError({
      code: "run-and-all",
      what: "names one run and asks all of them",
      where: "--run, --all",
      hint,
    });
  }
  if (run !== undefined) {
    const found = findRun(directory, run);
    return [join(found.store, found.run)];
  }
  const store = existingStore(directory);
  const runs = runsOf(store);
  if (runs.length === 0) throw noRun(store);
  if (all === true || runs.length === 1) return runs.map((name) => join(store, name));
  note(`agon: of ${runs.length} runs the latest is asked, ${runs[0]}; --run names another, --all asks all`);
  return [join(store, runs[0])];
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : number(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
