// The unit of a file's times. Dates are seconds since 1970; the unit of numbers is given by the user or detected from their magnitude.

import { UserError } from "../core/errors.ts";
import { TIME_FORMS } from "./column-forms.ts";
import { epochUnitOf } from "./dates.ts";
import { TIME_UNITS, type TimeUnit, unitOfRange } from "./epoch-units.ts";
import type { Relation } from "./relation.ts";

/** A duration: in seconds where it was written with a unit, otherwise in the file's own unit. */
export interface TimeSpan {
  readonly amount: number;
  readonly isTime: boolean;
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
  const [least, most] = (reader.getRowsJS()[0] ?? []).map(Number);
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
