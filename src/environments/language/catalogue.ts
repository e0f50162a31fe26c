// A shop's catalogue as hidden numbers: four categories of sixteen products, each with a sign, four things that a customer may
// wish for, stock, and whether it is a bestseller. It is drawn so that chances are simple: in a category every
// combination of wishes occurs once, and of the products that have any three of them half are in stock.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** What products of a category are called by. */
export const SIGNS = "0123456789uvwxyz";
export const CATEGORIES: Readonly<Record<string, string>> = { k: "kettle", l: "lamp", r: "radio", h: "heater" };
export const WISHES: Readonly<Record<string, string>> = { s: "small", g: "green", q: "quiet", p: "low-priced" };
/** Needs that a customer names, and the wish that serves each. */
export const NEEDS: Readonly<Record<string, { readonly words: string; readonly wish: string }>> = {
  t: { words: "for travelling", wish: "s" },
  e: { words: "that spares the earth", wish: "g" },
  n: { words: "for the night", wish: "q" },
  a: { words: "within a small allowance", wish: "p" },
};

const WISH_LETTERS = Object.keys(WISHES).join("");
const CATEGORY_LETTERS = Object.keys(CATEGORIES).join("");
const [HAS, STOCK, BESTSELLER, FIELDS] = [0, 1, 2, 3];

/** Hidden numbers of a catalogue. */
export const CATALOGUE = CATEGORY_LETTERS.length * SIGNS.length * FIELDS;

/** A product: its category's letter and its sign. */
export interface Product {
  readonly category: string;
  readonly sign: string;
}

const at = ({ category, sign }: Product): number =>
  (CATEGORY_LETTERS.indexOf(category) * SIGNS.length + SIGNS.indexOf(sign)) * FIELDS;

/** Draws a catalogue, of which a share are bestsellers. */
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
      // Any three wishes leave two products, with one more and without it: one of them is in stock.
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

/** Signs of the products of a category that are in stock and have all these wishes. */
export const findSigns = (category: string, wishes: readonly string[], catalogue: Float64Array): string[] =>
  [...SIGNS].filter((sign) => {
    const product = { category, sign };
    return inStock(product, catalogue) && wishes.every((wish) => has(product, wish, catalogue));
  });
