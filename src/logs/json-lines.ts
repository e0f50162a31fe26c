// Parses JSON Lines into objects or errors, and locates rows in a file: engines count rows without empty lines, whereas messages give
// lines.

import type { z } from "zod";
import { messageOf, shortened } from "../core/errors.ts";
import { textOf } from "./csv.ts";

/** A value in a table. */
export type TableValue = z.output<ReturnType<typeof z.json>>;

/** Returns the object of a line, or an error message. */
export function objectIn(line: string): Record<string, TableValue> | string {
  let value: TableValue;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `is no JSON: ${messageOf(error).split("\n")[0]}`;
  }
  return rowOf(value, line.trim());
}

/** Returns an object, or an error message that quotes another value as `text`. */
export const rowOf = (value: TableValue, text = JSON.stringify(value)): Record<string, TableValue> | string =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value }
    : `${shortened(text)} is no JSON object such as {"question": "…", "answer": "…"}`;

/** A line of a file, counted from 1. */
export interface JsonLine {
  readonly line: number;
  readonly text: string;
}

const [NEWLINE, SPACE] = [10, 32];

/** Yields the lines of the given rows, whose ascending numbers from 0 skip empty lines. */
export async function jsonLines(file: string, rows: readonly number[]): Promise<ReadonlyMap<number, JsonLine>> {
  const lines = new Map<number, JsonLine>();
  let [line, row, next, blank] = [1, 0, 0, true];
  let held: Buffer[] = [];
  const end = (): void => {
    if (!blank) {
      if (rows[next] === row) lines.set(row, { line, text: Buffer.concat(held).toString("utf8").trim() });
      while (rows[next] <= row) next += 1;
      row += 1;
    }
    [held, blank] = [[], true];
    line += 1;
  };
  for await (const piece of textOf(file)) {
    let from = 0;
    for (let k = 0; k < piece.length; k++) {
      if (piece[k] > SPACE) blank = false;
      if (piece[k] !== NEWLINE) continue;
      if (rows[next] === row) held.push(piece.subarray(from, k));
      end();
      from = k + 1;
      if (next === rows.length) return lines;
    }
    if (rows[next] === row) held.push(piece.subarray(from));
  }
  end();
  return lines;
}
