// A text of comma-separated values (RFC 4180) as fields with the line they stand in.

import { UserError } from "../../core/errors.ts";

/** A record. */
export interface CsvRecord {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * The records of a text; lines with nothing in them are left out. A field in double quotes may hold commas, line ends and, doubled,
 * quotes; of others, blanks around them do not count. A UserError names the line of a quote that is not closed or that something
 * follows.
 */
export function csvRecords(text: string, file: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  // A mark of the byte order is no part of the first name.
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let line = 1;
  let fields: string[] = [];
  let begins = line;
  const field = /"((?:[^"]|"")*)"[ \t]*|([^",\r\n]*)/y;
  while (at < text.length) {
    const blanks = /[ \t]*(?=")/y;
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    field.lastIndex = at;
    const [all, quoted, plain] = field.exec(text) ?? [""];
    at += all.length;
    const next = text[at];
    if (next !== undefined && next !== "," && next !== "\n" && next !== "\r") {
      const what =
        quoted === undefined
          ? "a quote that is not closed, or not at a field's begin"
          : "something follows a closing quote";
      throw new UserError({ code: "csv", what, where: `${file}:${line}`, hint: 'quotes in a field are written ""' });
    }
    fields.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    line += all.split("\n").length - 1;
    if (next === ",") {
      at += 1;
      // A comma at the very end has an empty field behind it.
      if (at < text.length) continue;
      fields.push("");
    }
    if (fields.length > 1 || fields[0] !== "") records.push({ line: begins, fields });
    fields = [];
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    line += 1;
    begins = line;
  }
  return records;
}
