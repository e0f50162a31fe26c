// Names of a judge's criteria and of factors, which become channels and columns of episodes.

import { z } from "zod";
import { type Path, UserError } from "../../../core/errors.ts";
import { RESERVED_COLUMNS } from "../../../core/reserved.ts";

export const criterionName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, { error: "a name of letters and digits" });

/** Throws a UserError where a name is taken by the world, or reserved. */
export function checkName(name: string, taken: readonly string[], path: Path, kind = "criterion"): void {
  if (!taken.includes(name) && !RESERVED_COLUMNS.includes(name)) return;
  const what = `"${name}" is what the world calls something else`;
  throw new UserError({ code: "same-channel", what, path, hint: `give the ${kind} another name` });
}
