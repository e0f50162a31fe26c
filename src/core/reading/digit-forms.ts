// Formats of the digits of a number, each with its decimal sign. A text in one format has one value. Where a text fits two formats, the
// whole column of a file decides between them.

/** A pattern of digits, and its decimal sign. */
export type DigitForm = readonly [form: RegExp, decimal: "." | ","];

/** Formats in the order in which a single text is parsed: the first match counts. */
const DIGIT_FORMS: readonly DigitForm[] = [
  [/^\.?\d+$/, "."],
  [/^\d+\.\d+$/, "."],
  // Thousands by commas, also in Indian grouping; by full stops, where a comma or a second full stop shows it.
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, "."],
  [/^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/, "."],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, ","],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, ","],
  // Any other comma is a decimal comma.
  [/^\d+,\d+$/, ","],
];

/** Formats with another value where a column's decimal sign is known: 1.270 is 1270 where the decimal sign is a comma. */
const TURNED: readonly DigitForm[] = [[/^[1-9]\d{0,2}\.\d{3}$/, ","]];

/** Thousands separated by spaces, apostrophes or underscores, then optional decimals after a point or a comma. */
export const GROUPED = /^\d{1,3}(?:([ \u00a0\u2007\u2009\u202f'’_])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const GAP = /[ \u00a0\u2007\u2009\u202f'’_]/g;
/** Maximum characters of a number; a longer run of digits is not read as one. */
export const LONGEST = 200;

/** Returns digits with separators as plain digits with a point; undefined where they are no number, as in 3.2.1. */
export function plainDigits(written: string): string | undefined {
  if (written.length > LONGEST) return undefined;
  const grouped = GROUPED.test(written);
  const decimal = grouped ? (written.includes(",") ? "," : ".") : DIGIT_FORMS.find(([form]) => form.test(written))?.[1];
  if (decimal === undefined) return undefined;
  const plain = grouped ? written.replaceAll(GAP, "") : written;
  return decimal === "." ? plain.replaceAll(",", "") : plain.replaceAll(".", "").replace(",", ".");
}

/** Thousands separators, of which a column may have one. */
const GAPS = [" ", "'", "’", "_"];

/** Returns the patterns of all numbers in a column with this decimal sign, for a regular-expression engine without back references. */
export const digitPatterns = (decimal: "." | ","): readonly string[] => [
  ...[...DIGIT_FORMS, ...TURNED].flatMap(([form, sign]) => (sign === decimal ? [form.source.slice(1, -1)] : [])),
  "\\d+",
  ...GAPS.map((gap) => `\\d{1,3}(?:${gap}\\d{3})+(?:[${decimal}]\\d+)?`),
];
