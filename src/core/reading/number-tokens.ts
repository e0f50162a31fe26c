// Tokenizer for words, signs and numbers of a text, and the formats of numbers.

import { words } from "./answer-words.ts";
import { citationEnd, isOfForm } from "./asides.ts";
import { GROUPED, LONGEST, plainDigits } from "./digit-forms.ts";
import { type Decimal, decimalOf, type WrittenNumber } from "./distance.ts";
import { magnitudeAt, multipliesNext } from "./magnitudes.ts";
import { BOLD, CURRENCY, SYMBOL } from "./plain-text.ts";
import { tupleEnd } from "./tuples.ts";

/** Origin of a text: the content of a box, what follows "the answer is", a whole reply, or a line of it. */
export type Place = "box" | "statement" | "whole" | "line";

export interface NumberToken extends WrittenNumber {
  readonly kind: "number";
  /** True where it is part of a larger expression, as in 3π, x > 3 or 3.2.1. */
  readonly isPart: boolean;
  readonly isBold: boolean;
  readonly depth: number;
  /** True where it says how another number is written: "2 decimal places". */
  readonly isAside: boolean;
  /** Position behind it. */
  readonly end: number;
}
export type Token = NumberToken | { readonly kind: "word" | "sign"; readonly text: string };

/** Digits with full stops, commas, spaces or apostrophes between them. Spaces only precede three digits. */
const DIGITS = /\.?\d(?:\d|[.,'’_](?=\d)|[ \u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))){0,999}/y;
const WORD =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?:[\p{L}\p{M}\p{N}_'’]|[-^](?=[\p{L}\p{N}]))*|[\p{L}\p{M}]+/uy;
const BLANK = /[ \u00a0\u2007\u2009\u202f]/;

const EXPONENT = /[eE][-+]?\d{1,4}(?!\p{L}|\d|\.\d)/uy;
const POWER = /[^\S\n]?\^(?:\(([-+]?\d{1,4})\)|([-+]?\d{1,4})(?!\d|[.,/]\d))/y;
const TIMES_TEN = /[^\S\n]?[×xX][^\S\n]?10(?:\^|\*\*)(?:\(([-+]?\d{1,4})\)|([-+]?\d{1,4})(?!\d|[.,/]\d))/y;
const MIXED = /(?:[ \u00a0\u2009]{1,2}| and )(\d{1,6})[ ]?[/⁄][ ]?(\d{1,6})(?!\d|[/⁄.]\d)/y;
const FRACTION = /[ ]?[/⁄][ ]?(-?\d+(?:,\d+)*(?:\.\d+)?)/y;
/** Whole numbers of base 16, 8 and 2. */
const OTHER_BASE = /0(?:x[\da-f]+|o[0-7]+|b[01]+)(?![\p{L}\d_.])/iuy;
const SHORT = /(k|[mb])(?![\p{L}\d])/iuy;
/** Further letters after an amount of money: $5 M, $5bn. */
const SHORT_MONEY = /[^\S\n]?(K|MM?|B|T|[mbt]n)(?![\p{L}\d]|[^\S\n]?¤)/uy;
/** Letters between a number and a currency: 5 k€. */
const SHORT_BEFORE_MONEY = /[^\S\n]?[kM](?=[^\S\n]?¤)/uy;
/** Digits that go on, or a fraction in words, behind a number: 0.333…, 42 and a half. */
const GOES_ON = /[^\S\n]?(?:\p{L}{1,12} )?and (?:a|one) (?:half|third|quarter|fifth|tenth)(?!\p{L})/uy;
/** A word before a number that multiplies or divides it. */
const FRACTION_BEFORE =
  /(?:^|[^\p{L}])(?:half|third|quarter|fifth|tenth|double|twice|triple|thrice)(?: of| as (?:much|many) as)? ?¤?$/iu;
/** A minus before a bracket or another minus. */
const MINUS_BEFORE = /[-–−]\([-–−]?¤?$|[-–−]{2}¤?$/;
/** Millions of accountants, where no currency tells them from millimetres. */
const MILLIONS = /[^\S\n]?MM(?![\p{L}\d])/uy;
/** Text that says in what multiple a number counts. */
const IN_MULTIPLES = /,?[^\S\n]{0,3}\(?in (?:hundreds|thousands|lakhs|crores|[mbt]r?illions)(?!\p{L})/iuy;
const PERCENT = /[^\S\n]?(?:%|percent(?!\p{L})|per cent(?!\p{L})|prozent(?!\p{L}))/iuy;
/** Text after a number that makes it part of a larger expression. */
const OPEN =
  /^(?:[/^][\d(]|⁄| R\.? ?\d| ?[+×÷] ?[a-z](?![a-z])| ?- ?[xyzn](?![a-z])|_[a-z(]|[₀-₉]|(?!(?:[cdkmµ]?m|ft|in|yd)[23](?!\d)|[a-z]{0,2}co2)[a-z]{1,3}\d)/i;
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
function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
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
function unsigned(text: string, begin: number, isMoney: boolean) {
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
  if (mixed !== null) value = (value * Number(mixed[2]) + Number(mixed[1])) / Number(mixed[2]);
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
    [VARIABLE, IN_MULTIPLES, MILLIONS, ...(isMoney ? [] : [SHORT_BEFORE_MONEY])].some(
      (pattern) => at(pattern, text, end) !== null,
    );
  // €1.200 may be twelve hundred.
  const isAmbiguous = THREE_PLACES.test(written) && (isMoney || MONEY_BEHIND.test(text.slice(end, end + 12)));
  return { value: isOpen || isAmbiguous ? Number.NaN : value, exact, isPercentage, end };
}

/** Words and signs after which a minus followed by a space is the sign of a number. */
const BEFORE_MINUS = /^(?:[=:([]|is|was|be|ist|equals|of|to)$/i;
/** Words whose number refers to a part of a text. */
const LABELS = words("step part case problem question equation example figure table page chapter section");

/** Words after which a number before a year is a day. */
const MONTHS = words("january february march april may june july august september october november december");

/** Words whose full stop shortens them, also directly before a number: Rs.120. */
const SHORTENED = words("rs re approx ca circa c ung env aprox appr est fr sfr kr tk руб р ок прибл");
const LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** A factorial: 5! = 120. Without a sign behind it, the mark may end a sentence. */
const FACTORIAL = /!!?(?=[^\S\n]?[=\u002b×÷]|[/^-])/y;
/** The end of a sentence, or a factorial. */
const CRY = /^!(?!!)[^\S\n]{0,3}(?:$|[\s¤)])/;
/** Numbers whose factorial may be an answer. */
const LARGEST_BASE = 20;

/** A function before its argument: log(100), C(5), \\log_2 (8). */
const FUNCTION =
  /(?<![\p{L}'’]|\p{L}-)(?:(?:log|ln|sqrt|cbrt)(?:_\w{1,3})? ?(?:\( ?)?|(?:lg|sin|cos|tan|cot|sec|csc|exp|abs|floor|ceil|round|mod|max|min|gcd|lcm|det|phi|\p{L})(?:_\w{1,3})?\( ?)[-–+]?$|\ufffc(?:_\w{0,3} ?(?:\( ?)?| ?\( ?)[-–+]?$/iu;

/** Returns whether a negative number stands between bars, which take its sign away. */
const isBetweenBars = (text: string, begin: number, end: number): boolean =>
  (/\|[-–]$/.test(text.slice(Math.max(0, begin - 2), begin)) && text[end] === "|") ||
  (/^[^|]*\|\s?[-–]\s?$/.test(text.slice(0, begin)) && /^\s?\|[^|]*$/.test(text.slice(end)));

/** Splits a text into words, signs and numbers. */
export function tokensIn(text: string, place: Place): Token[] {
  const tokens: Token[] = [];
  let isBold = false;
  let depth = 0;
  let isMoney = false;
  /** A number stands before that is no mark of a citation. */
  let isPlain = false;
  let begin = 0;
  while (begin < text.length) {
    const before = tokens.at(-1);
    const sign = text[begin];
    const isAfterLetter = sign === "." && LETTER.test(text.charAt(begin - 1));
    const isShortened = isAfterLetter && before?.kind === "word" && SHORTENED.has(before.text.toLowerCase());
    if (at(DIGITS, text, begin) !== null && !isShortened && !(sign === "." && text[begin - 1] === ".")) {
      const { value, exact, isPercentage, end } = unsigned(text, begin, isMoney);
      const negative = isNegative(tokens, text, begin, place);
      if (negative) tokens.pop();
      const earlier = negative ? tokens.at(-1) : before;
      const behind = text.slice(end, end + 2).trimStart()[0] ?? "";
      const front = earlier?.kind === "sign" ? earlier.text : "";
      const factorial = at(FACTORIAL, text, end)?.[0].length ?? 0;
      const isFactorial =
        factorial > 0 ||
        (place === "box" && behind === "!") ||
        /^!{1,2}¤/.test(text.slice(end, end + 3)) ||
        (!isMoney && isBase(text.slice(begin, end)) && CRY.test(text.slice(end, end + 5)));
      const isPart =
        isAfterLetter ||
        !Number.isFinite(value) ||
        `${SYMBOL}±≤≥≠<>^`.includes(front || " ") ||
        `${SYMBOL}±≤≥≠<>`.includes(behind || " ") ||
        isFactorial ||
        ("+×÷".includes(front || " ") && tokens.at(negative ? -3 : -2)?.kind === "word") ||
        (negative === undefined && front === "-") ||
        (earlier?.kind === "word" && multipliesNext(earlier.text)) ||
        FUNCTION.test(text.slice(Math.max(0, begin - 16), begin)) ||
        FRACTION_BEFORE.test(text.slice(Math.max(0, begin - 24), begin)) ||
        MINUS_BEFORE.test(text.slice(Math.max(0, begin - 4), begin)) ||
        (negative === true && isBetweenBars(text, begin, end));
      const isLabel = earlier?.kind === "word" && LABELS.has(earlier.text.toLowerCase());
      const isRaised = front === "(" && text.slice(Math.max(0, begin - 2), begin) === "^(";
      const isDay =
        earlier?.kind === "word" &&
        MONTHS.has(earlier.text.toLowerCase()) &&
        /^(?:st|nd|rd|th)?,? \d{4}(?!\d)/.test(text.slice(end, end + 9));
      if (!isLabel && !isRaised && !isDay && !isEnumerator(text, begin, end, place)) {
        const signed = negative && exact !== undefined ? { ...exact, digits: -exact.digits } : exact;
        const written = { value: negative ? -value : value, isPercentage, exact: signed };
        const said = tokens.slice(-2).map((token) => (token.kind === "word" ? token.text.toLowerCase() : ""));
        const isAside = isOfForm(said, value, text.slice(end));
        tokens.push({ kind: "number", ...written, isPart, isBold, depth, isAside, end: end + factorial });
        isPlain ||= !isAside && text[begin - 1] !== "[";
      }
      begin = end + factorial;
      isMoney = false;
      continue;
    }
    const citation = isPlain ? citationEnd(text, begin) : undefined;
    if (citation !== undefined) {
      begin = citation;
      continue;
    }
    const tuple = "([]⟨".includes(sign) ? tupleEnd(text, begin) : undefined;
    if (tuple !== undefined) {
      const none = { value: Number.NaN, exact: undefined, isPercentage: false, isPart: true };
      tokens.push({ kind: "sign", text: "(" });
      tokens.push({ kind: "number", ...none, isBold, depth: depth + 1, isAside: false, end: tuple });
      begin = tuple;
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
  const isAnswer = (token: Token) => token.kind === "number" && !token.isAside;
  return tokens.some(isAnswer) ? tokens.filter((token) => token.kind !== "number" || !token.isAside) : tokens;
}

/** Whether digits are a small whole number, whose factorial may be meant. */
const isBase = (digits: string): boolean => /^\d{1,2}$/.test(digits) && Number(digits) <= LARGEST_BASE;

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

/** Returns whether a number enumerates a list item, as in "2. Then …", or in a line of a statistics program, "[1] 42". */
const isEnumerator = (text: string, begin: number, end: number, place: Place): boolean =>
  (place === "line" && begin <= 1 && /^[.)]\s{1,3}\S/.test(text.slice(end, end + 5))) ||
  (place === "statement" && begin <= 1 && /^\)\s{1,3}[-−¤]?\d/.test(text.slice(end, end + 6))) ||
  (place !== "box" && begin === 1 && text[0] === "[" && /^\]\s{1,3}[-−¤]?\d/.test(text.slice(end, end + 6)));
