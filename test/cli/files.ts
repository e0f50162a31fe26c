// Files that tests of the command line give to it.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { scratch } from "./agon.ts";

/** A folder that is gone after the test, with these files, by their paths. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = scratch();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Rows of a text: one a line, its cells between bars; " / " in a cell ends a line. */
export const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim().replaceAll(" / ", "\n")));

export const csv = (...rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.join(",")).join("\n")}\n`;

export const jsonLines = (rows: readonly unknown[]): string => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;

/** Writes what a query of DuckDB gives as a file of Parquet. */
export async function writeParquet(file: string, query: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`COPY (${query}) TO '${file}'`);
  connection.closeSync();
}
