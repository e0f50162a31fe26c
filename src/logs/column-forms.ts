// Formats of columns other than plain numbers and ISO 8601 dates: "1.270,00 €", 03/04/2024, milliseconds. Each format is an SQL expression
// for a number, NULL where a text does not match.

import { z } from "zod";
import { digitPatterns } from "../core/reading/digit-forms.ts";
import { quoted } from "../core/sql.ts";
import { momentSql } from "./dates.ts";
import { EPOCH_UNITS, type EpochUnit, epochRange, TIME_UNITS } from "./epoch-units.ts";

/** Number formats and their descriptions. */
export const NUMBER_FORMS = {
  point: "numbers with a decimal point, perhaps with thousands and a currency: $1,270.50",
  comma: "numbers with a decimal comma, perhaps with thousands and a currency: 1.270,50 €",
} as const;

/** Time formats and their descriptions. */
export const TIME_FORMS = {
  "day-first": "dates with the day first, or of ISO 8601: 31.12.2024 23:59:00",
  // Full stops separate day and month only in day-first dates.
  "month-first": "dates with the month first, or of ISO 8601: 12/31/2024 11:59 PM",
  digits: "dates in digits alone: 20241231235900",
  s: "seconds since 1970",
  ms: "milliseconds since 1970",
  us: "microseconds since 1970",
  ns: "nanoseconds since 1970",
} as const;

export const columnForm = z.enum(["point", "comma", "day-first", "month-first", "digits", "s", "ms", "us", "ns"]);
export type ColumnForm = z.output<typeof columnForm>;

export const isNumberForm = (form: ColumnForm): form is keyof typeof NUMBER_FORMS => Object.hasOwn(NUMBER_FORMS, form);

/** SQL that collapses whitespace and trims the text. */
const plain = (text: string): string =>
  `trim(regexp_replace(${text}, '[\\s\\x{a0}\\x{2007}\\x{2009}\\x{202f}]+', ' ', 'g'))`;

/** Pattern of a currency: a sign, perhaps behind letters, or a code of three letters. */
export const CURRENCY = "(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3}|kr|zł)";

/** Pattern of a number with sign and currency; group 3 holds the digits, groups 1 and 2 a minus sign. */
const moneyPattern = (decimal: "." | ","): string =>
  `([-−+]?) ?${CURRENCY}? ?([-−+]?)((?:${digitPatterns(decimal).join("|")})(?:[eE][-+]?\\d{1,3})?) ?${CURRENCY}?`;

function moneySql(text: string, decimal: "." | ","): string {
  const pattern = quoted(moneyPattern(decimal));
  const cleaned = `regexp_replace(${plain(text)}, ${quoted(`^${moneyPattern(decimal)}$`)}, '\\1\\2\\3')`;
  const bare = `translate(${cleaned}, ${quoted(`${decimal === "." ? "," : "."} '’_+`)}, '')`;
  const written = `replace(replace(${bare}, '−', '-'), ',', '.')`;
  return `CASE WHEN regexp_full_match(${plain(text)}, ${pattern}) THEN TRY_CAST(${written} AS DOUBLE) END`;
}

const CLOCKS = ["", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p"];
const formats = (...dates: string[]): string => {
  const all = dates.flatMap((date) =>
    CLOCKS.flatMap((clock) => (clock === "" ? [date] : [date + clock, `${date + clock} %z`])),
  );
  return `[${all.map(quoted).join(", ")}]`;
};
/**
 * SQL that normalises a date: its parts are separated by slashes instead of `sign`, and a blank precedes the time. The zone Z becomes an
 * offset of zero.
 */
function strokes(text: string, sign: string): string {
  const numeric = `regexp_replace(${plain(text)}, '^(\\d{1,2})${sign}(\\d{1,2})${sign}(\\d{4})(?:[T,]? ?)', '\\1/\\2/\\3 ')`;
  const named = `regexp_replace(${numeric}, '^(\\d{1,2})[ ./-]([A-Za-z]{3})[a-z]*[ ./-](\\d{4})(?:[:T,]? ?)', '\\1/\\2/\\3 ')`;
  return `trim(regexp_replace(${named}, ' ?(?:Z|UTC|GMT)$', ' +0000'))`;
}

/**
 * SQL for a time in seconds since 1970, in the session's time zone unless the text names one. The engine accepts February 31 as March 2, so
 * the parsed day is compared with the text.
 */
function dateSql(text: string, isMonthFirst: boolean): string {
  const date = strokes(text, isMonthFirst ? "[/-]" : "[./-]");
  const dates = [isMonthFirst ? "%m/%d/%Y" : "%d/%m/%Y", "%d/%b/%Y"];
  const day = isMonthFirst ? "^(?:\\d{1,2}/)?(\\d{1,2})/(?:[A-Za-z]{3}/)?\\d{4}" : "^(\\d{1,2})/[^/]+/\\d{4}";
  const parsed = `day(try_strptime(split_part(${date}, ' ', 1), [${dates.map(quoted).join(", ")}]))`;
  const isDay = `${parsed} = TRY_CAST(regexp_extract(${date}, '${day}', 1) AS INTEGER)`;
  return `CASE WHEN ${isDay} THEN epoch(try_strptime(${date}, ${formats(...dates)})::TIMESTAMPTZ) END`;
}

const DIGITS = "'(?:19|20)\\d{6}(?:\\d{4}|\\d{6}|\\d{9})?'";

/** SQL for a time written as digits only. */
function digitsSql(text: string): string {
  const parsed = `try_strptime(${text}, ['%Y%m%d%H%M%S%g', '%Y%m%d%H%M%S', '%Y%m%d%H%M', '%Y%m%d'])`;
  const isDay = `day(${parsed}) = TRY_CAST(substr(${text}, 7, 2) AS INTEGER)`;
  return `CASE WHEN regexp_full_match(${text}, ${DIGITS}) AND ${isDay} THEN epoch(${parsed}::TIMESTAMPTZ) END`;
}

/** SQL for a date with the day or the month first; NULL for one of ISO 8601. */
export const orderedDateSql = (form: "day-first" | "month-first", text: string): string =>
  dateSql(text, form === "month-first");

/** SQL for a time since 1970 in seconds; NULL for a number that is one of our times in another unit. */
function epochSql(unit: EpochUnit, number: string): string {
  const others = EPOCH_UNITS.filter((other) => other !== unit);
  const isOther = others.map((other) => `${number} BETWEEN ${epochRange(other).join(" AND ")}`).join(" OR ");
  return `CASE WHEN NOT (${isOther}) THEN ${number} / ${Math.round(1 / TIME_UNITS[unit])} END`;
}

/** SQL for the number that a text represents under a format; `text` is SQL for the text. Times are in seconds since 1970. */
export function formSql(form: ColumnForm, text: string): string {
  switch (form) {
    case "point":
      return moneySql(text, ".");
    case "comma":
      return moneySql(text, ",");
    case "day-first":
    case "month-first":
      return `coalesce(${orderedDateSql(form, text)}, ${momentSql(text)})`;
    case "digits":
      return digitsSql(`trim(${text})`);
    case "s":
    case "ms":
    case "us":
    case "ns":
      return epochSql(form, `TRY_CAST(${text} AS DOUBLE)`);
    default:
      return form satisfies never;
  }
}
