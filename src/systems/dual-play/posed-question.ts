// What a question is worth that was made up together with the answer that its author holds to be right: it should be hard and yet
// answered so now and then, new, and not give its answer away.

/** Where a question stops being worth anything. */
export interface QuestionWorth {
  /** Questions whose agreement is not above this are worth 0: too hard, or the stated answer is wrong. Default 0.2. */
  readonly hard?: number;
  /** Questions whose difference from earlier ones is not above this are worth 0. Default 0.3. */
  readonly difference?: number;
  /** Pay of a difference of 1. Default 0.2. */
  readonly novelty?: number;
}

/** Worth of a question that is never answered as stated, with no regard to how new it is. */
const BASE = 1.1;

/**
 * 0 where p or d is not above its threshold, else 1.1 − p + 0.2·d, with p the share of answers that agree with the stated one and
 * d the question's difference from earlier ones, both in [0, 1] (the released code of arXiv 2511.11881). A threshold below 0 takes it
 * away.
 */
export function questionWorth(
  p: number,
  d: number,
  { hard = 0.2, difference = 0.3, novelty = 0.2 }: QuestionWorth = {},
): number {
  return p <= hard || d <= difference ? 0 : BASE - p + novelty * d;
}

/** A question and the answer that its author holds to be right; empty where none was written. */
export interface Posed {
  readonly question: string;
  readonly answer: string;
}

/**
 * Whether a pair is nothing to be paid for: a part is missing, or one contains the other (after the released code of arXiv
 * 2511.11881, which also looks for an answer's form in the question).
 */
export function givesAway({ question, answer }: Posed): boolean {
  return question === "" || answer === "" || answer.includes(question) || question.includes(answer);
}

/** |A ∩ B| / |A ∪ B|; 1 for two empty sets. */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const one of a) if (b.has(one)) shared += 1;
  return shared / (a.size + b.size - shared);
}

/** Two questions are alike where Jaccard's similarity of their sets of characters is above this. */
const ALIKE = 0.8;
const REMEMBERED = 100;

/** The latest hundred questions, none at first. What is posed together is compared first, and then remembered. */
export function questionHistory() {
  const remembered: { readonly question: string; readonly characters: ReadonlySet<string> }[] = [];
  return {
    latest: (): string[] => remembered.map(({ question }) => question),
    /** Share of the remembered questions that are different; 1 where none is remembered. */
    different: () =>
      remembered.length === 0 ? 1 : new Set(remembered.map(({ question }) => question)).size / remembered.length,
    /** One less the share of remembered questions that are like this one; 1 where none is remembered. Remembers nothing. */
    difference(question: string): number {
      if (remembered.length === 0) return 1;
      const own = new Set(question);
      return 1 - remembered.filter(({ characters }) => jaccard(own, characters) > ALIKE).length / remembered.length;
    },
    add(question: string): void {
      remembered.push({ question, characters: new Set(question) });
      if (remembered.length > REMEMBERED) remembered.shift();
    },
  };
}
