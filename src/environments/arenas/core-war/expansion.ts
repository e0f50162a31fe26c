// Expansion of `EQU` names. The expanded size is limited, because forty names that each contain the next one twice would expand
// exponentially.

type Tokens = readonly string[];

/** Maximum number of tokens of a warrior after expansion and repetition, and deepest nesting of names. */
const [MOST_TOKENS, MOST_NAMES_DEEP] = [1_000_000, 50];

export const TOO_MUCH = `it has more than ${MOST_TOKENS.toLocaleString("en-US")} words and signs once all names stand for their texts and all lines are repeated`;

/** The named texts of one warrior. */
export class Expansion {
  readonly #texts = new Map<string, readonly Tokens[]>();
  #tokens = 0;

  /** Lines of a name; undefined for unknown names. */
  linesOf(name: string): readonly Tokens[] | undefined {
    return this.#texts.get(name);
  }

  name(name: string, lines: readonly Tokens[]): void {
    this.#texts.set(name, lines);
  }

  /** Counts tokens that are read again; false above the limit. */
  counts(tokens: number): boolean {
    this.#tokens += tokens;
    return this.#tokens <= MOST_TOKENS;
  }

  /** Replaces each name in the tokens by its first line. Throws an Error, worded as a clause, where the result is too large. */
  expanded(tokens: Tokens, depth = 0): string[] {
    if (depth > MOST_NAMES_DEEP) throw new Error("a name stands for itself");
    // Empty texts also cost time and are counted.
    if (!this.counts(tokens.length + 1)) throw new Error(TOO_MUCH);
    return tokens.flatMap((token) => {
      const lines = this.#texts.get(token);
      return lines === undefined ? [token] : this.expanded(lines[0], depth + 1);
    });
  }
}
