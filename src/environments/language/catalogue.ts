// A shop's hidden catalogue as numbers: four categories of sixteen products, each with a sign, four features that a customer may wish for,
// stock, and bestseller status. Within a category every combination of features occurs once, and half of the products with any three
// features are in stock, so that probabilities are simple.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** Characters that identify the products of a category. */
export const SIGNS = "0123456789uvwxyz";
export const CATEGORIES: Readonly<Record<string, string>> = { k: "kettle", l: "lamp", r: "radio", h: "heater" };
export const WISHES: Readonly<Record<string, string>> = { s: "small", g: "green", q: "quiet", p: "low-priced" };
/** Needs of customers, and the feature that satisfies each. */
export const NEEDS: Readonly<Record<string, { readonly words: string; readonly wish: string }>> = {
  t: { words: "for travelling", wish: "s" },
  e: { words: "that spares the earth", wish: "g" },
  n: { words: "for the night", wish: "q" },
  a: { words: "within a small allowance", wish: "p" },
};

const WISH_LETTERS = Object.keys(WISHES).join("");
const CATEGORY_LETTERS = Object.keys(CATEGORIES).join("");
const [HAS, STOCK, BESTSELLER, FIELDS] = [0, 1, 2, 3];

/** Size of the catalogue's array. */
export const CATALOGUE = CATEGORY_LETTERS.length * SIGNS.length * FIELDS;

/** A product: category letter and sign. */
export interface Product {
  readonly category: string;
  readonly sign: string;
}

const at = ({ category, sign }: Product): number =>
  (CATEGORY_LETTERS.indexOf(category) * SIGNS.length + SIGNS.indexOf(sign)) * FIELDS;

/** Draws a catalogue in which the given share of products are bestsellers. */
export function drawCatalogue(random: Random, catalogue: Float64Array, bestsellers: number): void {
  const combinations = Array.from(SIGNS, (_, k) => k);
  for (const category of CATEGORY_LETTERS) {
    shuffle(combinations, random);
    const first = random.integer(2);
    for (const [k, sign] of [...SIGNS].entries()) {
      const from = at({ category, sign });
      const has = combinations[k];
      const count = [...WISH_LETTERS].filter((_, wish) => (has >> wish) & 1).length;
      catalogue[from + HAS] = has;
      // Any three features leave two products, with and without the fourth feature; one of them is in stock.
      catalogue[from + STOCK] = (count + first) % 2;
      catalogue[from + BESTSELLER] = random.uniform() < bestsellers ? 1 : 0;
    }
  }
}

export const has = (product: Product, wish: string, catalogue: Float64Array): boolean =>
  ((catalogue[at(product) + HAS] >> WISH_LETTERS.indexOf(wish)) & 1) === 1;

export const inStock = (product: Product, catalogue: Float64Array): boolean => catalogue[at(product) + STOCK] === 1;

export const isBestseller = (product: Product, catalogue: Float64Array): boolean =>
  catalogue[at(product) + BESTSELLER] === 1;

/** Signs of the products of a category that are in stock and have all the given features. */
export const findSigns = (category: string, wishes: readonly string[], catalogue: Float64Array): string[] =>
  [...SIGNS].filter((sign) => {
    const product = { category, sign };
    return inStock(product, catalogue) && wishes.every((wish) => has(product, wish, catalogue));
  });
