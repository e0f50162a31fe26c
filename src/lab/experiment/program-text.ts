// Reads the source of an arena program, which has a maximum length.

import { LONGEST_PROGRAM } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";
import { readText } from "../../core/yaml.ts";

/** Returns the contents of a program's file. Throws a UserError where it is unreadable or too long. */
export function readProgram(file: string): string {
  const text = readText(file);
  if (text.length <= LONGEST_PROGRAM) return text;
  const count = (characters: number) => characters.toLocaleString("en-US");
  const hint = `a program has at most ${count(LONGEST_PROGRAM)}`;
  throw new UserError({ code: "long-program", what: `has ${count(text.length)} characters`, where: file, hint });
}
