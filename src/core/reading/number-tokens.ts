// Tokenizer for words, signs and numbers of a text.

import { amountAt, at, isAmountAt } from "./amounts.ts";
import { words } from "./answer-words.ts";
import { citationEnd, isOfForm, yearRole } from "./asides.ts";
import type { WrittenNumber } from "./distance.ts";
import { multipliesNext } from "./magnitudes.ts";
import { isLabel, isOfName } from "./numbered-names.ts";
import { BOLD, CURRENCY, SYMBOL } from "./plain-text.ts";

/** Numbers or letters in brackets with commas or semicolons between: a tuple, a set or an interval. */
const BRACKETS = /[([⟨]((?:[^()[\]\n]|\([^()[\]\n]{0,40}\)){1,200})[)\][⟩]|\](\d[^()[\]\n]{1,200})\[/y;
/** A number and what tells that it is one: its currency before it, or its unit after it. */
const NUMERAL = /^[-+]?(¤ ?)?([\d,.]+)( ?[¤%°].*| \p{L}.*)?$/u;

/** Returns whether a text is one number, by its currency, its unit, or zeros that begin a group of digits. */
function isOneNumber(text: string): boolean {
  const [, currency, digits = "", unit] = NUMERAL.exec(text) ?? [];
  return currency !== undefined || unit !== undefined || /,0\d/.test(digits);
}

/** Returns the position behind a tuple, a set or an interval that begins at a position; undefined where none does. */
function tupleEnd(text: string, begin: number): number | undefined {
  BRACKETS.lastIndex = begin;
  const match = BRACKETS.exec(text);
  const inner = match?.[1] ?? match?.[2] ?? "";
  if (match === null || !/[,;]/.test(inner) || !/[\d\ufffc]/.test(inner)) return undefined;
  const content = inner.replace(/^\s*¤(.*)¤\s*$/, "$1").trim();
  // An equation in brackets explains.
  if (/[=×÷]/.test(content) && !/\p{L}/u.test(content)) return undefined;
  if (isOneNumber(content) || /\p{L}{2}/u.test(content.replaceAll(/\binf(?:ty|inity)?\b/gi, ""))) return undefined;
  return begin + match[0].length;
}

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

const WORD =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?:[\p{L}\p{M}\p{N}_'’]|[-^](?=[\p{L}\p{N}]))*|[\p{L}\p{M}]+/uy;

/** A word before a number that multiplies or divides it. */
const FRACTION_BEFORE =
  /(?:^|[^\p{L}])(?:half|third|quarter|fifth|tenth|double|twice|triple|thrice)(?: of| as (?:much|many) as)? ?¤?$/iu;
/** Words before an exponent. */
const TO_POWER = /(?:to the power|raised to)(?: of| the)* $/i;
/** A minus before a bracket or another minus. */
const MINUS_BEFORE = /[-–−]\([-–−]?¤?$|[-–−]{2}¤?$/;

/** Words and signs after which a minus followed by a space is the sign of a number. */
const BEFORE_MINUS = /^(?:[=:([]|is|was|be|ist|equals|of|to)$/i;
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
  /** Position behind the last number that is part of a name. */
  let namedEnd = -1;
  /** A number stands before that is no mark of a citation. */
  let isPlain = false;
  let begin = 0;
  while (begin < text.length) {
    const before = tokens.at(-1);
    const sign = text[begin];
    const isAfterLetter = sign === "." && LETTER.test(text.charAt(begin - 1));
    const isShortened = isAfterLetter && before?.kind === "word" && SHORTENED.has(before.text.toLowerCase());
    if (isAmountAt(text, begin) && !isShortened && !(sign === "." && text[begin - 1] === ".")) {
      const { value, exact, isPercentage, end } = amountAt(text, begin, isMoney);
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
      // "NIST 800-53" has one number of two parts.
      const isNamed = isOfName(text, begin) || (namedEnd === begin - 1 && /[-.:]/.test(text[namedEnd]));
      if (isNamed) namedEnd = end;
      const isPart =
        isNamed ||
        isAfterLetter ||
        !Number.isFinite(value) ||
        `${SYMBOL}±≤≥≠<>^`.includes(front || " ") ||
        `${SYMBOL}±≤≥≠<>‰`.includes(behind || " ") ||
        isFactorial ||
        /\d[点點]$/.test(text.slice(Math.max(0, begin - 2), begin)) ||
        // Accountants write a loss in brackets.
        (behind === ")" && text.slice(Math.max(0, begin - 2), begin) === "¤(") ||
        ("+×÷".includes(front || " ") && tokens.at(negative ? -3 : -2)?.kind === "word") ||
        (negative === undefined && (front === "-" || front === "—")) ||
        (earlier?.kind === "word" && multipliesNext(earlier.text)) ||
        FUNCTION.test(text.slice(Math.max(0, begin - 16), begin)) ||
        (sign === "." && /[\p{L}\p{N}]/u.test(text.charAt(begin - 1))) ||
        TO_POWER.test(text.slice(Math.max(0, begin - 24), begin)) ||
        FRACTION_BEFORE.test(text.slice(Math.max(0, begin - 24), begin)) ||
        MINUS_BEFORE.test(text.slice(Math.max(0, begin - 4), begin)) ||
        (negative === true && isBetweenBars(text, begin, end));
      const isNumbered = earlier?.kind === "word" && isLabel(earlier.text.toLowerCase());
      const isRaised = front === "(" && text.slice(Math.max(0, begin - 2), begin) === "^(";
      const isDay =
        earlier?.kind === "word" &&
        MONTHS.has(earlier.text.toLowerCase()) &&
        /^(?:st|nd|rd|th)?,? \d{4}(?!\d)/.test(text.slice(end, end + 9));
      if (!isNumbered && !isRaised && !isDay && !isEnumerator(text, begin, end, place)) {
        const signed = negative && exact !== undefined ? { ...exact, digits: -exact.digits } : exact;
        const written = { value: negative ? -value : value, isPercentage, exact: signed };
        const said = tokens.slice(-2).map((token) => (token.kind === "word" ? token.text.toLowerCase() : ""));
        const year = yearRole(
          text.slice(Math.max(0, begin - 90), begin),
          text.slice(begin, end),
          text.slice(end, end + 1),
        );
        const isAside = isNamed || isOfForm(said, value, text.slice(end)) || year === "aside";
        tokens.push({
          kind: "number",
          ...written,
          isPart: isPart || year === "doubtful",
          isBold,
          depth,
          isAside,
          end: end + factorial,
        });
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
    if (word !== undefined) for (const part of wordsOf(word)) tokens.push({ kind: "word", text: part });
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

/** Words for a minus, or for negative, before a number. */
const MINUS =
  /^(?:minus|negative|negativ|négatif|negativo|negatif|moins|menos|meno|miinus|mínusz|mínus|μείον|минус|мінус|eksi|âm|ลบ|माइनस|ऋण|سالب|منفی|מינוס|[负負]|マイナス|마이너스)$/iu;
/** Words before such a word by which it is none: at least, more or less. */
const AT_LEAST = /^(?:au|à|du|al|lo|ao|pelo|o|ou|más|mais|plus|at)$/iu;
/** A word for a minus at the end of words that stand without blanks. */
const MINUS_END = /^(.+)([负負]|マイナス|마이너스|ลบ)$/u;

/** Returns the words of a run of letters: a minus at its end stands by itself. */
const wordsOf = (letters: string): readonly string[] => MINUS_END.exec(letters)?.slice(1) ?? [letters];

/** Returns whether a minus before a number is its sign; undefined where it is ambiguous. */
function isNegative(tokens: readonly Token[], text: string, begin: number, place: Place): boolean | undefined {
  const [earlier, minus] = tokens.length > 1 ? tokens.slice(-2) : [undefined, tokens.at(-1)];
  // A dash at the beginning may be a minus, or mark an item.
  if (earlier === undefined && minus?.kind === "sign" && minus.text === "—") return undefined;
  if (minus?.kind === "word" && MINUS.test(minus.text))
    return earlier?.kind !== "number" && !(earlier?.kind === "word" && AT_LEAST.test(earlier.text));
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
