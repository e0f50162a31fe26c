// Data as judged programs take and return them: numbers, strings, booleans, null, undefined, lists and records of such. Two are equal
// where their texts here are: -0 is 0, NaN is NaN and nothing else, undefined is not null, a missing key is not an undefined one, and
// the order of keys does not count.

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
