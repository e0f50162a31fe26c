// Columns of a cell's tables, and their conversion to a Parquet file. Every table begins with columns that identify the cell.

import { parquetWriteBuffer } from "hyparquet-writer";
import type { CellWriter } from "./cell-files.ts";
import type { TableName } from "./store.ts";

/** A named column with its type. */
export type ParquetColumn = Parameters<typeof parquetWriteBuffer>[0]["columnData"][number];

/** Returns a text column. */
export function text(name: string, rows: number, value: (row: number) => string): ParquetColumn {
  return { name, data: Array.from({ length: rows }, (_, row) => value(row)), type: "STRING", nullable: false };
}

/** Returns a column of 32-bit integers. */
export function integer(name: string, data: ArrayLike<number>): ParquetColumn {
  return { name, data: Int32Array.from(data), type: "INT32", nullable: false };
}

/** Returns a column of doubles. */
export function double(name: string, data: Float64Array): ParquetColumn {
  return { name, data, type: "DOUBLE", nullable: false };
}

/** Returns a column of doubles with missing values. */
export function sparse(name: string, data: (number | null)[]): ParquetColumn {
  return { name, data, type: "DOUBLE", nullable: true };
}

/** Returns a column of booleans, 1 for true. */
export function truth(name: string, data: ArrayLike<number>): ParquetColumn {
  return { name, data: Array.from(data, (value) => value === 1), type: "BOOLEAN", nullable: false };
}

/** Writes a table of a cell atomically. Throws a UserError where the system refuses. */
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
