// The forms in which people write the digits of a number, each with the sign that begins its decimals. A text of one form has one value;
// where a column of a file is read, all of it decides between two forms that a text fits.

/** A form of digits, and its decimal sign. */
export type DigitForm = readonly [form: RegExp, decimal: "." | ","];

/** In the order in which a text alone is read: the first that fits counts. */
export const DIGIT_FORMS: readonly DigitForm[] = [
  [/^\.?\d+$/, "."],
  [/^\d+\.\d+$/, "."],
  // Thousands by commas, also in the manner of India; by full stops, where a comma or a second one shows it.
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, "."],
  [/^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/, "."],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, ","],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, ","],
  // Any other comma is that of a decimal number.
  [/^\d+,\d+$/, ","],
];

/** Forms that have another value where a column's decimal sign is known: 1.270 is 1270 where decimals have a comma. */
const TURNED: readonly DigitForm[] = [[/^[1-9]\d{0,2}\.\d{3}$/, ","]];

/** Gaps between thousands, each of which a column may have. */
const GAPS = [" ", "'", "’", "_"];

/** Patterns of all digits in a column with this decimal sign, for an engine without backward references. */
export const digitPatterns = (decimal: "." | ","): readonly string[] => [
  ...[...DIGIT_FORMS, ...TURNED].flatMap(([form, sign]) => (sign === decimal ? [form.source.slice(1, -1)] : [])),
  "\\d+",
  ...GAPS.map((gap) => `\\d{1,3}(?:${gap}\\d{3})+(?:[${decimal}]\\d+)?`),
];
