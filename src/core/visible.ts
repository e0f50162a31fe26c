// Characters that command a terminal instead of being shown: refused in names, and made visible in what is printed.

import { type Path, UserError } from "./errors.ts";

/** Control characters, and marks that turn the direction of what follows. */
const COMMANDS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text in which such characters are written as JSON has them, `\u001b`; lines and tabs stay. */
export const visible = (text: string): string =>
  text.replaceAll(COMMANDS, (character) => (character === "\n" || character === "\t" ? character : written(character)));

/** The same, with lines and tabs written too, so that the text is one line. */
export const inOneLine = (text: string): string => text.replaceAll(COMMANDS, written);

/** The first such character in a text, as it is written; undefined where there is none. */
export function commandIn(text: string): string | undefined {
  const [first] = text.match(COMMANDS) ?? [];
  return first === undefined ? undefined : written(first);
}

/** A character as JSON has it, also where JSON may leave it as it is. */
function written(character: string): string {
  const escaped = JSON.stringify(character).slice(1, -1);
  return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : escaped;
}

/** Throws a UserError where a name, of `kind` in words, holds a control character or half of a character. */
export function plainName(kind: string, name: string, path: Path): void {
  const odd = commandIn(name) ?? (/\p{Cs}/u.test(name) ? "half a character" : undefined);
  if (odd === undefined) return;
  const what = `${kind} holds ${odd}`;
  throw new UserError({ code: "unprintable-name", what, path, hint: "a name is made of characters that can be shown" });
}
