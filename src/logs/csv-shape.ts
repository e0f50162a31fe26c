// The shape of a CSV file: which character parts its fields, and what its first line calls them. DuckDB would guess them from many
// lines, and guess wrong as soon as one of these is malformed.

import { UserError } from "../core/errors.ts";
import { textOf } from "./file-text.ts";

export interface CsvShape {
  readonly delimiter: string;
  readonly columns: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"];
/** A first line that is longer is none. */
const LONGEST = 1 << 20;

/** The shape of a file; a UserError where it is empty, or a column has no name or that of another. */
export async function csvShape(file: string, shown: string): Promise<CsvShape> {
  const line = await firstLine(file);
  const where = `${shown}:1`;
  if (line.trim() === "")
    throw new UserError({ code: "empty-log", what: "holds no line with names of columns", where });
  if (/\p{Cc}|\ufffd/u.test(line.replaceAll("\t", ""))) {
    const hint = "Parquet files are called .parquet, packed CSV .csv.gz; iconv converts other encodings";
    throw new UserError({ code: "broken-log", what: "is no text in UTF-8", where, hint });
  }
  const bare = line.replaceAll(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))];
  const columns = fieldsOf(line, delimiter);
  for (const [k, name] of columns.entries()) {
    if (name === "") throw new UserError({ code: "bad-column", what: `column ${k + 1} has no name`, where });
    if (columns.indexOf(name) < k) {
      throw new UserError({ code: "bad-column", what: `two columns are called "${name}"`, where });
    }
  }
  return { delimiter, columns };
}

async function firstLine(file: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of textOf(file)) {
    text += decoder.decode(bytes, { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) text = text.slice(0, end);
    if (end >= 0 || text.length > LONGEST) break;
  }
  return text.replace(/\r$/, "");
}

/** Fields of one line; quotes around a field are no part of it, and two within it are one. */
function fieldsOf(line: string, delimiter: string): string[] {
  const part = delimiter === "|" ? "\\|" : delimiter;
  const field = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?:${part}|$)|([^${part}]*)(?:${part}|$)`, "y");
  const fields: string[] = [];
  while (field.lastIndex <= line.length) {
    const at = field.lastIndex;
    const match = field.exec(line);
    if (match === null) break;
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2]).trim());
    // The last field ends with the line and not with a delimiter.
    if (field.lastIndex === line.length && !match[0].endsWith(delimiter)) break;
    if (field.lastIndex === at) break;
  }
  return fields;
}
