// Dates of rows: a number, or a date or time of ISO 8601; and what is said of others.

import { shortened } from "../core/errors.ts";

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** A date as a number that orders rows. */
export interface RowDate {
  readonly value: number;
  /** Whether it is a date, and so in seconds since 1970; else a number of the file's own unit. */
  readonly isDate: boolean;
}

/** A number as it is; a date or time of ISO 8601 in seconds since 1970, in UTC where it names no zone. Undefined for another text. */
export function dateIn(text: string): RowDate | undefined {
  const value = Number(text);
  if (Number.isFinite(value)) return { value, isDate: false };
  const [, year, month, day = "01", clock = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  const isDay = year !== undefined && Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
  const fullZone = zone.length === 3 ? `${zone}:00` : zone;
  const at = isDay ? Date.parse(`${year}-${month}-${day}T${clock}${fullZone}`) : Number.NaN;
  return Number.isFinite(at) ? { value: at / 1000, isDate: true } : undefined;
}

/** 0 for a month that there is not. */
const daysOf = (year: number, month: number): number =>
  month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;

/** What is wrong with a text that is no date, and what would be right. */
export const noDate = (text: string) => ({
  what: `${JSON.stringify(shortened(text))} is no date`,
  hint: "write 2026-03-01, a time such as 2026-03-01T12:00:00Z, or a number",
});

/** What is wrong with a date among numbers, or a number among dates. */
export const otherDate = (isDate: boolean): string =>
  isDate ? "is a date, and the first is a number" : "is a number, and the first is a date";
