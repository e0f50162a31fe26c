// Characters that would not be seen on a page.

/** Blanks can be seen too, and where an agent stopped without a character. */
export function visible(character: string): string {
  return { " ": "␣", "\n": "↵", "": "∅" }[character] ?? character;
}
