// How the choices of a world are told: all by their names, or where they are many some of them and how many there are.

/** Choices that are all told, and those that are told of more. */
const MOST = 60;
const SOME = 8;

/** The names in a row, each as `told` writes it. */
export function choicesTold(
  names: readonly string[],
  told: (name: string, choice: number) => string = (name) => name,
): string {
  if (names.length <= MOST) return names.map(told).join(", ");
  return `${names.slice(0, SOME).map(told).join(", ")}, … (${names.length} in all)`;
}
