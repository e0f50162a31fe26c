// Texts that are not in UTF-8: what is said of them, with the command that converts them.

import type { Problem } from "../core/errors.ts";

type Encoded = Required<Pick<Problem, "what" | "hint">>;

const converted = (from: string): string => `convert the file: iconv -f ${from} -t UTF-8 OLD > NEW`;

/** Of bytes that are no UTF-8: most such tables are of Windows, in an encoding that has all letters of Latin-1. */
export const NO_UTF8: Encoded = { what: "holds bytes that are no UTF-8", hint: converted("WINDOWS-1252") };

/** Byte order marks; that of UTF-32 begins as that of UTF-16 does. */
const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["UTF-32", 0xff, 0xfe, 0, 0],
  ["UTF-32", 0, 0, 0xfe, 0xff],
  ["UTF-16", 0xff, 0xfe],
  ["UTF-16", 0xfe, 0xff],
];

/** Which of the first four bytes are 0 in a text that begins with two characters of ASCII, after section 3 of RFC 4627. */
const ZEROS: Readonly<Record<string, string>> = {
  x0x0: "UTF-16LE",
  "0x0x": "UTF-16BE",
  x000: "UTF-32LE",
  "000x": "UTF-32BE",
};

/** What is said of a text in UTF-16 or UTF-32, by its first four bytes; undefined of any other. */
export function wideText(bytes: Uint8Array): Encoded | undefined {
  const first = [...bytes.subarray(0, 4)];
  const [mark] = MARKS.find(([, ...own]) => own.every((byte, k) => first[k] === byte)) ?? [];
  const encoding = mark ?? ZEROS[first.map((byte) => (byte === 0 ? "0" : "x")).join("")];
  return encoding === undefined ? undefined : { what: `is text in ${encoding}`, hint: converted(encoding) };
}
