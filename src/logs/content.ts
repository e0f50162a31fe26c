// What a log, a table or a data set held when it was read, by a hash: a run names it, so that another content is never taken for it.

import { UserError } from "../core/errors.ts";

/** Throws a UserError where a file holds something else than the content that is asked for, if one is. */
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
