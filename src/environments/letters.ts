// Texts in actions and in states: code points in a row, of which a 0 ends the text. So what an agent writes is part of its action, and is
// stored and replayed with it.

/** Largest code point, the upper bound of an action's letters. */
export const LAST_LETTER = 0x10ffff;

/** The text of at most `letters` code points. */
export function textFrom(codes: Float64Array, from: number, letters: number): string {
  let text = "";
  for (let k = from; k < from + letters; k++) {
    const code = Math.round(codes[k]);
    if (code <= 0) break;
    // Halves of pairs are no characters.
    text += code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(Math.min(code, LAST_LETTER));
  }
  return text;
}

/** Number of code points of a text. */
export function lengthOf(codes: Float64Array, from: number, letters: number): number {
  let length = 0;
  while (length < letters && Math.round(codes[from + length]) > 0) length += 1;
  return length;
}

/** Writes as much of a text as there is space for; the rest of the space is 0. */
export function writeText(text: string, codes: Float64Array, from: number, letters: number): void {
  codes.fill(0, from, from + letters);
  let k = from;
  for (const letter of text) {
    if (k === from + letters) return;
    codes[k] = letter.codePointAt(0) ?? 0;
    k += 1;
  }
}

/** Copies the code points of a text; without allocation. */
export function copyText(codes: Float64Array, from: number, into: Float64Array, to: number, letters: number): void {
  into.fill(0, to, to + letters);
  for (let k = 0; k < letters; k++) {
    const letter = Math.round(codes[from + k]);
    if (!(letter > 0)) return;
    into[to + k] = Math.min(letter, LAST_LETTER);
  }
}
