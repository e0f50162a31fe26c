// Search by words, as lists and pages of names offer it.

/** Returns whether all words of `search`, in any case, stand in one of some texts. */
export function hasWords(search: string): (texts: readonly string[]) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (texts) => {
    const text = texts.join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
