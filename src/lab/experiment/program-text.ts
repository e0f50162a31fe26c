// The text of a program that an arena reads itself, which is of a bounded length.

import { LONGEST_PROGRAM } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";
import { readText } from "../../core/yaml.ts";

/** What a program's file holds. A UserError where it cannot be read, or is too long. */
export function readProgram(file: string): string {
  const text = readText(file);
  if (text.length <= LONGEST_PROGRAM) return text;
  const count = (characters: number) => characters.toLocaleString("en-US");
  const hint = `a program has at most ${count(LONGEST_PROGRAM)}`;
  throw new UserError({ code: "long-program", what: `has ${count(text.length)} characters`, where: file, hint });
}
