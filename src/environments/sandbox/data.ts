// Values that judged programs receive and return: numbers, strings, booleans, null, undefined, lists and records. Two values are equal
// where their texts here are: -0 equals 0, NaN equals only NaN, undefined differs from null and from a missing key, and the order of keys
// is ignored. Numbers that are not both integers may differ by the tolerance, because JavaScript leaves the last digits of `Math.exp`,
// `Math.pow` and others to each engine.

/** Numbers, strings, other primitives, lists and records. */
export type Data = number | string | boolean | null | undefined | readonly Data[] | { readonly [key: string]: Data };

/** Canonical JavaScript text of a value, with keys in order. */
export function dataText(value: Data): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return value === 0 ? "0" : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${value.map(dataText).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${keyText(key)}:${dataText(value[key])}`).join(",")}}`;
}

/** Text of a key; in brackets where a plain key would set the prototype. */
const keyText = (key: string): string => (key === "__proto__" ? `["${key}"]` : JSON.stringify(key));

const isList = (value: readonly Data[] | { readonly [key: string]: Data }): value is readonly Data[] =>
  Array.isArray(value);

/** Relative tolerance for two numbers: four units in the last place. */
export const TOLERANCE = 2 ** -50;

/** Tokens of a value's text: strings, numbers without their sign, and the text between them. */
const PIECES = /"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?:e[+-]?\d+)?|[^"\d]+/g;

/** Whether two texts denote equal values. */
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
