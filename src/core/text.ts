// Worlds of text, seen by those who read and write: observations as texts, and texts as the characters that they are played by.

import { display } from "./checked.ts";
import { type Problem, UserError } from "./errors.ts";

/** Characters of an observation, up to its first empty place. */
export function textLength(observation: ArrayLike<number>): number {
  let length = 0;
  while (length < observation.length && observation[length] !== 0) length += 1;
  return length;
}

/** The text of an observation. */
export function textIn(observation: ArrayLike<number>, alphabet: readonly string[]): string {
  return Array.from({ length: textLength(observation) }, (_, k) => alphabet[observation[k]]).join("");
}

/**
 * The choices that write a text, one for each character; the choice of none for an empty text, which ends the writing. Throws
 * a UserError where a character is not in the alphabet.
 */
export function choicesOf(text: string, alphabet: readonly string[], path: Problem["path"] = []): number[] {
  if (text === "") return [0];
  return [...text].map((character, k) => {
    const choice = alphabet.indexOf(character);
    if (choice > 0) return choice;
    const what = `character ${k + 1} of ${display(text)} is ${display(character)}, which this world cannot write`;
    throw new UserError({ code: "bad-character", what, path, hint: `its characters are ${alphabet.join("")}` });
  });
}

/**
 * The document that a reply holds: what stands in its first Markdown code fence, or all of it where there is none, without
 * surrounding white space; with tabs as two spaces and ends of lines as such.
 */
export function documentIn(reply: string): string {
  const plain = reply.replace(/\r\n?/g, "\n").replaceAll("\t", "  ");
  const fenced = /^ *(`{3,}|~{3,})[^\n`]*\n(.*?)(?:^ *\1|(?![\s\S]))/ms.exec(plain);
  return (fenced?.[2] ?? plain).trim();
}
