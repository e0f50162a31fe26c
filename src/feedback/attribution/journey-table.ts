// Journeys from a table of touches as users have it: one line for each touch, with who it was and whether they bought.

import { type Problem, shortened, UserError, unknownName } from "../../core/errors.ts";
import { type CsvRecord, csvRecords } from "./csv-fields.ts";
import type { Journeys } from "./journeys.ts";

const NEEDED = ["id", "channel", "time", "converted"] as const;
const ENDS = "end";

/** Mistakes that are told at once. */
const MOST_PROBLEMS = 20;

export interface TableOptions {
  /** Named in mistakes. Default `journeys.csv`. */
  readonly file?: string;
  /** Columns of the customer that are names though they look like numbers. */
  readonly categorical?: readonly string[];
}

/** A journey while it is read. */
interface Growing {
  readonly first: CsvRecord;
  readonly touches: { readonly channel: string; readonly time: number }[];
  readonly converted: boolean;
  /** Value of `end`, or of the last touch. */
  end: number | undefined;
}

/**
 * Journeys of a text of comma-separated values. Its first line names the columns, in any order: `id` of a journey, `channel` and
 * `time` of a touch (both empty: a journey without touches), `converted` (0 or 1), if wanted `end`, the time at which the journey
 * ended (default that of its last touch); what else there is says who the customer is: numbers as they are, names as a feature
 * `column=name` for each. Lines of a journey need not lie together. Channels stand in alphabetical order, journeys as they first
 * come. Who learns from some of them and is measured on others reads them together and takes parts (`chosenJourneys`), so that
 * channels and features have the same places. A UserError tells every mistake with line and column.
 */
export function readJourneys(text: string, options: TableOptions = {}): Journeys {
  const { file = "journeys.csv", categorical = [] } = options;
  const [head, ...records] = csvRecords(text, file);
  if (head === undefined) throw new UserError({ code: "empty", what: "holds no line", where: `${file}:1` });
  const columns = columnsOf(head, file, categorical);
  const user = [...columns.keys()].filter((name) => name !== ENDS && !NEEDED.some((one) => one === name));
  const problems: Problem[] = [];
  const journeys = new Map<string, Growing>();
  const value = (record: CsvRecord, column: string) => record.fields[columns.get(column) ?? -1] ?? "";

  for (const record of records) {
    const wrong = (what: string, column?: string, hint?: string) =>
      problems.push({
        code: "journeys",
        what,
        where: `${file}:${record.line}`,
        ...(column === undefined ? {} : { path: [column] }),
        ...(hint === undefined ? {} : { hint }),
      });
    if (problems.length >= MOST_PROBLEMS) break;
    if (record.fields.length !== columns.size) {
      wrong(`${record.fields.length} fields where ${columns.size} columns are named`);
      continue;
    }
    const number = (column: string): number | undefined => {
      const found = numberOf(value(record, column));
      if (found === undefined) wrong(`"${shortened(value(record, column))}" is no number`, column);
      return found;
    };
    const id = value(record, "id");
    if (id === "") wrong("is empty", "id");
    const bought = value(record, "converted").toLowerCase();
    if (!["0", "1", "true", "false"].includes(bought)) {
      wrong(`"${shortened(bought)}" is neither 0 nor 1`, "converted", "1 where the journey ended with a purchase");
    }
    const end = columns.has(ENDS) ? number(ENDS) : undefined;
    const known = journeys.get(id);
    const journey = known ?? { first: record, touches: [], converted: bought === "1" || bought === "true", end };
    if (known === undefined) journeys.set(id, journey);
    else {
      for (const column of [...user, "converted", ...(columns.has(ENDS) ? [ENDS] : [])]) {
        if (value(record, column) === value(known.first, column)) continue;
        const [here, there] = [record, known.first].map((one) => shortened(value(one, column)));
        wrong(`"${here}", but "${there}" in line ${known.first.line} of the same id`, column);
      }
    }
    const channel = value(record, "channel");
    if (channel === "" && value(record, "time") === "") continue;
    if (channel === "") wrong("is empty", "channel", "a journey without touches has no time either");
    const time = number("time");
    if (time === undefined) continue;
    if (end !== undefined && time > end) wrong(`${time} is after the journey's end, ${end}`, "time");
    journey.touches.push({ channel, time });
  }
  if (problems.length > 0) throw new UserError(problems);
  const all = [...journeys.values()];
  return { ...touchesOf(all), ...customersOf(all, user, value, categorical) };
}

/** Places of the columns by name. */
function columnsOf(head: CsvRecord, file: string, categorical: readonly string[]): Map<string, number> {
  const where = `${file}:${head.line}`;
  const columns = new Map(head.fields.map((name, k) => [name, k]));
  const problems: Problem[] = [];
  for (const [k, name] of head.fields.entries()) {
    if (name === "") problems.push({ code: "journeys", what: `column ${k + 1} has no name`, where });
    else if (columns.get(name) !== k) {
      problems.push({ code: "journeys", what: "is named twice", where, path: [name] });
    }
  }
  for (const name of NEEDED) {
    if (columns.has(name)) continue;
    const { hint } = unknownName("column", name, columns.keys());
    problems.push({
      code: "journeys",
      what: `there is no column "${name}"`,
      where,
      ...(hint === undefined ? {} : { hint }),
    });
  }
  for (const name of categorical)
    if (!columns.has(name)) problems.push({ ...unknownName("column", name, columns.keys()), where });
  if (problems.length > 0) throw new UserError(problems);
  return columns;
}

function touchesOf(all: readonly Growing[]) {
  const channels = [...new Set(all.flatMap(({ touches }) => touches.map(({ channel }) => channel)))].sort();
  const places = new Map(channels.map((name, c) => [name, c]));
  const starts = new Int32Array(all.length + 1);
  const channel: number[] = [];
  const before: number[] = [];
  for (const [k, { touches, end }] of all.entries()) {
    const sorted = touches.toSorted((a, b) => a.time - b.time);
    for (const touch of sorted) {
      channel.push(places.get(touch.channel) ?? -1);
      before.push((end ?? sorted[sorted.length - 1].time) - touch.time);
    }
    starts[k + 1] = channel.length;
  }
  return { channels, starts, channel: Int32Array.from(channel), before: Float64Array.from(before) };
}

function customersOf(
  all: readonly Growing[],
  columns: readonly string[],
  value: (record: CsvRecord, column: string) => string,
  categorical: readonly string[],
) {
  const features: { readonly name: string; of(record: CsvRecord): number }[] = [];
  for (const column of columns) {
    const values = all.map(({ first }) => value(first, column));
    if (!categorical.includes(column) && values.every((one) => numberOf(one) !== undefined)) {
      features.push({ name: column, of: (record) => numberOf(value(record, column)) ?? Number.NaN });
      continue;
    }
    for (const name of [...new Set(values)].sort()) {
      features.push({ name: `${column}=${name}`, of: (record) => (value(record, column) === name ? 1 : 0) });
    }
  }
  return {
    features: features.map(({ name }) => name),
    user: Float64Array.from(all.flatMap(({ first }) => features.map((feature) => feature.of(first)))),
    converted: Uint8Array.from(all, ({ converted }) => (converted ? 1 : 0)),
  };
}

/** The number that a text is, if it is one. */
function numberOf(text: string): number | undefined {
  const found = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(found) ? found : undefined;
}
