// Character sets of text environments, each character with its number, and texts as arrays of numbers.

import type { NumericSpec } from "../../core/environment.ts";
import { type Problem, UserError } from "../../core/errors.ts";
import { type Alphabet, closedAlphabet } from "../../core/text.ts";

/** Padding after the end of a text; not a character. */
export const PAD = 0;

/** A character set; the first character ends an answer. */
export interface Script {
  /** All characters in the order of their numbers; the entry at 0 is padding. */
  readonly characters: readonly string[];
  readonly alphabet: Alphabet;
  /** The character that ends an answer; it occurs nowhere else. */
  readonly end: string;
  /** Number of a character. Throws an Error for an unknown one. */
  numberOf(character: string): number;
  /** Characters `from` … `to` − 1 of a text. */
  textOf(numbersOf: ArrayLike<number>, from: number, to: number): string;
  /** Whether the set contains every character of a text. */
  isWritable(text: string): boolean;
}

/** Creates a character set; the first character ends an answer. */
export function scriptOf(characters: string): Script {
  const all = ["", ...characters];
  const alphabet = closedAlphabet(all);
  return {
    characters: all,
    alphabet,
    end: characters[0],
    numberOf(character) {
      const k = characters.indexOf(character);
      if (k < 0 || character.length !== 1) throw new Error(`"${character}" is not in the alphabet of language worlds`);
      return k + 1;
    },
    textOf(numbersOf, from, to) {
      let text = "";
      for (let k = from; k < to; k++) text += alphabet.characterOf(numbersOf[k]);
      return text;
    },
    isWritable: (text) => [...text].every((character) => alphabet.choiceOf(character) > 0),
  };
}

/** The default character set. With the padding it has 64 entries, which suits vectorised arrays. */
export const COMMON: Script = scriptOf("$0123456789+-*=,;:?<>()[]|#abcdefghijklmnopqrstuvwxyz .!'\"/_%&@");

/** Characters of programs: printable ASCII and the line break. */
export const PROGRAMS: Script = scriptOf(
  `\u00b6\n${Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).join("")}`,
);

export const { characters: ALPHABET, numberOf, textOf, isWritable } = COMMON;

/** Whether an environment uses the default character set. */
export const hasCommonAlphabet = ({ alphabet }: Pick<NumericSpec, "alphabet">): boolean =>
  alphabet?.characters?.join("") === ALPHABET.join("");

/** Throws a UserError where the environment uses another character set, which `what` cannot be put in. */
export function checkCommonAlphabet(spec: NumericSpec, what: string, path: Problem["path"] = []): void {
  if (hasCommonAlphabet(spec) && spec.agents.length === 1) return;
  throw new UserError({
    code: "other-alphabet",
    what: `${what} are written in the characters of language/… worlds by one agent, and this world has others`,
    path,
    hint: "try language/sort or language/chain",
  });
}

/** Ends an answer. */
export const END = 1;
/** Has no meaning; a reward that pays for it has a loophole. */
export const MARK = numberOf("#");
/** Start and end of a tool call. */
export const CALL = numberOf("<");
export const CALL_END = numberOf(">");
