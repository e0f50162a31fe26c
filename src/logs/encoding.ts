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

/** First bytes of a zip archive, which a spreadsheet is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const ARCHIVE: Encoded = {
  what: "is a spreadsheet or a zip archive",
  hint: "save the table as CSV in UTF-8; Parquet files are called .parquet, packed CSV .csv.gz",
};

/** Error for a text in UTF-16 or UTF-32 and for an archive, from the first four bytes; undefined for others. */
export function wideText(bytes: Uint8Array): Encoded | undefined {
  const first = [...bytes.subarray(0, 4)];
  if (ZIP.every((byte, k) => first[k] === byte)) return ARCHIVE;
  const [mark] = MARKS.find(([, ...own]) => own.every((byte, k) => first[k] === byte)) ?? [];
  const encoding = mark ?? ZEROS[first.map((byte) => (byte === 0 ? "0" : "x")).join("")];
  return encoding === undefined ? undefined : { what: `is text in ${encoding}`, hint: converted(encoding) };
}
