// Numbers as they are written, without their sign: digits, powers, fractions, magnitudes and per cent.

import { GROUPED, LONGEST, plainDigits } from "./digit-forms.ts";
import { type Decimal, decimalOf } from "./distance.ts";
import { magnitudeAt } from "./magnitudes.ts";

/** Digits with full stops, commas, spaces or apostrophes between them. Spaces only precede three digits. */
const DIGITS = /\.?\d(?:\d|[.,'’_](?=\d)|[ \u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))){0,999}/y;
const BLANK = /[ \u00a0\u2007\u2009\u202f]/;

const EXPONENT = /[eE][-+]?\d{1,4}(?!\p{L}|\d|\.\d)/uy;
const POWER = /[^\S\n]?\^(?:\(([-+]?\d{1,4})\)|([-+]?\d{1,4})(?!\d|[.,/]\d))/y;
const TIMES_TEN = /[^\S\n]?[×xX][^\S\n]?10(?:\^|\*\*)(?:\(([-+]?\d{1,4})\)|([-+]?\d{1,4})(?!\d|[.,/]\d))/y;
const MIXED = /(?:[ \u00a0\u2009]{1,2}| and )(\d{1,6})[ ]?[/⁄][ ]?(\d{1,6})(?!\d|[/⁄.]\d)/y;
const FRACTION = /[ ]?[/⁄][ ]?(-?\d+(?:,\d+)*(?:\.\d+)?)/y;
/** Whole numbers of base 16, 8 and 2. */
const OTHER_BASE = /0(?:x[\da-f]+|o[0-7]+|b[01]+)(?![\p{L}\d_.])/iuy;
const SHORT = /(k|[mb])(?![\p{L}\d])/iuy;
/** A letter that is a unit or thousands: 12 k. */
const APART = /[^\S\n]k(?![\p{L}\d])/uy;
/** Further letters after an amount of money: $5 M, $5bn. */
const SHORT_MONEY = /[^\S\n]?(K|MM?|B|T|[mbt]n)(?![\p{L}\d]|[^\S\n]?¤)/uy;
/** Letters between a number and a currency: 5 k€. */
const SHORT_BEFORE_MONEY = /[^\S\n]?[kM](?=[^\S\n]?¤)/uy;
/** Digits that go on, or a fraction in words, behind a number: 0.333…, 42 and a half. */
const GOES_ON = /[^\S\n]?(?:\p{L}{1,12} )?and (?:a|one) (?:half|third|quarter|fifth|tenth)(?!\p{L})/uy;
/** Words of a power, or of decimal digits, behind a number: 3 squared, 3 point 5. */
const IN_WORDS =
  /[^\S\n](?:squared|cubed|factorial|point(?=[^\S\n]\d))(?!\p{L}|[^\S\n](?:\p{L}{0,5}met|feet|foot|inch|yard|mile))/iuy;
/** Millions of accountants, where no currency tells them from millimetres. */
const MILLIONS = /[^\S\n]?MM(?![\p{L}\d])/uy;
/** Text that says in what multiple a number counts. */
const IN_MULTIPLES = /,?[^\S\n]{0,3}\(?in (?:hundreds|thousands|lakhs|crores|[mbt]r?illions)(?!\p{L})/iuy;
const PERCENT = /[^\S\n]?(?:%|percent(?!\p{L})|per cent(?!\p{L})|prozent(?!\p{L}))/iuy;
/** Text after a number that makes it part of a larger expression. */
const OPEN =
  /^(?:[/^][\d(]|⁄| R\.? ?\d| ?[+×÷] ?[a-z](?![a-z])| ?- ?[xyzn](?![a-z])|_[a-z(]|[₀-₉]|[点點]\d|(?!(?:[cdkmµ]?m|ft|in|yd)[23](?!\d)|[a-z]{0,2}co2)[a-z]{1,3}\d)/i;
/** An amount of money with three places, or with thousands. */
const THREE_PLACES = /^[1-9]\d{0,2}\.\d{3}$/;
const MONEY_BEHIND =
  /^[^\S\n]?(?:¤|(?:euros?|eur|dollars?|usd|pounds?|gbp|pesos?|reais|brl|rupees?|inr|francs?|chf|kr|zł|lira|руб\p{L}*)(?!\p{L}))/iu;
const VARIABLE = /[xyzni](?![\p{L}\d])/uy;
/** Exponents of ten by letter. */
const ZEROS: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, mm: 6, b: 9, bn: 9, t: 12, tn: 12 };

/** Returns a value times a power of ten, as precise as a literal with that exponent. */
export function scaled(value: number, zeros: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + zeros}`);
}

/** Matches a sticky pattern at a position. */
export function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

/** Returns an exact number to a power; undefined where the result is no finite decimal number. */
function powered(base: Decimal | undefined, times: number, value: number): Decimal | undefined {
  if (base === undefined || !Number.isFinite(value) || (times < 0 && base.digits !== 1n)) return undefined;
  return { digits: base.digits ** BigInt(Math.max(0, times)), power: base.power * times };
}

/** Returns the position behind a run of digits of any length, which no expression could match at once. */
function endOfDigits(text: string, from: number): number {
  let end = from;
  while (/[\d.,'’_]/.test(text.charAt(end))) end += 1;
  return end;
}

/** Parses a number without its sign, from its first digit on. Returns it with its end. */
export function amountAt(text: string, begin: number, isMoney: boolean) {
  const coded = at(OTHER_BASE, text, begin)?.[0];
  if (coded !== undefined) {
    const exact = { digits: BigInt(coded.toLowerCase()), power: 0 };
    return { value: Number(exact.digits), exact, isPercentage: false, end: begin + coded.length };
  }
  let written = at(DIGITS, text, begin)?.[0] ?? "";
  // Spaces that do not separate thousands separate numbers.
  if (written.length <= LONGEST && !GROUPED.test(written)) written = written.split(BLANK, 1)[0];
  if (written.length > LONGEST) written = text.slice(begin, endOfDigits(text, begin + written.length));
  const plain = plainDigits(written);
  let value = Number(plain ?? Number.NaN);
  let exact: Decimal | undefined = plain === undefined ? undefined : decimalOf(plain, 0);
  const scale = (zeros: number): void => {
    value = Number.isNaN(zeros) ? zeros : scaled(value, zeros);
    if (exact !== undefined) exact = { ...exact, power: exact.power + zeros };
  };
  let end = begin + written.length;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    const match = at(pattern, text, end);
    if (match !== null) end += match[0].length;
    return match;
  };
  const exponent = read(EXPONENT);
  if (exponent !== null) scale(Number(exponent[0].slice(1)));
  const power = read(POWER);
  if (power !== null) {
    const times = Number(power[1] ?? power[2]);
    const base: Decimal | undefined = value === 10 ? { digits: 1n, power: 1 } : exact;
    value = value === 10 ? scaled(1, times) : value ** times;
    exact = powered(base, times, value);
  }
  const ten = read(TIMES_TEN);
  if (ten !== null) scale(Number(ten[1] ?? ten[2]));
  const mixed = Number.isInteger(value) && exponent === null ? read(MIXED) : null;
  // "4 10/3" is no mixed number.
  if (mixed !== null)
    value =
      Number(mixed[1]) < Number(mixed[2])
        ? (value * Number(mixed[2]) + Number(mixed[1])) / Number(mixed[2])
        : Number.NaN;
  const fraction = mixed === null ? read(FRACTION) : null;
  if (fraction !== null) value /= Number(plainDigits(fraction[1].replace("-", "")) ?? Number.NaN);
  if (fraction?.[1].startsWith("-")) value = -value;
  if (mixed !== null || fraction !== null) exact = undefined;
  // 5k is five thousand; 5M is ambiguous between metres and millions unless it is money.
  const short = (read(SHORT) ?? (isMoney ? read(SHORT_MONEY) : null))?.[1];
  if (short !== undefined) {
    if (isMoney || short === "k") scale(ZEROS[short.toLowerCase()]);
    else if (short !== "m") value = Number.NaN;
  }
  for (let many = magnitudeAt(text, end); many !== undefined; many = magnitudeAt(text, end)) {
    scale(many.zeros);
    if (many.end === end) break;
    end = many.end;
  }
  // In some languages the sign stands before the number: %50.
  const isPercentage = read(PERCENT) !== null || /(?:^|[\s(¤])%$/.test(text.slice(Math.max(0, begin - 2), begin));
  const isOpen =
    OPEN.test(text.slice(end, end + 8)) ||
    /^0x\p{L}/iu.test(text.slice(begin, begin + 3)) ||
    (/^(?:\.\.|…)/.test(text.slice(end, end + 2)) ? !Number.isInteger(value) : at(GOES_ON, text, end) !== null) ||
    [VARIABLE, IN_MULTIPLES, IN_WORDS, MILLIONS, APART, ...(isMoney ? [] : [SHORT_BEFORE_MONEY])].some(
      (pattern) => at(pattern, text, end) !== null,
    );
  // €1.200 may be twelve hundred.
  const isAmbiguous = THREE_PLACES.test(written) && (isMoney || MONEY_BEHIND.test(text.slice(end, end + 12)));
  return { value: isOpen || isAmbiguous ? Number.NaN : value, exact, isPercentage, end };
}

/** Returns whether the digits of a number begin at a position. */
export const isAmountAt = (text: string, begin: number): boolean => at(DIGITS, text, begin) !== null;
