// Content hashes of logs, tables and data sets. A run stores the hash, so that changed content is detected.

import { UserError } from "../core/errors.ts";

/** Throws a UserError where a file's content differs from the required content, if one is given. */
export function checkContent(
  file: string,
  expected: string | undefined,
  actual: string,
  parameter: "log" | "file",
): void {
  if (expected === undefined || expected === actual) return;
  throw new UserError({
    code: parameter === "log" ? "another-log" : "another-table",
    what: `${file} does not hold what it held: its content is ${actual}, and ${expected} is asked for`,
    path: [parameter],
    hint: "leave out `content` to read what it holds now",
  });
}
