// Rules by which a marketplace ranks businesses for a query. Results show no prices and no amenities.

import type { Business, Customer } from "./market.ts";

/**
 * *simple*: by rating. *filtered*: by rating, of the businesses in whose name, description or menu the query stands. *lexical*: by common
 * groups of four characters. *similar*: by common words, where rare ones count more. *ideal*: by rating, of the businesses that sell the
 * whole order, which only the platform can know.
 */
export const SEARCH_RULES = ["simple", "filtered", "lexical", "similar", "ideal"] as const;
export type SearchRule = (typeof SEARCH_RULES)[number];

const GRAM = 4;
/** Set of a text's groups of four characters: lower case, without punctuation, with one blank at either end. */
export function gramsOf(text: string): Set<string> {
  const bare = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s]/gu, "");
  const padded = ` ${bare.trim().replaceAll(/\s+/g, " ")} `;
  const grams = new Set<string>();
  for (let k = 0; k + GRAM <= padded.length; k++) grams.add(padded.slice(k, k + GRAM));
  return grams;
}

/** Share of a query's groups of four characters that a document has. */
export function lexicalScore(query: string | ReadonlySet<string>, document: string | ReadonlySet<string>): number {
  const [asked, has] = [query, document].map((one) => (typeof one === "string" ? gramsOf(one) : one));
  let common = 0;
  for (const gram of asked) if (has.has(gram)) common += 1;
  return asked.size === 0 ? 0 : common / asked.size;
}

/** Text of a business by which it is searched. */
const textOf = ({ name, description, menu }: Business): string => [name, description, ...menu.keys(), ""].join(", ");

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Searches the businesses of one market. */
export class SearchIndex {
  readonly #businesses: readonly Business[];
  readonly #grams: readonly ReadonlySet<string>[];
  readonly #words: readonly ReadonlySet<string>[];
  /** Number of businesses whose text has a word. */
  readonly #frequency = new Map<string, number>();

  constructor(businesses: readonly Business[]) {
    this.#businesses = businesses;
    const texts = businesses.map(textOf);
    this.#grams = texts.map(gramsOf);
    this.#words = texts.map(wordsIn);
    for (const words of this.#words)
      for (const word of words) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
  }

  /**
   * Scores of the businesses for a customer's request, [businesses]: from 0 to 1, or negative where the rule leaves one out. Ties are in
   * the order of ratings, then of ids.
   */
  scores(rule: SearchRule, customer: Customer): Float64Array {
    const { request, order } = customer;
    const one = this.#scorer(rule, request, [...order.keys()]);
    return Float64Array.from(this.#businesses, (business, k) => one(business, k));
  }

  #scorer(rule: SearchRule, query: string, order: readonly string[]): (business: Business, k: number) => number {
    switch (rule) {
      case "simple":
        return () => 0;
      case "filtered": {
        const wanted = order.map((item) => item.toLowerCase());
        const has = (text: string) => wanted.some((item) => text.includes(item));
        return (business) => (has(textOf(business).toLowerCase()) ? 0 : -1);
      }
      case "lexical": {
        const asked = gramsOf(query);
        return (_, k) => lexicalScore(asked, this.#grams[k]);
      }
      case "similar": {
        const asked = [...wordsIn(query)];
        const rarity = (word: string) =>
          Math.log((this.#businesses.length + 1) / ((this.#frequency.get(word) ?? 0) + 1));
        const whole = asked.reduce((sum, word) => sum + rarity(word), 0);
        return (_, k) =>
          whole === 0 ? 0 : asked.reduce((sum, word) => sum + (this.#words[k].has(word) ? rarity(word) : 0), 0) / whole;
      }
      case "ideal":
        return ({ menu }) => (order.every((item) => menu.has(item)) ? 0 : -1);
      default:
        return rule satisfies never;
    }
  }

  /** Indices of the first `limit` businesses by score; equal ones are in the order of ratings, then of ids. */
  ranked(scores: ArrayLike<number>, limit: number): number[] {
    const rating = (k: number) => this.#businesses[k].rating;
    return Array.from(scores, (_, k) => k)
      .filter((k) => scores[k] >= 0)
      .sort((a, b) => scores[b] - scores[a] || rating(b) - rating(a) || a - b)
      .slice(0, limit);
  }
}
