// The characters that agents of language worlds read and write, each with its number, and texts as rows of numbers.

import type { NumericSpec } from "../../core/environment.ts";
import { type Alphabet, closedAlphabet } from "../../core/text.ts";

/** What stands where a text has ended; not a character. */
export const PAD = 0;

/** The characters of a world, by their numbers: the first ends an answer. */
export interface Script {
  /** Every character in the order of its number; what stands at 0 is padding. */
  readonly characters: readonly string[];
  readonly alphabet: Alphabet;
  /** Ends an answer, and stands nowhere else. */
  readonly end: string;
  /** A character's number. Throws an Error for one that is not among them. */
  numberOf(character: string): number;
  /** Characters `from` … `to` − 1 of a text. */
  textOf(numbersOf: ArrayLike<number>, from: number, to: number): string;
  /** Whether every character of a text is among them. */
  isWritable(text: string): boolean;
}

/** The script of these characters; the first ends an answer. */
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

/** What most worlds write. Sixty-four characters with the padding, so that arrays of them are whole. */
export const COMMON: Script = scriptOf("$0123456789+-*=,;:?<>()[]|#abcdefghijklmnopqrstuvwxyz .!'\"/_%&@");

/** What programs are written in: printable ASCII and the end of a line. */
export const PROGRAMS: Script = scriptOf(
  `\u00b6\n${Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).join("")}`,
);

export const { characters: ALPHABET, numberOf, textOf, isWritable } = COMMON;

/** Whether a world is written in what most are. */
export const hasCommonAlphabet = ({ alphabet }: Pick<NumericSpec, "alphabet">): boolean =>
  alphabet?.characters?.join("") === ALPHABET.join("");

/** Ends an answer. */
export const END = 1;
/** Means nothing: who is paid for it has found a loophole. */
export const MARK = numberOf("#");
/** Begins and ends a call of a tool. */
export const CALL = numberOf("<");
export const CALL_END = numberOf(">");
