// `agon query`: SQL over the store, which reads its files in place.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { csvLine } from "../core/csv-line.ts";
import { UserError } from "../core/errors.ts";
import { carryOrder, orderedJson } from "../core/key-order.ts";
import { isStructure } from "../lab/store/answers.ts";
import { openDatabase } from "../lab/store/database.ts";
import { existingStore, findRun, noRun, runsOf } from "../lab/store/store.ts";
import type { Flags } from "./commands.ts";
import { answer, leftOut, number, print, remark, table } from "./output.ts";

/** Prints the rows of one query, on the latest run where none is named. Exit code 2 where damaged files had to be left out. */
export async function query(sql: string, flags: Flags<"query">): Promise<number> {
  if (flags.csv && flags.json) {
    const what = "asks for two forms";
    throw new UserError({ code: "two-forms", what, where: "--csv, --json", hint: "leave one of them out" });
  }
  const folders = foldersOf(flags);
  const database = await openDatabase(folders, availableParallelism(), { folders: [] });
  try {
    const { columns, rows } = await database.ask(sql);
    if (flags.csv) {
      const text = [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(lineOf).join("\n");
      // A file has every character; a terminal is not steered by texts.
      if (process.stdout.isTTY) print(text);
      else process.stdout.write(`${text}\n`);
      return leftOut(database.damaged);
    }
    const cells = rows.map((row) => columns.map((name) => cell(row[name])));
    answer(flags, rows.map(written), () => print(table(columns, cells, 0)));
    return leftOut(database.damaged);
  } finally {
    database.close();
  }
}

function foldersOf({ store: directory, run, all }: Flags<"query">): string[] {
  if (run !== undefined && all) {
    const what = "names one run and asks all of them";
    throw new UserError({ code: "run-and-all", what, where: "--run, --all", hint: "leave one of them out" });
  }
  if (run !== undefined) {
    const place = findRun(directory, run);
    return [join(place.store, place.run)];
  }
  const store = existingStore(directory);
  const runs = runsOf(store);
  if (runs.length === 0) throw noRun(store);
  if (all || runs.length === 1) return runs.map((name) => join(store, name));
  remark(`of ${runs.length} runs the latest is asked, ${runs[0]}; --run names another, --all asks all`);
  return [join(store, runs[0])];
}

/** Converts a value to JSON: NaN and infinities become strings rather than null, which means a missing value. */
function written(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(written);
  if (!isStructure(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part)]));
  carryOrder(value, copy);
  return copy;
}

/** Formats values as a line of CSV; a missing value is empty. */
const lineOf = (values: readonly unknown[]): string =>
  csvLine(
    values.map((value) => {
      if (value === null || value === undefined) return "";
      return typeof value === "object" ? (orderedJson(written(value)) ?? "") : String(value);
    }),
  );

function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number")
    return Number.isFinite(value) && !Number.isInteger(value) ? number(value) : String(value);
  return typeof value === "object" ? (orderedJson(written(value)) ?? "") : String(value);
}
