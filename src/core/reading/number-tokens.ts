// Tokenizer for words, signs and numbers of a text, and the formats of numbers.

import { words } from "./answer-words.ts";
import { DIGIT_FORMS } from "./digit-forms.ts";
import { BOLD, CURRENCY, SYMBOL } from "./plain-text.ts";

/** A number in a text. */
export interface WrittenNumber {
  readonly value: number;
  /** True where it was written as a percentage, as in 50 %: `value` is then 50. */
  readonly isPercentage: boolean;
}

/** Origin of a text: the content of a box, what follows "the answer is", a whole reply, or a line of it. */
export type Place = "box" | "statement" | "whole" | "line";

export interface NumberToken extends WrittenNumber {
  readonly kind: "number";
  /** True where it is part of a larger expression, as in 3π, x > 3 or 3.2.1. */
  readonly isPart: boolean;
  readonly isBold: boolean;
  readonly depth: number;
}
export type Token = NumberToken | { readonly kind: "word" | "sign"; readonly text: string };

/** Digits with full stops, commas, spaces or apostrophes between them. Spaces only precede three digits. */
const DIGITS = /\.?\d(?:\d|[.,'’_](?=\d)|[ \u00a0\u2007\u2009\u202f](?=\d{3}(?!\d)))*/y;
const WORD =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?:[\p{L}\p{M}\p{N}_'’]|[-^](?=[\p{L}\p{N}]))*|[\p{L}\p{M}]+/uy;
/** Thousands separated by spaces, apostrophes or underscores, then optional decimals after a point or a comma. */
const GROUPED = /^\d{1,3}(?:([ \u00a0\u2007\u2009\u202f'’_])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const BLANK = /[ \u00a0\u2007\u2009\u202f]/;
/** Maximum characters of a number; a longer run of digits is not read as one. */
const LONGEST = 200;
const GAPS = /[ \u00a0\u2007\u2009\u202f'’_]/g;

/** Returns the value of digits with separators; undefined where they are no number, as in 3.2.1. */
function digitsValue(written: string): number | undefined {
  if (written.length > LONGEST) return undefined;
  const grouped = GROUPED.test(written);
  const decimal = grouped ? (written.includes(",") ? "," : ".") : DIGIT_FORMS.find(([form]) => form.test(written))?.[1];
  if (decimal === undefined) return undefined;
  const plain = grouped ? written.replaceAll(GAPS, "") : written;
  return Number(decimal === "." ? plain.replaceAll(",", "") : plain.replaceAll(".", "").replace(",", "."));
}

const EXPONENT = /[eE][-+]?\d{1,4}(?!\p{L}|\d|\.\d)/uy;
const POWER = /[^\S\n]?\^(?:\(([-+]?\d{1,4})\)|([-+]?\d{1,4})(?!\d|[.,/]\d))/y;
const TIMES_TEN = /[^\S\n]?[×xX][^\S\n]?10(?:\^|\*\*)(?:\(([-+]?\d{1,4})\)|([-+]?\d{1,4})(?!\d|[.,/]\d))/y;
const MIXED = /(?:[ \u00a0\u2009]{1,2}| and )(\d{1,6})[ ]?[/⁄][ ]?(\d{1,6})(?!\d|[/⁄.]\d)/y;
const FRACTION = /[ ]?[/⁄][ ]?(-?\d[\d,]*(?:\.\d+)?)/y;
const MANY = /[^\S\n]?(hundred|thousand|million|billion|trillion|millionen|milliarden|万|萬|亿|億)s?(?!\p{L})/iuy;
const SHORT = /(k|[mb]n?)(?![\p{L}\d])/iuy;
const PERCENT = /[^\S\n]?(?:%|percent(?!\p{L})|per cent(?!\p{L})|prozent(?!\p{L}))/iuy;
/** Text after a number that makes it part of a larger expression. */
const OPEN = /^(?:[/^][\d(]|⁄| ?[+×÷] ?[a-z](?![a-z])| ?- ?[xyzn](?![a-z]))/i;
const VARIABLE = /[xyzni](?![\p{L}\d])/uy;
/** Exponents of ten by word. */
const ZEROS: Readonly<Record<string, number>> = {
  ...{ hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12, millionen: 6, milliarden: 9 },
  ...{ 万: 4, 萬: 4, 亿: 8, 億: 8, k: 3, m: 6, mn: 6, b: 9, bn: 9 },
};

/** Returns a value times a power of ten, as precise as a literal with that exponent. */
export function scaled(value: number, zeros: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + zeros}`);
}

/** Matches a sticky pattern at a position. */
function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

/** Parses a number without its sign, from its first digit on. Returns it with its end. */
function unsigned(text: string, begin: number, isMoney: boolean) {
  let written = at(DIGITS, text, begin)?.[0] ?? "";
  // Spaces that do not separate thousands separate numbers.
  if (written.length <= LONGEST && !GROUPED.test(written)) written = written.split(BLANK, 1)[0];
  let value = digitsValue(written) ?? Number.NaN;
  let end = begin + written.length;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    const match = at(pattern, text, end);
    if (match !== null) end += match[0].length;
    return match;
  };
  const exponent = read(EXPONENT);
  if (exponent !== null) value = scaled(value, Number(exponent[0].slice(1)));
  const power = read(POWER);
  if (power !== null) {
    const times = Number(power[1] ?? power[2]);
    value = value === 10 ? scaled(1, times) : value ** times;
  }
  const ten = read(TIMES_TEN);
  if (ten !== null) value = scaled(value, Number(ten[1] ?? ten[2]));
  const mixed = Number.isInteger(value) && exponent === null ? read(MIXED) : null;
  if (mixed !== null) value = (value * Number(mixed[2]) + Number(mixed[1])) / Number(mixed[2]);
  const fraction = mixed === null ? read(FRACTION) : null;
  if (fraction !== null) value /= digitsValue(fraction[1].replace("-", "")) ?? Number.NaN;
  if (fraction?.[1].startsWith("-")) value = -value;
  const many = read(MANY);
  if (many !== null) value = scaled(value, ZEROS[many[1].toLowerCase()]);
  // 5k is five thousand; 5M is ambiguous between metres and millions unless it is money.
  const short = read(SHORT);
  if (short !== null) {
    if (isMoney || short[1] === "k") value = scaled(value, ZEROS[short[1].toLowerCase()]);
    else if (short[1] !== "m") value = Number.NaN;
  }
  const isPercentage = read(PERCENT) !== null;
  const isOpen = OPEN.test(text.slice(end, end + 5)) || at(VARIABLE, text, end) !== null;
  return { value: isOpen ? Number.NaN : value, isPercentage, end };
}

/** Words and signs after which a minus followed by a space is the sign of a number. */
const BEFORE_MINUS = /^(?:[=:([]|is|was|be|ist|equals|of|to)$/i;
/** Words whose number refers to a part of a text. */
const LABELS = words("step part case problem question equation example figure table page chapter section");

/** Words after which a number before a year is a day. */
const MONTHS = words("january february march april may june july august september october november december");

/** Splits a text into words, signs and numbers. */
export function tokensIn(text: string, place: Place): Token[] {
  const tokens: Token[] = [];
  let isBold = false;
  let depth = 0;
  let isMoney = false;
  let begin = 0;
  while (begin < text.length) {
    const before = tokens.at(-1);
    const sign = text[begin];
    if (at(DIGITS, text, begin) !== null && !(sign === "." && text[begin - 1] === ".")) {
      const { value, isPercentage, end } = unsigned(text, begin, isMoney);
      const negative = isNegative(tokens, text, begin, place);
      if (negative) tokens.pop();
      const earlier = negative ? tokens.at(-1) : before;
      const behind = text.slice(end, end + 2).trimStart()[0] ?? "";
      const front = earlier?.kind === "sign" ? earlier.text : "";
      const isPart =
        !Number.isFinite(value) ||
        `${SYMBOL}±≤≥≠<>^`.includes(front || " ") ||
        `${SYMBOL}±≤≥≠<>`.includes(behind || " ") ||
        ("+×÷".includes(front || " ") && tokens.at(negative ? -3 : -2)?.kind === "word") ||
        (negative === undefined && front === "-");
      const isLabel = earlier?.kind === "word" && LABELS.has(earlier.text.toLowerCase());
      const isRaised = front === "(" && text.slice(Math.max(0, begin - 2), begin) === "^(";
      const isDay =
        earlier?.kind === "word" &&
        MONTHS.has(earlier.text.toLowerCase()) &&
        /^(?:st|nd|rd|th)?,? \d{4}(?!\d)/.test(text.slice(end, end + 9));
      if (!isLabel && !isRaised && !isDay && !(place === "line" && isEnumerator(text, begin, end)))
        tokens.push({ kind: "number", value: negative ? -value : value, isPercentage, isPart, isBold, depth });
      begin = end;
      isMoney = false;
      continue;
    }
    const word = at(WORD, text, begin)?.[0];
    if (word !== undefined) tokens.push({ kind: "word", text: word });
    else if (sign === BOLD) isBold = !isBold;
    else if (sign === CURRENCY) isMoney = true;
    else if (/\S/.test(sign)) {
      // 6(7) means 6 × 7.
      if (sign === "(" && /[\d)]/.test(text.charAt(begin - 1))) tokens.push({ kind: "sign", text: "×" });
      if (sign === "(") depth += 1;
      if (sign === ")") depth = Math.max(0, depth - 1);
      const isStop = /[.!?]/.test(sign) && /\s|^$/.test(text.charAt(begin + 1));
      const isApart = sign === ":" && /\s/.test(text.charAt(begin + 1)) && !/\s/.test(text.charAt(begin - 1));
      tokens.push({ kind: "sign", text: isStop || isApart ? STOP : sign });
    }
    if (word !== undefined) isMoney = false;
    begin += word?.length ?? 1;
  }
  return tokens;
}

/** A token that ends a sentence or clause. */
export const STOP = "\n";

/** Returns whether a minus before a number is its sign; undefined where it is ambiguous. */
function isNegative(tokens: readonly Token[], text: string, begin: number, place: Place): boolean | undefined {
  const [earlier, minus] = tokens.length > 1 ? tokens.slice(-2) : [undefined, tokens.at(-1)];
  if (minus?.kind === "word" && /^(?:minus|negative)$/i.test(minus.text)) return earlier?.kind !== "number";
  if (minus?.kind !== "sign" || (minus.text !== "-" && minus.text !== "–")) return false;
  if (earlier?.kind === "number" || earlier?.text === ")") return false;
  if (/[-–]¤?$/.test(text.slice(Math.max(0, begin - 2), begin))) return true;
  // A line may begin with a list marker.
  if (earlier === undefined) return place === "line" ? undefined : true;
  return BEFORE_MINUS.test(earlier.text) ? true : undefined;
}

/** Returns whether a number enumerates a list item, as in "2. Then …". */
const isEnumerator = (text: string, begin: number, end: number): boolean =>
  begin <= 1 && /^[.)]\s{1,3}\S/.test(text.slice(end, end + 5));
