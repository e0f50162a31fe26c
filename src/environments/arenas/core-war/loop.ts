// `FOR … ROF` loops: finding the end, and instantiating the lines of an iteration.

/** A line without its comment. */
export interface Line {
  readonly number: number;
  readonly tokens: readonly string[];
}

/** Index of the `ROF` that belongs to a `FOR`. */
export function endOf(lines: readonly Line[], from: number): number | undefined {
  let open = 0;
  for (let k = from; k < lines.length; k++) {
    const words = lines[k].tokens.map((token) => token.toUpperCase());
    if (words.includes("FOR")) open += 1;
    if (words.includes("ROF") && --open === 0) return k;
  }
  return undefined;
}

/** Number of tokens in lines, plus one per line. */
export const wordsIn = (lines: readonly Line[]): number =>
  lines.reduce((sum, { tokens }) => sum + tokens.length + 1, 0);

/** A line in an iteration of its loop: the counter becomes a number, and `name&counter` one name, `name03`. */
export function counted(tokens: readonly string[], counter: string, round: number): string[] {
  const result: string[] = [];
  for (let k = 0; k < tokens.length; k++) {
    const joined = tokens[k] === "&" && tokens[k + 1] === counter ? String(round).padStart(2, "0") : undefined;
    if (joined !== undefined) {
      result.push(`${result.pop() ?? ""}${joined}`);
      k += 1;
    } else result.push(tokens[k] === counter ? String(round) : tokens[k]);
  }
  return result;
}
