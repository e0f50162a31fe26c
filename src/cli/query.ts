// `agon query`: SQL over the store, on the files as they lie.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { UserError } from "../core/errors.ts";
import { openDatabase } from "../lab/database.ts";
import { existingStore, findRun, runsOf } from "../lab/store.ts";
import type { JsonFlag, StoreFlag } from "./flags.ts";
import { note, number, print, printJson, table } from "./output.ts";

/** Prints the rows of one query. Exit code 2 when files had to be left out. */
export async function query(sql: string, flags: JsonFlag & StoreFlag & { readonly run?: string }): Promise<number> {
  const store = flags.run === undefined ? existingStore(flags.store) : findRun(flags.store, flags.run).store;
  const runs = flags.run === undefined ? runsOf(store) : [findRun(flags.store, flags.run).run];
  if (runs.length === 0) {
    const what = `the store ${store} holds no run`;
    throw new UserError({ code: "empty-store", what, hint: "agon run FILE makes one" });
  }
  const folders = runs.map((run) => join(store, run));
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

function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : number(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
