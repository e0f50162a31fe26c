// Mistakes of several steps together, so that a user is told all of them at once.

import { type Problem, sentence, UserError } from "./errors.ts";

/** Steps of which each may fail by the user's mistake, without keeping the others from being tried. */
export class Mistakes {
  readonly #problems: Problem[] = [];

  /** What a step makes; undefined where it throws a UserError, which is kept. */
  from<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      return this.#kept(error);
    }
  }

  /** The same of a step that takes its time. */
  async fromLater<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      return this.#kept(error);
    }
  }

  /** Throws what was kept, each mistake once. */
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
