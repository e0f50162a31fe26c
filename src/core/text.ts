// Worlds of text, seen by those who read and write: observations as texts, and texts as the characters that they are played by.

import { display } from "./checked.ts";
import { type Problem, UserError } from "./errors.ts";

/** The characters of a world of text, by their choices; choice 0 is none. */
export interface Alphabet {
  /** Choices, that of none among them. */
  readonly size: number;
  /** Every character in the order of its choice, with "" for none; absent where any character of Unicode can be written. */
  readonly characters?: readonly string[];
  /** The character of a choice; "" for none. */
  characterOf(choice: number): string;
  /** The choice of a character, 0 where it cannot be written. */
  choiceOf(character: string): number;
}

/** What of a world says whether it is one of text. */
interface TextSpec {
  readonly alphabet?: Alphabet;
}

/** The alphabet of these characters, the first of which is "" for none. */
export function closedAlphabet(characters: readonly string[]): Alphabet {
  const choices = new Map(characters.map((character, k) => [character, k]));
  return {
    size: characters.length,
    characters,
    characterOf: (choice) => characters[choice],
    choiceOf: (character) => choices.get(character) ?? 0,
  };
}

/** Any character of Unicode: its choice is its code point, so that U+0000 is none. A text in it is whole, and ends where its writer stops. */
export const UNICODE: Alphabet = {
  size: 0x110000,
  characterOf: (choice) => (choice === 0 ? "" : String.fromCodePoint(choice)),
  choiceOf(character) {
    const code = character.codePointAt(0) ?? 0;
    return isSurrogate(code) ? 0 : code;
  },
};

/** Half of a character in UTF-16, which is none. */
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const NO_ALPHABET = closedAlphabet([]);

/** The alphabet of a world, with no character where it is none of text. */
export const alphabetOf = ({ alphabet = NO_ALPHABET }: TextSpec): Alphabet => alphabet;

/** All characters of a world by their choices. Throws a UserError where they are more than a small model can have. */
export function charactersOf(spec: TextSpec): readonly string[] {
  const { characters } = alphabetOf(spec);
  if (characters !== undefined) return characters;
  const what =
    "any character of Unicode can be written in this world, and what is trained here writes a few that are known before";
  const hint =
    "seat a language model (llm) or a program, or train in a world with an alphabet of its own, such as language/sort";
  throw new UserError({ code: "open-alphabet", what, hint });
}

/** Characters of an observation, up to its first empty place. */
export function textLength(observation: ArrayLike<number>): number {
  let length = 0;
  while (length < observation.length && observation[length] !== 0) length += 1;
  return length;
}

/** The text of an observation. */
export function textIn(observation: ArrayLike<number>, alphabet: Alphabet): string {
  return Array.from({ length: textLength(observation) }, (_, k) => alphabet.characterOf(observation[k])).join("");
}

/**
 * The choices that write a text, one for each character; the choice of none for an empty text, and behind one of any characters, which
 * ends the writing. Throws a UserError where a character is not in the alphabet.
 */
export function choicesOf(text: string, alphabet: Alphabet, path: Problem["path"] = []): number[] {
  if (text === "") return [0];
  const { characters } = alphabet;
  const choices = [...text].map((character, k) => {
    const choice = alphabet.choiceOf(character);
    if (choice > 0) return choice;
    const what = `character ${k + 1} of ${display(text)} is ${display(character)}, which this world cannot write`;
    const hint =
      characters === undefined
        ? "its characters are those of Unicode, without U+0000 and halves of characters"
        : `its characters are ${characters.join("")}`;
    throw new UserError({ code: "bad-character", what, path, hint });
  });
  return characters === undefined ? [...choices, 0] : choices;
}

/** A line that opens a fence of code, with all of its marks. */
const FENCE = /^ *(`{3,}(?!`)|~{3,}(?!~))[^`]*$/;

/**
 * The document that a reply holds: what stands in its first Markdown code fence, or all of it where there is none, without
 * surrounding white space; with tabs as two spaces and ends of lines as such.
 */
export function documentIn(reply: string): string {
  const plain = reply.replace(/\r\n?/g, "\n").replaceAll("\t", "  ");
  const lines = plain.split("\n");
  // A fence in the last line opens nothing.
  const opening = lines.slice(0, -1).findIndex((line) => FENCE.test(line));
  if (opening < 0) return plain.trim();
  const [, fence = ""] = FENCE.exec(lines[opening]) ?? [];
  const within = lines.slice(opening + 1);
  const closing = within.findIndex((line) => line.replace(/^ +/, "").startsWith(fence));
  return within
    .slice(0, closing < 0 ? within.length : closing)
    .join("\n")
    .trim();
}

/** A text of its own. A part of another keeps all of that in memory for as long as it is held. */
export const detached = (part: string): string => Buffer.from(part, "utf16le").toString("utf16le");
