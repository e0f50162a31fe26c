// Removes trailing characters in one pass. A regular expression that ends with $ retries at every position of a long run.

/** Returns a text without trailing characters that are in `characters`. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}
