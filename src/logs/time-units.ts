// In which unit the times of a file are. Dates are seconds since 1970; numbers are of a unit that their user says, or that their size shows.

import { UserError } from "../core/errors.ts";
import type { Relation } from "./relation.ts";

/** Seconds of each unit. */
export const TIME_UNITS = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

/** A length of time: seconds where it was written with a unit, else a number of the file's own unit. */
export interface TimeSpan {
  readonly amount: number;
  readonly isTime: boolean;
}

const WORDS: Readonly<Record<"ns" | "us" | "ms" | "s", string>> = {
  ns: "nanoseconds",
  us: "microseconds",
  ms: "milliseconds",
  s: "seconds",
};

/** Moments between which numbers are taken for times since 1970, in seconds: from 1990 to 2100. Those of two units do not overlap. */
const [EARLIEST, LATEST] = [631_152_000, 4_102_444_800];

export const EPOCH_UNITS = ["ns", "us", "ms", "s"] as const;
export type EpochUnit = (typeof EPOCH_UNITS)[number];

/** The least and the most of numbers that are taken for times since 1970 in a unit. */
export const epochRange = (unit: EpochUnit): readonly [least: number, most: number] => [
  EARLIEST / TIME_UNITS[unit],
  LATEST / TIME_UNITS[unit],
];

/** The unit of times since 1970 that all numbers from `least` to `most` are; undefined where they are of none. */
export const unitOfRange = (least: number, most: number): keyof typeof WORDS | undefined =>
  EPOCH_UNITS.find((unit) => least >= epochRange(unit)[0] && most <= epochRange(unit)[1]);

/** The unit of a log's times; undefined where they are numbers of an unknown one. What is read off their size is told by `onNotice`. */
export async function timeUnitOf(
  { file, source, columns, dated, rows }: Relation,
  said: TimeUnit | undefined,
  onNotice?: (text: string) => void,
): Promise<TimeUnit | undefined> {
  if (dated) return "s";
  if (said !== undefined) return said;
  const time = columns.get("time") ?? "NULL";
  const sql = `SELECT min(${time})::DOUBLE, max(${time})::DOUBLE FROM (${rows})`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  const [least, most] = (reader.getRowsJS()[0] ?? []).map(Number);
  const unit = unitOfRange(least, most);
  if (unit !== undefined) onNotice?.(`times of ${source.file} are read as ${WORDS[unit]} since 1970`);
  return unit;
}

/** A span in a file's own unit. A UserError where it is a time, and the file's numbers are of an unknown unit. */
export function spanIn(
  unit: TimeUnit | undefined,
  { amount, isTime }: TimeSpan,
  where: string,
  option: string,
): number {
  if (!isTime) return amount;
  if (unit !== undefined) return amount / TIME_UNITS[unit];
  throw new UserError({
    code: "unknown-unit",
    what: `its times are numbers of an unknown unit, so that a span of ${daysOf(amount)} cannot be told`,
    where,
    hint: `say their unit, --time-unit h, or write ${option} as a number of it`,
  });
}

const daysOf = (seconds: number): string =>
  seconds % 86_400 === 0 ? `${seconds / 86_400} d` : seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds} s`;
