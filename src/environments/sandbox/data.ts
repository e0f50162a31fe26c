// Data as judged programs take and return them: numbers, strings, booleans, null, undefined, lists and records of such. Two are equal
// where their texts here are: -0 is 0, NaN is NaN and nothing else, undefined is not null, a missing key is not an undefined one, and
// the order of keys does not count. Numbers that are not both whole may differ by the tolerance: the standard of JavaScript leaves the
// last digits of `Math.exp`, `Math.pow` and others to each engine.

/** Numbers, strings, and what is made of them. */
export type Data = number | string | boolean | null | undefined | readonly Data[] | { readonly [key: string]: Data };

/** The text of data: JavaScript that makes it, with keys in order. */
export function dataText(value: Data): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return value === 0 ? "0" : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${value.map(dataText).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${keyText(key)}:${dataText(value[key])}`).join(",")}}`;
}

/** A key; in brackets where it would be no key of its own. */
const keyText = (key: string): string => (key === "__proto__" ? `["${key}"]` : JSON.stringify(key));

const isList = (value: readonly Data[] | { readonly [key: string]: Data }): value is readonly Data[] =>
  Array.isArray(value);

/** By how much of the larger one two numbers may differ: four units in the last place. */
export const TOLERANCE = 2 ** -50;

/** What a text of data is made of: strings, numbers without their sign, and what stands between them. */
const PIECES = /"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?:e[+-]?\d+)?|[^"\d]+/g;

/** Whether two texts are of equal data. */
export function sameData(one: string, other: string): boolean {
  if (one === other) return true;
  const [pieces, others] = [one.match(PIECES) ?? [], other.match(PIECES) ?? []];
  return pieces.length === others.length && pieces.every((piece, k) => piece === others[k] || isNear(piece, others[k]));
}

function isNear(piece: string, other: string): boolean {
  if (!/^\d/.test(piece) || !/^\d/.test(other)) return false;
  const [one, two] = [Number(piece), Number(other)];
  if (Number.isInteger(one) && Number.isInteger(two)) return false;
  return Math.abs(one - two) <= TOLERANCE * Math.max(one, two);
}
