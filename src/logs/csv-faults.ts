// What is wrong with a CSV file that could not be read at all: DuckDB stops at line ends of two kinds and at bytes that are no UTF-8
// without saying where.

import { UserError } from "../core/errors.ts";
import { textOf } from "./file-text.ts";

const [NEWLINE, RETURN] = [10, 13];

/** The error itself, or one that says more of a CSV file that DuckDB refused. */
export async function explained(error: unknown, file: string, shown: string): Promise<unknown> {
  const refused = error instanceof UserError && error.problems.some(({ code }) => code === "broken-log");
  if (!refused || /\.(parquet|pq)$/i.test(file)) return error;
  try {
    return (await csvFault(file, shown)) ?? error;
  } catch {
    return error;
  }
}

/** The first line that ends otherwise than the first, or holds bytes that are no text; undefined where there is none. */
async function csvFault(file: string, shown: string): Promise<UserError | undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let before = 0;
  let first: boolean | undefined;
  const fault = (what: string, hint: string) =>
    new UserError({ code: "broken-log", what, where: `${shown}:${line}`, hint });
  const noText = () => fault("holds bytes that are no UTF-8", "convert the file: iconv -f latin1 -t utf-8 OLD > NEW");
  const isText = (bytes: Buffer): boolean => {
    try {
      decoder.decode(bytes, { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  for await (const piece of textOf(file)) {
    let from = 0;
    for (let k = 0; k < piece.length; k++) {
      if (piece[k] === NEWLINE) {
        if (!isText(piece.subarray(from, k + 1))) return noText();
        from = k + 1;
        const both = before === RETURN;
        first ??= both;
        if (both !== first) {
          const words = (one: boolean) => (one ? "CR LF" : "LF");
          return fault(
            `ends with ${words(both)}, and the first line with ${words(first)}`,
            "let all lines end alike: dos2unix FILE",
          );
        }
        line += 1;
      }
      before = piece[k];
    }
    if (!isText(piece.subarray(from))) return noText();
  }
  return undefined;
}
