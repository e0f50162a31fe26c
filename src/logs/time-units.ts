// The unit of a file's times. Dates are seconds since 1970; the unit of numbers is given by the user or detected from their magnitude.

import { UserError } from "../core/errors.ts";
import { type ColumnForm, formSql, TIME_FORMS } from "./column-forms.ts";
import { epochUnitOf } from "./dates.ts";
import { TIME_UNITS, type TimeUnit, unitOfRange } from "./epoch-units.ts";
import { TIME } from "./kinds.ts";
import type { Relation } from "./relation.ts";

/** A duration: in seconds where it was written with a unit, otherwise in the file's own unit. */
export interface TimeSpan {
  readonly amount: number;
  readonly isTime: boolean;
}

/**
 * The columns of a log's times that are dates in digits alone, 20241231, with that format: those of which more than half are. Such numbers
 * are no times since 1970 in any unit.
 */
export async function digitTimes({ file, kind, columns, dated, rows }: Relation): Promise<Record<string, ColumnForm>> {
  if (dated) return {};
  const names = [TIME, ...kind.numbers.filter(({ time }) => time === true)].map(({ name }) => name);
  const own = names.flatMap((name) => (columns.has(name) ? [[name, columns.get(name) ?? ""] as const] : []));
  const counts = own.map(([, time]) => {
    const text = `CAST(TRY_CAST(${time} AS HUGEINT) AS VARCHAR)`;
    return `2 * count(${formSql("digits", text)}) > count(${time})`;
  });
  const reader = await file.ask((connection) => connection.runAndReadAll(`SELECT ${counts.join(", ")} FROM (${rows})`));
  const are = reader.getRowsJS()[0] ?? [];
  return Object.fromEntries(own.flatMap(([name], k) => (are[k] === true ? [[name, "digits"] as const] : [])));
}

/**
 * The unit of a log's times; undefined for numbers of an unknown unit. A detected unit is reported to `onNotice`. Throws a UserError where the
 * smallest and the largest time are of two units.
 */
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
  const [least, most] = (reader.getRowsJS()[0] ?? []).map((time) => (time === null ? Number.NaN : Number(time)));
  // Texts that are no times have no unit either: they are told row by row.
  if (Number.isNaN(least)) return "s";
  const unit = unitOfRange(least, most);
  const [first, last] = [epochUnitOf(least), epochUnitOf(most)];
  if (first !== undefined && last !== undefined && first !== last) {
    throw new UserError({
      code: "mixed-units",
      what: `some times are ${TIME_FORMS[first]}, as ${least}, and some are ${TIME_FORMS[last]}, as ${most}`,
      where: source.file,
      hint: "write all in one unit, or say --time-unit s where they are none since 1970",
    });
  }
  if (unit !== undefined) onNotice?.(`times of ${source.file} are read as ${TIME_FORMS[unit]}`);
  return unit;
}

/** Converts a duration to the file's own unit. Throws a UserError where the duration has a unit but the file's is unknown. */
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
