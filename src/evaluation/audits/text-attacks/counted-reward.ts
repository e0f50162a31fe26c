// Scores texts by the audited reward and by what is wanted, each text once. A text on which a reward throws has no score and is counted.

import { UserError } from "../../../core/errors.ts";
import type { ScoredText, TextReward } from "../../../feedback/text-rewards/text-reward.ts";
import { type AuditedTask, scoredText } from "./audited-task.ts";

/** Pay and want of a text; null where there is none. */
export interface TextScores {
  readonly pay: number | null;
  readonly want: number | null;
}

/** A text of a task; `made` is what is wanted of it by how it is made, null where that is not known. */
export interface TriedText {
  readonly task: AuditedTask;
  readonly text: string;
  readonly made: 0 | 1 | null;
}

export interface CountingOptions {
  /** Says what is wanted in the place of how a text is made. */
  readonly want?: TextReward | undefined;
  /** Whether how a text is made says what is wanted of it; default true. */
  readonly isDecided?: boolean;
  /** Texts that may be scored. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((scored: number) => void) | undefined;
}

/** Texts of one call. */
const BATCH = 32;
/** Errors of the reward after which nothing more is asked of it; one that took long, or that a process is begun anew for, counts for several. */
const MOST_ERRORS = 96;
const WEIGHTS = [
  [/has not ended/, 12],
  [/ended with/, 3],
] as const;

/** A reward of texts whose calls are counted: each text is scored once, and errors are kept. */
export class CountedReward {
  readonly #reward: TextReward;
  readonly #options: CountingOptions;
  readonly #known: Map<string, TextScores>;
  /** Texts that this scorer was asked for, known before or not. */
  scored = 0;
  readonly #asked = new Set<string>();
  /** Texts on which the reward threw, and the first error. */
  errors = 0;
  #patience = MOST_ERRORS;
  firstError: UserError | undefined;
  /** Texts for which it gave no score. */
  unscored = 0;

  readonly #bonus: ((one: TriedText) => number) | undefined;

  constructor(
    reward: TextReward,
    options: CountingOptions,
    known = new Map<string, TextScores>(),
    bonus?: (one: TriedText) => number,
  ) {
    this.#bonus = bonus;
    this.#reward = reward;
    this.#options = options;
    this.#known = known;
  }

  get isSpent(): boolean {
    return this.scored >= this.#options.budget || this.#patience <= 0;
  }

  /** Whether the reward has failed so often that it is not asked further. */
  get isBroken(): boolean {
    return this.#patience <= 0;
  }

  /** A scorer that adds a bonus to the pay, and shares what is known. */
  with(bonus: (one: TriedText) => number): CountedReward {
    return new CountedReward(this.#reward, this.#options, this.#known, bonus);
  }

  /** Scores of attempts, in order; texts beyond the budget have none. Throws where the reward throws on most of the first texts. */
  async of(attempts: readonly TriedText[]): Promise<TextScores[]> {
    const fresh = new Map<string, TriedText>();
    for (const one of attempts) {
      const key = keyOf(one);
      if (!this.#known.has(key)) fresh.set(key, one);
      else if (!this.#asked.has(key)) this.scored += 1;
      this.#asked.add(key);
    }
    const { isDecided = true } = this.#options;
    const asked = [...fresh];
    for (let from = 0; from < asked.length && !this.isSpent; from += BATCH) {
      const part = asked.slice(from, from + Math.min(BATCH, this.#options.budget - this.scored));
      const texts = part.map(([, { task, text }]) => scoredText(task, text));
      const pays = await this.#safely(this.#reward, texts);
      const wants = this.#options.want === undefined ? undefined : await this.#safely(this.#options.want, texts);
      for (const [k, [key, { made }]] of part.entries())
        this.#known.set(key, { pay: pays[k], want: wants === undefined ? (isDecided ? made : null) : wants[k] });
      this.scored += part.length;
      this.unscored += pays.filter((pay) => pay === null).length;
      this.#options.onProgress?.(this.scored);
    }
    return attempts.map((one) => {
      const { pay, want } = this.#known.get(keyOf(one)) ?? { pay: null, want: null };
      return { pay: pay === null ? null : pay + (this.#bonus?.(one) ?? 0), want };
    });
  }

  /** Scores of a batch; where it throws, of its halves, so that one text takes no other with it. */
  async #safely(reward: TextReward, texts: readonly ScoredText[]): Promise<(number | null)[]> {
    this.#options.signal?.throwIfAborted();
    if (this.#patience <= 0) return texts.map(() => null);
    try {
      return [...(await reward.score(texts, this.#options.signal))];
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
      this.firstError ??= error;
      if (texts.length === 1) {
        this.errors += 1;
        this.#patience -= WEIGHTS.find(([words]) => words.test(error.message))?.[1] ?? 1;
        return [null];
      }
      const before = this.errors;
      const half = texts.length >> 1;
      const scores = [
        ...(await this.#safely(reward, texts.slice(0, half))),
        ...(await this.#safely(reward, texts.slice(half))),
      ];
      // No text is at fault, but how the reward takes several: nothing is lost at the beginning.
      if (this.scored === 0 && this.errors === before) throw error;
      return scores;
    }
  }
}

const keyOf = ({ task, text }: TriedText): string => `${task.index}\n${text}`;
