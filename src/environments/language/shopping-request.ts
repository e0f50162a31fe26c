// What a customer asks of a shop's assistant, how a reply is read, and which hard criteria it meets.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/shuffle.ts";
import { CATEGORIES, has, inStock, isBestseller, NEEDS, PRICES, priceOf, reprice, SIGNS, WISHES } from "./catalogue.ts";

export const KINDS = ["fuzzy", "multi", "bundle", "compare"] as const;
export type Kind = (typeof KINDS)[number];

const kindByLetter: Readonly<Record<string, Kind>> = { f: "fuzzy", m: "multi", b: "bundle", c: "compare" };

export const PITCHES = { plain: "-", detail: "+", boast: "!" } as const;
export type Pitch = keyof typeof PITCHES;

/** What is asked for: one product or two with their wishes, or the cheaper of a pair of signs. */
export interface Request {
  readonly kind: Kind;
  readonly items: readonly { readonly category: string; readonly wishes: readonly string[] }[];
  readonly pair: readonly string[];
}

/** Draws a question: `fls=`… A comparison sets two prices of the catalogue, all pairs of different ones alike. */
export function drawQuestion(
  random: Random,
  catalogue: Float64Array,
  kinds: readonly Kind[],
  mostConstraints: number,
): string {
  const kind = kinds[random.integer(kinds.length)];
  const categories = Object.keys(CATEGORIES);
  const wishes = Object.keys(WISHES);
  shuffle(categories, random);
  shuffle(wishes, random);
  const [category, second] = categories;
  switch (kind) {
    case "fuzzy":
      return `f${category}${Object.keys(NEEDS)[random.integer(wishes.length)]}=`;
    case "multi":
      return `m${category}${wishes.slice(0, 2 + random.integer(mostConstraints - 1)).join("")}=`;
    case "bundle":
      return `b${category}${wishes[0]}${second}${wishes[1]}=`;
    case "compare": {
      const prices = Array.from({ length: PRICES }, (_, k) => k + 1);
      shuffle(prices, random);
      let pair = "";
      for (const price of prices.slice(0, 2)) pair += reprice(random, catalogue, { category, price, but: pair });
      return `c${category}${pair}=`;
    }
    default:
      return kind satisfies never;
  }
}

/** Reads the question that a text begins with. */
export function requestOf(text: string): Request {
  const [letter, category, ...rest] = text.slice(0, text.indexOf("="));
  const kind = kindByLetter[letter];
  switch (kind) {
    case "fuzzy":
      return { kind, items: [{ category, wishes: [NEEDS[rest[0]].wish] }], pair: [] };
    case "multi":
      return { kind, items: [{ category, wishes: rest }], pair: [] };
    case "bundle":
      return {
        kind,
        items: [
          { category, wishes: [rest[0]] },
          { category: rest[1], wishes: [rest[2]] },
        ],
        pair: [],
      };
    case "compare":
      return { kind, items: [{ category, wishes: [] }], pair: rest };
    default:
      return kind satisfies never;
  }
}

/** Searches that tell all that a request asks for, in order. */
export function neededSearches({ items, pair }: Request): readonly string[] {
  return pair.length > 0 ? pair : items.flatMap(({ wishes }) => wishes);
}

/** The item of a request that a wish belongs to; the first where it belongs to none. */
export function itemOf({ items }: Request, wish: string): number {
  return Math.max(
    0,
    items.findIndex(({ wishes }) => wishes.includes(wish)),
  );
}

/** Products and pitch of a reply. */
export interface Offer {
  readonly signs: string;
  readonly pitch: Pitch;
}

/** Reads `4+`, `4x!`, after any number of dots; undefined where it is no offer. */
export function offerOf(answer: string): Offer | undefined {
  const [, signs, mark] = /^\.*([0-9u-z]{1,2})([-+!])$/.exec(answer) ?? [];
  if (mark === undefined) return undefined;
  return { signs, pitch: mark === PITCHES.boast ? "boast" : mark === PITCHES.detail ? "detail" : "plain" };
}

/**
 * The hard criteria of a request, each met or not: as many products as are asked for; each in stock and with every wish, or
 * one of the pair and the cheaper; and nothing said that is untrue, as the boast is of a first product that is no bestseller.
 */
export function criteriaOf(
  { kind, items, pair }: Request,
  { signs, pitch }: Offer,
  catalogue: Float64Array,
): boolean[] {
  const first = { category: items[0].category, sign: signs[0] };
  const truthful = pitch !== "boast" || isBestseller(first, catalogue);
  if (kind === "compare") {
    const [price, least] = [priceOf(first, catalogue), cheaper(items[0].category, pair, catalogue)];
    const one = signs.length === 1 && pair.includes(signs);
    return [one, one && price === least, truthful];
  }
  return [
    signs.length === items.length,
    ...items.flatMap(({ category, wishes }, k) => {
      const product = { category, sign: signs[k] ?? "" };
      if (product.sign === "") return [false, ...wishes.map(() => false)];
      return [inStock(product, catalogue), ...wishes.map((wish) => has(product, wish, catalogue))];
    }),
    truthful,
  ];
}

function cheaper(category: string, pair: readonly string[], catalogue: Float64Array): number {
  return Math.min(...pair.map((sign) => priceOf({ category, sign }, catalogue)));
}

/** Whether a letter is a product's sign. */
export function isSign(letter: string): boolean {
  return letter.length === 1 && SIGNS.includes(letter);
}

/** Whether a letter is a wish. */
export function isWish(letter: string): boolean {
  return Object.hasOwn(WISHES, letter);
}
