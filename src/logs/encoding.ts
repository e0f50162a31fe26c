// Error messages for texts that are not in UTF-8, with the command that converts them.

import type { Problem } from "../core/errors.ts";

type Encoded = Required<Pick<Problem, "what" | "hint">>;

const converted = (from: string): string => `convert the file: iconv -f ${from} -t UTF-8 OLD > NEW`;

/** Error for invalid UTF-8: most such files are in a Windows encoding that extends Latin-1. */
export const NO_UTF8: Encoded = { what: "holds bytes that are no UTF-8", hint: converted("WINDOWS-1252") };

/** Byte order marks; that of UTF-32 starts like that of UTF-16. */
const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["UTF-32", 0xff, 0xfe, 0, 0],
  ["UTF-32", 0, 0, 0xfe, 0xff],
  ["UTF-16", 0xff, 0xfe],
  ["UTF-16", 0xfe, 0xff],
];

/** Patterns of zero bytes in the first four bytes of a text that starts with two ASCII characters, after section 3 of RFC 4627. */
const ZEROS: Readonly<Record<string, string>> = {
  x0x0: "UTF-16LE",
  "0x0x": "UTF-16BE",
  x000: "UTF-32LE",
  "000x": "UTF-32BE",
};

/** Error for a text in UTF-16 or UTF-32, from its first four bytes; undefined for other encodings. */
export function wideText(bytes: Uint8Array): Encoded | undefined {
  const first = [...bytes.subarray(0, 4)];
  const [mark] = MARKS.find(([, ...own]) => own.every((byte, k) => first[k] === byte)) ?? [];
  const encoding = mark ?? ZEROS[first.map((byte) => (byte === 0 ? "0" : "x")).join("")];
  return encoding === undefined ? undefined : { what: `is text in ${encoding}`, hint: converted(encoding) };
}
