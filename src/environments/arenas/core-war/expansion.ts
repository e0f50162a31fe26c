// Names that stand for texts, by `EQU`, put in their places. All that comes of it is counted: forty names, each of the next one twice,
// are a text without end.

type Tokens = readonly string[];

/** Words and signs of a warrior after all is put in its place and repeated; names within names. */
const [MOST_TOKENS, MOST_NAMES_DEEP] = [1_000_000, 50];

export const TOO_MUCH = `it has more than ${MOST_TOKENS.toLocaleString("en-US")} words and signs once all names stand for their texts and all lines are repeated`;

/** The texts of one warrior. */
export class Expansion {
  readonly #texts = new Map<string, readonly Tokens[]>();
  #tokens = 0;

  /** Lines for which a name stands; undefined where it is none of a text. */
  linesOf(name: string): readonly Tokens[] | undefined {
    return this.#texts.get(name);
  }

  /** Lets a name stand for lines. */
  name(name: string, lines: readonly Tokens[]): void {
    this.#texts.set(name, lines);
  }

  /** Counts tokens that are read once more; whether they are still few enough. */
  counts(tokens: number): boolean {
    this.#tokens += tokens;
    return this.#tokens <= MOST_TOKENS;
  }

  /** Tokens in which each name of a text stands for its first line. Throws an Error, as one clause, where they are too many. */
  expanded(tokens: Tokens, depth = 0): string[] {
    if (depth > MOST_NAMES_DEEP) throw new Error("a name stands for itself");
    // A text of no tokens takes its time too.
    if (!this.counts(tokens.length + 1)) throw new Error(TOO_MUCH);
    return tokens.flatMap((token) => {
      const lines = this.#texts.get(token);
      return lines === undefined ? [token] : this.expanded(lines[0], depth + 1);
    });
  }
}
