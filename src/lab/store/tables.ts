// Columns of a cell's tables, and how they become a Parquet file. Every table begins with where its rows belong.

import { parquetWriteBuffer } from "hyparquet-writer";
import type { CellWriter } from "./cell-files.ts";
import type { TableName } from "./store.ts";

/** A named column with its type. */
export type ParquetColumn = Parameters<typeof parquetWriteBuffer>[0]["columnData"][number];

/** A column of texts. */
export function text(name: string, rows: number, value: (row: number) => string): ParquetColumn {
  return { name, data: Array.from({ length: rows }, (_, row) => value(row)), type: "STRING", nullable: false };
}

/** A column of 32-bit whole numbers. */
export function integer(name: string, data: ArrayLike<number>): ParquetColumn {
  return { name, data: Int32Array.from(data), type: "INT32", nullable: false };
}

/** A column of doubles. */
export function double(name: string, data: Float64Array): ParquetColumn {
  return { name, data, type: "DOUBLE", nullable: false };
}

/** A column of doubles in which a value may be missing. */
export function sparse(name: string, data: (number | null)[]): ParquetColumn {
  return { name, data, type: "DOUBLE", nullable: true };
}

/** A column of truth values, 1 for true. */
export function truth(name: string, data: ArrayLike<number>): ParquetColumn {
  return { name, data: Array.from(data, (value) => value === 1), type: "BOOLEAN", nullable: false };
}

/** Writes a table of a cell, whole or not at all. Throws a UserError where the disk refuses. */
export function writeTable(
  writer: CellWriter,
  table: TableName,
  rows: number,
  columns: readonly ParquetColumn[],
): void {
  const columnData = [
    text("cell", rows, () => writer.task.key),
    integer("seed", new Int32Array(rows).fill(writer.task.seed)),
    ...columns,
  ];
  writer.write(table, new Uint8Array(parquetWriteBuffer({ columnData })));
}
