// The choices of a world as text: all names, or of many choices the first few and their number.

/** Maximum number of choices that are all listed, and the number listed of more. */
const MOST = 60;
const SOME = 8;

/** Returns the names as a list, each formatted by `format`. */
export function choicesInWords(
  names: readonly string[],
  format: (name: string, choice: number) => string = (name) => name,
): string {
  if (names.length <= MOST) return names.map(format).join(", ");
  return `${names.slice(0, SOME).map(format).join(", ")}, … (${names.length} in all)`;
}
