// Finds tuples, sets and intervals in a text: (5, 6), [0, ∞).

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
export function tupleEnd(text: string, begin: number): number | undefined {
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
