// Characters that control a terminal instead of being displayed. They are rejected in names, and escaped in output.

import { type Path, UserError } from "./errors.ts";

/** Control characters, and marks that change the writing direction of what follows. */
const COMMANDS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes such characters in a text as JSON does, `\u001b`; line breaks and tabs stay. */
export const visible = (text: string): string =>
  text.replaceAll(COMMANDS, (character) => (character === "\n" || character === "\t" ? character : written(character)));

/** Like `visible`, but line breaks and tabs are escaped too, so that the text is one line. */
export const inOneLine = (text: string): string => text.replaceAll(COMMANDS, written);

/** Returns the first such character in a text, escaped; undefined where there is none. */
export function commandIn(text: string): string | undefined {
  const [first] = text.match(COMMANDS) ?? [];
  return first === undefined ? undefined : written(first);
}

/** Escapes a character as JSON does, also where JSON allows it unescaped. */
function written(character: string): string {
  const escaped = JSON.stringify(character).slice(1, -1);
  return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : escaped;
}

/** Throws a UserError where a name contains a control character or half of a surrogate pair. `kind` is a noun for the name. */
export function plainName(kind: string, name: string, path: Path): void {
  const odd = commandIn(name) ?? (/\p{Cs}/u.test(name) ? "half a character" : undefined);
  if (odd === undefined) return;
  const what = `${kind} holds ${odd}`;
  throw new UserError({ code: "unprintable-name", what, path, hint: "a name is made of characters that can be shown" });
}
