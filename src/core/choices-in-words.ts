// The choices of a world in words: all by their names, or where they are many some of them and how many there are.

/** The most choices that are all named, and how many are named of more. */
const MOST = 60;
const SOME = 8;

/** The names in a row, each as `format` writes it. */
export function choicesInWords(
  names: readonly string[],
  format: (name: string, choice: number) => string = (name) => name,
): string {
  if (names.length <= MOST) return names.map(format).join(", ");
  return `${names.slice(0, SOME).map(format).join(", ")}, … (${names.length} in all)`;
}
