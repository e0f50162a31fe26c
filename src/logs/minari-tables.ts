// Episodes as tables, Arrow or Parquet, one file for each: a row for each observation. What happened in a step stands beside the
// observation before it, and the last row has none.

import { readFileSync } from "node:fs";
import { tableFromIPC } from "@uwdata/flechette";
import { quotedFile } from "../core/sql.ts";
import { openEngine } from "./engine.ts";
import { type EpisodeArray, type EpisodeSource, MOST_WIDE, nameBelow } from "./episode-arrays.ts";

/** Opens tables, in the order of their episodes; `overflow` is a folder of their own. */
export async function openTableEpisodes(
  files: readonly string[],
  format: "arrow" | "parquet",
  overflow: string,
): Promise<EpisodeSource> {
  if (format === "arrow") {
    return {
      read: async (episode) => arraysOf(tableFromIPC(readFileSync(files[episode])).toArray()),
      close() {},
    };
  }
  const { connection, close } = await openEngine(overflow);
  return {
    async read(episode) {
      const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet(${quotedFile(files[episode])})`);
      return arraysOf(reader.getRowObjectsJS());
    },
    close,
  };
}

/** What has a value for each step, and none for the last observation. */
const OF_STEPS = /^(?:actions(?:_|$)|rewards$|terminations$|truncations$)/;

/** Columns of nested rows, flat. */
function arraysOf(rows: readonly unknown[]): Map<string, EpisodeArray | undefined> {
  const columns = new Map<string, number[] | undefined>();
  const widths = new Map<string, number>();
  const add = (name: string, value: unknown): void => {
    const numbers = numbersOf(value);
    if (numbers === undefined && isRecord(value)) {
      for (const [key, part] of Object.entries(value)) add(nameBelow(name, key), part);
      return;
    }
    const before = columns.has(name) ? columns.get(name) : [];
    const width = numbers?.length ?? 0;
    const whole = numbers !== undefined && width <= MOST_WIDE && (widths.get(name) ?? width) === width;
    widths.set(name, width);
    if (whole && before !== undefined) before.push(...numbers);
    columns.set(name, whole ? before : undefined);
  };
  for (const row of rows) add("", row);
  const steps = Math.max(0, rows.length - 1);
  return new Map(
    [...columns].map(([name, numbers]) => {
      const width = widths.get(name) ?? 0;
      const whole = numbers !== undefined && numbers.length === rows.length * width;
      const end = OF_STEPS.test(name) ? steps * width : undefined;
      return [name, whole ? { width, values: Float64Array.from(numbers.slice(0, end)) } : undefined];
    }),
  );
}

/** One number or several; bytes, such as those of a picture, are none. */
function numbersOf(value: unknown): number[] | undefined {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return [Number(value)];
  if (isNumbers(value)) return Array.from(value, Number);
  if (!Array.isArray(value)) return undefined;
  const parts = value.map(numbersOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

const isNumbers = (value: unknown): value is ArrayLike<number | bigint> =>
  ArrayBuffer.isView(value) && !(value instanceof DataView) && !Buffer.isBuffer(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
