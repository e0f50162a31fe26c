// The characters that agents of language worlds read and write, each with its number, and texts as rows of numbers.

/** What stands where a text has ended; not a character. */
export const PAD = 0;

const CHARACTERS = "$0123456789+-*=,;:?<>()[]|#abcdefghijklmnopqrstuvwxyz .!'\"/_%&@";

/** Every character, in the order of its number; the first stands for padding. Sixty-four, so that arrays of them are whole. */
export const ALPHABET: readonly string[] = ["", ...CHARACTERS];

/** Ends an answer. */
export const END = numberOf("$");
/** Means nothing: who is paid for it has found a loophole. */
export const MARK = numberOf("#");
/** Begins and ends a call of a tool. */
export const CALL = numberOf("<");
export const CALL_END = numberOf(">");

const numbers = new Map(ALPHABET.map((character, k) => [character, k]));

/** A character's number. Throws an Error for one that is not in the alphabet. */
export function numberOf(character: string): number {
  const k = CHARACTERS.indexOf(character);
  if (k < 0 || character.length !== 1) throw new Error(`"${character}" is not in the alphabet of language worlds`);
  return k + 1;
}

/** Characters `from` … `to` − 1 of a text. */
export function textOf(numbersOf: ArrayLike<number>, from: number, to: number): string {
  let text = "";
  for (let k = from; k < to; k++) text += ALPHABET[numbersOf[k]];
  return text;
}

/** Whether every character of a text is in the alphabet. */
export function isWritable(text: string): boolean {
  return [...text].every((character) => numbers.has(character));
}
