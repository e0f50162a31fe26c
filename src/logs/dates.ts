// Parses dates of rows: numbers, or ISO 8601 dates and times; and error messages for other texts.

import { shortened } from "../core/errors.ts";
import { type EpochUnit, unitOfRange } from "./epoch-units.ts";

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** A date as a sortable number. */
export interface RowDate {
  readonly value: number;
  /** Whether the text was a date, so that the number is in seconds since 1970; otherwise the number has the file's own unit. */
  readonly isDate: boolean;
}

/**
 * Parses a date: a number is returned as it is, an ISO 8601 date or time in seconds since 1970, in UTC unless it names a zone. Undefined
 * for other texts.
 */
export function dateIn(text: string): RowDate | undefined {
  const value = Number(text);
  if (Number.isFinite(value)) return { value, isDate: false };
  const [, year, month, day = "01", clock = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  const isDay = year !== undefined && Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
  const fullZone = zone.length === 3 ? `${zone}:00` : zone;
  const at = isDay ? Date.parse(`${year}-${month}-${day}T${clock}${fullZone}`) : Number.NaN;
  return Number.isFinite(at) ? { value: at / 1000, isDate: true } : undefined;
}

/** Days of a month; 0 for an invalid month. */
const daysOf = (year: number, month: number): number =>
  month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;

/** Error and hint for a text that is no date. */
export const noDate = (text: string) => ({
  what: `${JSON.stringify(shortened(text))} is no date`,
  hint: "write 2026-03-01, a time such as 2026-03-01T12:00:00Z, or a number",
});

/** Error for a date among numbers, or a number among dates. */
export const otherDate = (isDate: boolean): string =>
  isDate ? "is a date, and the first is a number" : "is a number, and the first is a date";

/** Error for a number that is a time in one unit, where an earlier one is a time in another. */
export const otherUnit = (unit: EpochUnit, first: EpochUnit): string =>
  `is a time in ${UNIT_NAMES[unit]} since 1970, and an earlier one is in ${UNIT_NAMES[first]}`;

const UNIT_NAMES: Readonly<Record<EpochUnit, string>> = {
  s: "seconds",
  ms: "milliseconds",
  us: "microseconds",
  ns: "nanoseconds",
};

/** The unit in which a number may be a time since 1970; undefined for other numbers. */
export const epochUnitOf = (value: number): EpochUnit | undefined => unitOfRange(value, value);

/**
 * SQL of a text's ISO 8601 date or time in seconds since 1970, NULL for others. The engine would take 17/02/24 for a day of the year 17, so a
 * year has four digits here.
 */
export const momentSql = (text: string): string =>
  `CASE WHEN regexp_matches(CAST(${text} AS VARCHAR), '^\\s*\\d{4}\\D') THEN epoch(TRY_CAST(${text} AS TIMESTAMPTZ)) END`;
