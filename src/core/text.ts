// Conversions for worlds of text: observations to texts, and texts to choices, one for each character.

import { display } from "./checked.ts";
import { type Problem, UserError } from "./errors.ts";

/** The alphabet of a world of text: characters by choice. Choice 0 is no character. */
export interface Alphabet {
  /** Number of choices, including choice 0. */
  readonly size: number;
  /** Characters in the order of their choices, "" for choice 0. Absent where any character of Unicode can be written. */
  readonly characters?: readonly string[];
  /** Returns the character of a choice; "" for choice 0. */
  characterOf(choice: number): string;
  /** Returns the choice of a character; 0 where it is not in the alphabet. */
  choiceOf(character: string): number;
}

/** The part of a spec that tells whether a world is one of text. */
interface TextSpec {
  readonly alphabet?: Alphabet;
}

/** Returns the alphabet of these characters. The first must be "", for choice 0. */
export function closedAlphabet(characters: readonly string[]): Alphabet {
  const choices = new Map(characters.map((character, k) => [character, k]));
  return {
    size: characters.length,
    characters,
    characterOf: (choice) => characters[choice],
    choiceOf: (character) => choices.get(character) ?? 0,
  };
}

/**
 * All characters of Unicode: the choice is the code point, so U+0000 is no character. A text in it is written as a whole, and ends where
 * its writer stops.
 */
export const UNICODE: Alphabet = {
  size: 0x110000,
  characterOf: (choice) => (choice === 0 ? "" : String.fromCodePoint(choice)),
  choiceOf(character) {
    const code = character.codePointAt(0) ?? 0;
    return isSurrogate(code) ? 0 : code;
  },
};

/** Returns whether a code is half of a surrogate pair, which is no character. */
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const NO_ALPHABET = closedAlphabet([]);

/** Returns the alphabet of a world; one without characters where the world is not one of text. */
export const alphabetOf = ({ alphabet = NO_ALPHABET }: TextSpec): Alphabet => alphabet;

/** Returns all characters of a world in the order of their choices. Throws a UserError where they are too many for a small model. */
export function charactersOf(spec: TextSpec): readonly string[] {
  const { characters } = alphabetOf(spec);
  if (characters !== undefined) return characters;
  const what =
    "any character of Unicode can be written in this world, and what is trained here writes a few that are known before";
  const hint =
    "seat a language model (llm) or a program, or train in a world with an alphabet of its own, such as language/sort";
  throw new UserError({ code: "open-alphabet", what, hint });
}

/** Returns the number of characters of an observation, up to its first empty place. */
export function textLength(observation: ArrayLike<number>): number {
  let length = 0;
  while (length < observation.length && observation[length] !== 0) length += 1;
  return length;
}

export function textIn(observation: ArrayLike<number>, alphabet: Alphabet): string {
  return Array.from({ length: textLength(observation) }, (_, k) => alphabet.characterOf(observation[k])).join("");
}

/**
 * Returns the choices that write a text, one for each character. An empty text is choice 0; with the Unicode alphabet, choice 0 also
 * follows the text to end it. Throws a UserError where a character is not in the alphabet.
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

/** A line that opens a Markdown code fence. */
const FENCE = /^ *(`{3,}(?!`)|~{3,}(?!~))[^`]*$/;

/**
 * Returns the document in a reply: the content of its first Markdown code fence, or the whole reply without one. Surrounding white space is
 * removed, a tab becomes two spaces, and line ends become "
 * ".
 */
export function documentIn(reply: string): string {
  const plain = reply.replace(/\r\n?/g, "\n").replaceAll("\t", "  ");
  const lines = plain.split("\n");
  // A fence in the last line opens no block.
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

/** Returns a copy of a text. A substring would keep the whole text in memory for as long as it is held. */
export const detached = (part: string): string => Buffer.from(part, "utf16le").toString("utf16le");
