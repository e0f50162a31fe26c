// Questions with ten possible answers, and documents about them: what is right, what false documents of some questions say, and how much
// a document counts for what it says.

import type { Random } from "../../core/random.ts";

/** Answers that a question may have. */
export const VALUES = 10;
/** Documents of a question that say what is right, 1 … 5, and false ones of a contested question, 1 … 3, all as likely. */
export const MOST_DOCUMENTS = { right: 5, false: 3 } as const;
/** Shares of right and of false documents that look credible. */
export const CREDIBLE = { right: 0.7, false: 0.5 } as const;
/** How sure an agent may be of what it remembers, all as likely: it is right as often. */
export const CONFIDENCE: readonly number[] = [0.5, 0.6, 0.7, 0.8, 0.9];
/** Share of contested questions that an agent takes for granted where it weighs documents. */
const CONTESTED = 0.5;

/** Mean number of documents that say what is right, to that of documents that say one given wrong answer. */
const ODDS = (1 + MOST_DOCUMENTS.right) / ((CONTESTED * (1 + MOST_DOCUMENTS.false)) / (VALUES - 1));
const WEIGHTS = {
  credible: Math.log((ODDS * CREDIBLE.right) / CREDIBLE.false),
  doubtful: Math.log((ODDS * (1 - CREDIBLE.right)) / (1 - CREDIBLE.false)),
} as const;

/** Numbers of credible and of doubtful documents that say the same. */
export type Documents = readonly [credible: number, doubtful: number];

/** Evidence of documents for what they say, in nats: ln of how many say so where it is right to how many where it is wrong. */
export const evidenceOf = ([credible, doubtful]: Documents): number =>
  credible * WEIGHTS.credible + doubtful * WEIGHTS.doubtful;

/** An answer other than the given one, all as likely. */
export const otherThan = (value: number, random: Random): number => (value + 1 + random.integer(VALUES - 1)) % VALUES;

/** Draws 1 … `most` documents. */
export function drawDocuments(most: number, credible: number, random: Random): Documents {
  const count = 1 + random.integer(most);
  let looking = 0;
  for (let k = 0; k < count; k++) if (random.uniform() < credible) looking += 1;
  return [looking, count - looking];
}

/**
 * The answer of an agent that finds one document: the likelier one by its memory, which is right with chance `confidence`, and by the
 * document. Its own answer where the two are as likely.
 */
export function afterSearch(own: number, confidence: number, says: number, isCredible: boolean): number {
  if (says === own) return own;
  const other = Math.log((1 - confidence) / (VALUES - 1)) + evidenceOf(isCredible ? [1, 0] : [0, 1]);
  return other > Math.log(confidence) ? says : own;
}
