// Ends of texts that are cut off in one pass. A regular expression that ends with $ tries again from every place of a long run.

/** A text without those of `characters` that stand at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}
