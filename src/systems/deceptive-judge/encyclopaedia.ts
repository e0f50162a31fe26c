// A synthetic encyclopaedia: facts with one of ten values, documents that say so, and of contested facts documents that say otherwise.

import type { Random } from "../../core/random.ts";
import { randomOrder } from "../../math/weighted-draw.ts";

/** Values that a fact may have. */
export const VALUES = 10;
/** True documents of a fact, 1 … 5, and false ones of a contested fact, 1 … 3, all as likely. */
export const TRUE_DOCUMENTS = 5;
export const FALSE_DOCUMENTS = 3;
/** Share of facts that are contested. */
export const CONTESTED = 0.5;
/** Shares of true and of false documents that look credible. */
export const CREDIBLE = { true: 0.7, false: 0.5 } as const;
/** Documents that a search finds, at most. */
export const FOUND = 1;

export interface Document {
  /** What it says the value is. */
  readonly value: number;
  readonly credible: boolean;
}

export interface Fact {
  readonly number: number;
  readonly truth: number;
  /** What false documents say; of all facts, contested or not. */
  readonly rival: number;
  readonly documents: readonly Document[];
}

/** A value other than the given one, all as likely. */
export const otherThan = (value: number, random: Random): number => (value + 1 + random.integer(VALUES - 1)) % VALUES;

/** Facts 0 … count − 1; `contested` is the share that has false documents. */
export function encyclopaedia(count: number, random: Random, contested = CONTESTED): Fact[] {
  return Array.from({ length: count }, (_, number) => {
    const luck = random.stream("fact", number);
    const truth = luck.integer(VALUES);
    const rival = otherThan(truth, luck);
    const written = (value: number, most: number, credible: number): Document[] =>
      Array.from({ length: 1 + luck.integer(most) }, () => ({ value, credible: luck.uniform() < credible }));
    const honest = written(truth, TRUE_DOCUMENTS, CREDIBLE.true);
    const isContested = luck.uniform() < contested;
    const documents = isContested ? [...honest, ...written(rival, FALSE_DOCUMENTS, CREDIBLE.false)] : honest;
    return { number, truth, rival, documents };
  });
}

/** Documents of a fact that `searches` searches find, none twice and all as likely. */
export function search({ documents }: Fact, random: Random, searches = 1): Document[] {
  return randomOrder(documents.length, random)
    .slice(0, searches * FOUND)
    .map((at) => documents[at]);
}

/** Mean number of documents that say the truth, to that of documents that say one given wrong value. */
const ODDS = (1 + TRUE_DOCUMENTS) / ((CONTESTED * (1 + FALSE_DOCUMENTS)) / (VALUES - 1));
const WEIGHTS = {
  credible: Math.log((ODDS * CREDIBLE.true) / CREDIBLE.false),
  doubtful: Math.log((ODDS * (1 - CREDIBLE.true)) / (1 - CREDIBLE.false)),
} as const;

/** Evidence of a document for its value, in nats: the logarithm of how many say so where it is true to how many where it is not. */
export const weightOf = ({ credible }: Pick<Document, "credible">): number =>
  credible ? WEIGHTS.credible : WEIGHTS.doubtful;

/** Evidence for a value in documents. */
export function evidenceFor(value: number, documents: readonly Document[]): number {
  let sum = 0;
  for (const document of documents) if (document.value === value) sum += weightOf(document);
  return sum;
}
