// Assembles journeys from sorted rows: validates each row, alone and against other rows of its journey, and packs journeys into blocks.

import { Column } from "../core/column.ts";
import { shortened } from "../core/errors.ts";
import { type BadRow, WrongRows } from "./bad-rows.ts";

/** Columns of a row: its number, two halves of a hash of the journey's name, the touch's data, then the customer's columns. */
export const [ROW, HIGH, LOW, WHEN, CHANNEL, CONVERTED, END, COST, CUSTOMER] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A block of complete journeys; the touches of a journey are contiguous, the earliest first. */
export interface TouchBlock {
  readonly channels: readonly string[];
  /** [journeys + 1]: the touches of journey k are `starts[k]` … `starts[k + 1]` − 1. */
  readonly starts: Int32Array;
  /** Channel number of each touch, [touches]. */
  readonly channel: Int32Array;
  /** [touches]: time from the touch to the end of the journey, at least 0. */
  readonly before: Float64Array;
  /** [touches]: cost of the touch. */
  readonly cost: Float64Array;
  /** [journeys]: 1 where the journey ended with a conversion, else 0. */
  readonly converted: Uint8Array;
  /** [journeys]: 32-bit hash of the journey's name, independent of the order of rows. */
  readonly hash: Uint32Array;
  /** [journeys]: number of the journey's first row in the file, from 0. */
  readonly first: Float64Array;
  /** [journeys × customer columns]: numbers, or indices of a column's names. */
  readonly customer: Float64Array;
}

/** A column of customer data. */
export interface CustomerColumn {
  readonly name: string;
  /** The column's names; absent for numbers. */
  readonly names?: readonly string[];
}

/** Touches per full block. */
const FULL = 1 << 14;

/** Maximum number of rows of a journey, which is held in memory. */
const LONGEST = 1_000_000;

/** Accepts rows sorted by journey and time, and returns blocks. */
export class JourneyRows {
  journeys = 0;
  readonly wrong = new WrongRows();
  readonly #channels: readonly string[];
  readonly #customer: readonly CustomerColumn[];
  readonly #timeText: (time: number) => string;
  readonly #width: number;
  /** Rows of the current journey, [rows × columns]. */
  readonly #rows = new Column();
  #high = Number.NaN;
  #low = Number.NaN;
  readonly #starts = new Column();
  readonly #channel = new Column();
  readonly #before = new Column();
  readonly #cost = new Column();
  readonly #converted = new Column();
  readonly #hash = new Column();
  readonly #first = new Column();
  readonly #known = new Column();

  constructor(channels: readonly string[], customer: readonly CustomerColumn[], dated: boolean) {
    this.#channels = channels;
    this.#customer = customer;
    this.#width = CUSTOMER + customer.length;
    this.#timeText = (time) => (dated ? new Date(1000 * time).toISOString() : String(time));
    this.#starts.push(0);
  }

  /** Whether enough journeys for a block are complete. */
  get full(): boolean {
    return this.#channel.length >= FULL || this.#converted.length >= FULL;
  }

  /** Accepts row `r` of a chunk. */
  add(values: readonly Float64Array[], r: number): void {
    const at = (column: number) => values[column][r];
    const wrong = mistakeIn(at);
    if (wrong !== undefined) {
      this.wrong.add({ row: at(ROW), ...wrong });
      return;
    }
    if (at(HIGH) !== this.#high || at(LOW) !== this.#low) {
      this.end();
      [this.#high, this.#low] = [at(HIGH), at(LOW)];
    }
    if (this.#rows.length >= LONGEST * this.#width) {
      this.wrong.add({ row: at(ROW), column: "journey", what: "is of a journey that has a million rows before" });
      return;
    }
    for (let column = 0; column < this.#width; column++) this.#rows.push(at(column));
  }

  /** Completes the current journey. */
  end(): void {
    const rows = this.#rows.doubles();
    this.#rows.clear();
    if (rows.length === 0) return;
    const width = this.#width;
    let first = 0;
    let end = Number.NaN;
    let ends = 0;
    for (let at = 0; at < rows.length; at += width) {
      if (rows[at + ROW] < rows[first + ROW]) first = at;
      if (!Number.isNaN(rows[at + END]) && (Number.isNaN(end) || rows[at + ROW] < rows[ends + ROW])) {
        [end, ends] = [rows[at + END], at];
      }
    }
    const good: number[] = [];
    for (let at = 0; at < rows.length; at += width) {
      const wrong = this.#contradiction(rows, at, first, ends, end);
      if (wrong === undefined) good.push(at);
      else this.wrong.add({ row: rows[at + ROW], ...wrong });
    }
    if (good.length === 0) return;
    const touches = good.filter((at) => rows[at + CHANNEL] >= 0);
    const last = Number.isNaN(end) && touches.length > 0 ? rows[touches[touches.length - 1] + WHEN] : end;
    for (const at of touches) {
      this.#channel.push(rows[at + CHANNEL]);
      this.#before.push(last - rows[at + WHEN]);
      this.#cost.push(rows[at + COST]);
    }
    this.#starts.push(this.#channel.length);
    this.#converted.push(rows[first + CONVERTED]);
    this.#hash.push(rows[first + LOW]);
    this.#first.push(rows[first + ROW]);
    for (let column = CUSTOMER; column < width; column++) this.#known.push(rows[first + column]);
    this.journeys += 1;
  }

  /** The contradiction between a row and the first row of its journey, or the row that gives its end. */
  #contradiction(
    rows: Float64Array,
    at: number,
    first: number,
    ends: number,
    end: number,
  ): Omit<BadRow, "row"> | undefined {
    const otherwise = (column: string, here: string, there: string, against: number) => ({
      column,
      what: `${here}, but ${there}`,
      against: rows[against + ROW],
    });
    const [here, there] = [rows[at + CONVERTED], rows[first + CONVERTED]];
    if (here !== there) return otherwise("converted", String(here), String(there), first);
    for (const [k, { name, names }] of this.#customer.entries()) {
      const [own, other] = [rows[at + CUSTOMER + k], rows[first + CUSTOMER + k]];
      if (own === other) continue;
      const text = (value: number) => (names === undefined ? String(value) : `"${shortened(names[value] ?? "")}"`);
      return otherwise(name, text(own), text(other), first);
    }
    if (!Number.isNaN(rows[at + END]) && rows[at + END] !== end) {
      return otherwise("end", this.#timeText(rows[at + END]), this.#timeText(end), ends);
    }
    if (rows[at + CHANNEL] < 0 || !(rows[at + WHEN] > end)) return undefined;
    const [time, after] = [rows[at + WHEN], end].map(this.#timeText);
    return { column: "time", what: `${time} is after the journey's end, ${after}` };
  }

  /** Returns the journeys completed since the last block. */
  take(): TouchBlock {
    const [starts, channel, before] = [this.#starts, this.#channel, this.#before];
    const block = {
      channels: this.#channels,
      starts: Int32Array.from(starts.doubles()),
      channel: Int32Array.from(channel.doubles()),
      before: before.doubles().slice(),
      cost: this.#cost.doubles().slice(),
      converted: Uint8Array.from(this.#converted.doubles()),
      hash: Uint32Array.from(this.#hash.doubles()),
      first: this.#first.doubles().slice(),
      customer: this.#known.doubles().slice(),
    };
    for (const table of [starts, channel, before, this.#cost, this.#converted, this.#hash, this.#first, this.#known]) {
      table.clear();
    }
    starts.push(0);
    return block;
  }
}

/** The fault of a single row. */
function mistakeIn(at: (column: number) => number): Pick<BadRow, "column" | "what"> | undefined {
  if (Number.isNaN(at(HIGH))) return { column: "journey", what: "is empty" };
  const converted = at(CONVERTED);
  if (converted !== 0 && converted !== 1) {
    const what = Number.isNaN(converted) ? "is empty or neither 0 nor 1" : `${converted} is neither 0 nor 1`;
    return { column: "converted", what: `${what}; it is 1 where the journey ended with a purchase` };
  }
  const [time, touched] = [at(WHEN), at(CHANNEL) >= 0];
  if (!touched && !Number.isNaN(time)) {
    return { column: "channel", what: "is empty; a journey without touches has no time either" };
  }
  if (touched && !Number.isFinite(time)) return { column: "time", what: "is no time" };
  if (Math.abs(at(END)) === Number.POSITIVE_INFINITY) return { column: "end", what: "is no time" };
  const cost = at(COST);
  if (!(cost >= 0 && cost < Number.POSITIVE_INFINITY)) {
    return { column: "cost", what: `${Number.isNaN(cost) ? "no number" : cost} is not a number from 0 up` };
  }
  if (!touched && cost > 0) return { column: "cost", what: `${cost}, but there is no touch that cost it` };
  return undefined;
}
