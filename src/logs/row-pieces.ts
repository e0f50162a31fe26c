// Streams the rows of a query in chunks of a few thousand, column by column, which costs a few nanoseconds per number.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { DuckDBDataChunk } from "@duckdb/node-api";
import { heardOut, waitForOthers } from "../core/signals.ts";
import { identifier } from "../core/sql.ts";
import { heldTexts } from "./held-texts.ts";
import { tooLong, type UserFile } from "./user-file.ts";
import type { ReadingOptions } from "./user-rows.ts";

/** A column of a query: its SQL expression and name. */
export interface SqlColumn {
  readonly name: string;
  readonly sql: string;
}

/** A chunk of consecutive rows, valid until the next chunk is requested. */
export interface RowPiece {
  readonly rows: number;
  /** Numbers of a column, with at least [rows] entries; NULL is NaN. Throws where the query has no such column. */
  numbers(name: string): Float64Array;
  /** As `numbers`, but undefined where the query has no such column. */
  numbersOf(name: string): Float64Array | undefined;
  /** Text in a row; undefined where it is NULL or the query has no such column. */
  text(name: string, row: number): string | undefined;
}

/** A query: columns over the rows of `from`. */
export interface Selection {
  readonly columns: readonly SqlColumn[];
  readonly from: string;
}

/** Chunks after which those that were read are collected. */
const COLLECTED = 16;

/**
 * Collects young objects. DuckDB frees a chunk when its object is collected, and V8 does not know that there are
 * hundreds of megabytes behind some thousand small objects.
 */
function collectYoung(): void {
  if (collector === undefined) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("globalThis.gc");
  }
  if (typeof collector === "function") collector({ type: "minor" });
}
let collector: unknown;

/** Starts a query and yields its rows in chunks. The signal aborts it between chunks; `deed` starts the progress message. */
export async function piecesOf(
  { ask, shown, mostRows }: UserFile,
  { columns, from }: Selection,
  { signal, onProgress }: Pick<ReadingOptions, "signal" | "onProgress">,
  deed = "",
): Promise<AsyncIterable<RowPiece>> {
  const selected = columns.map(({ name, sql }) => `${sql} AS ${identifier(name)}`).join(", ");
  const stream = await ask((connection) => connection.stream(`SELECT ${selected} FROM ${from}`));
  const pieces = new Pieces(
    columns.map(({ name }) => name),
    shown,
  );
  async function* each(): AsyncGenerator<RowPiece> {
    // One timer for the whole loop, because a chunk takes little time.
    const over = waitForOthers();
    const fetch = () => {
      const chunk = ask(() => stream.fetchChunk());
      // The promise is awaited later and may be rejected earlier.
      chunk.catch(() => {});
      return chunk;
    };
    let next = fetch();
    try {
      for (let [rows, chunks] = [0, 0]; ; chunks++) {
        if (chunks % COLLECTED === COLLECTED - 1) collectYoung();
        signal?.throwIfAborted();
        const chunk = await next;
        if (chunk === null || chunk === undefined || chunk.rowCount === 0) return;
        rows += chunk.rowCount;
        if (rows > mostRows) throw tooLong({ shown, mostRows });
        // DuckDB fetches the next chunk while this one is processed.
        next = fetch();
        yield pieces.of(chunk);
        onProgress?.(`${deed}${shown}: ${rows.toLocaleString("en-US")} rows`);
      }
    } finally {
      // The connection is busy until the pending chunk has arrived.
      await next.catch(() => {});
      await heardOut(over);
    }
  }
  return each();
}

/** Successive chunks, whose numbers share the same arrays. */
class Pieces {
  readonly #at: ReadonlyMap<string, number>;
  readonly #numbers: Float64Array[];
  readonly #shown: string;

  constructor(names: readonly string[], shown: string) {
    this.#shown = shown;
    this.#at = new Map(names.map((name, k) => [name, k]));
    this.#numbers = names.map(() => new Float64Array(0));
  }

  of(chunk: DuckDBDataChunk): RowPiece {
    const rows = chunk.rowCount;
    // DuckDB's package keeps all texts of a chunk that were read.
    const held = heldTexts(this.#shown);
    const numbersOf = (name: string): Float64Array | undefined => {
      const at = this.#at.get(name);
      return at === undefined ? undefined : this.#filled(chunk, at, rows);
    };
    return {
      rows,
      numbersOf,
      numbers: (name) => {
        const numbers = numbersOf(name);
        if (numbers === undefined) throw new Error(`the query has no column ${name}`);
        return numbers;
      },
      text: (name, row) => {
        const at = this.#at.get(name);
        const value = at === undefined ? null : chunk.getColumnVector(at).getItem(row);
        if (typeof value !== "string") return undefined;
        held(value);
        return value;
      },
    };
  }

  #filled(chunk: DuckDBDataChunk, at: number, rows: number): Float64Array {
    const vector = chunk.getColumnVector(at);
    if (this.#numbers[at].length < rows) this.#numbers[at] = new Float64Array(rows);
    const numbers = this.#numbers[at];
    for (let row = 0; row < rows; row++) {
      const value = vector.getItem(row);
      numbers[row] = typeof value === "number" ? value : Number.NaN;
    }
    return numbers;
  }
}
