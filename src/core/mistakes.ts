// Collects the mistakes of several steps, so that the user sees all of them at once.

import { type Problem, sentence, UserError } from "./errors.ts";

/** Runs steps, each of which may fail by a user's mistake without stopping the others. */
export class Mistakes {
  readonly #problems: Problem[] = [];

  /** Returns the result of a step; undefined where it throws a UserError, which is collected. */
  from<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      return this.#kept(error);
    }
  }

  /** Throws the collected problems, each once; returns where there are none. */
  end(): void {
    if (this.#problems.length === 0) return;
    throw new UserError([...new Map(this.#problems.map((problem) => [sentence(problem), problem])).values()]);
  }

  #kept(error: unknown): undefined {
    if (!(error instanceof UserError)) throw error;
    this.#problems.push(...error.problems);
    return undefined;
  }
}
