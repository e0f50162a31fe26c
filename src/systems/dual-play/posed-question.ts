// What a question is worth that somebody makes up for others to answer, together with the answer that he holds to be right: it
// should be hard and yet answered as he says now and then, new, and not give its answer away. These are functions of numbers
// and texts; whoever asks the question and counts the answers calls them.

/** Where a question stops being worth anything. */
export interface Worth {
  /** Questions whose agreement is not above this are worth 0: too hard, or the stated answer is wrong. Default 0.2. */
  readonly agreement?: number;
  /** Questions whose difference from earlier ones is not above this are worth 0. Default 0.3. */
  readonly difference?: number;
  /** What a difference of 1 is paid. Default 0.2. */
  readonly novelty?: number;
}

/** Worth of a question that nobody answers as stated, with no regard to how new it is. */
const BASE = 1.1;

/**
 * 0 where p or d is not above its threshold, else 1.1 − p + 0.2·d, with p the share of answers that agree with the stated one and
 * d the question's difference from earlier ones, both in [0, 1] (the released code of arXiv 2511.11881). −Infinity as a threshold
 * takes it away.
 */
export function questionWorth(
  p: number,
  d: number,
  { agreement = 0.2, difference = 0.3, novelty = 0.2 }: Worth = {},
): number {
  return p <= agreement || d <= difference ? 0 : BASE - p + novelty * d;
}

/** A question and the answer that whoever made it up holds to be right; empty where none was written. */
export interface Posed {
  readonly question: string;
  readonly answer: string;
}

/**
 * Whether a pair is nothing to be paid for: a part is missing, one contains the other, or the question already shows an answer
 * in the form that answers have, which `shows` finds (a box, say). After the released code of arXiv 2511.11881.
 */
export function givesAway({ question, answer }: Posed, shows?: (question: string) => boolean): boolean {
  if (question === "" || answer === "") return true;
  return answer.includes(question) || question.includes(answer) || (shows?.(question) ?? false);
}

/** |A ∩ B| / |A ∪ B|; 1 for two empty sets. */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const one of a) if (b.has(one)) shared += 1;
  return shared / (a.size + b.size - shared);
}

export interface QuestionHistoryOptions {
  /** Questions that are remembered. Default 100. */
  readonly length?: number;
  /** Two questions are alike where Jaccard's similarity of their sets of tokens is above this. Default 0.8. */
  readonly alike?: number;
}

/** The latest questions as sets of tokens. */
export class QuestionHistory<T> {
  readonly #sets: ReadonlySet<T>[] = [];
  /** Questions that are remembered. */
  readonly length: number;
  readonly #alike: number;

  constructor({ length = 100, alike = 0.8 }: QuestionHistoryOptions = {}) {
    this.length = length;
    this.#alike = alike;
  }

  /** One less the share of remembered questions that are like this one; 1 where none is remembered. Remembers nothing. */
  difference(tokens: Iterable<T>): number {
    if (this.#sets.length === 0) return 1;
    const own = new Set(tokens);
    const alike = this.#sets.filter((other) => jaccard(own, other) > this.#alike).length;
    return 1 - alike / this.#sets.length;
  }

  /** Remembers a question. What is posed together is compared first, and then remembered. */
  add(tokens: Iterable<T>): void {
    this.#sets.push(new Set(tokens));
    if (this.#sets.length > this.length) this.#sets.shift();
  }
}
