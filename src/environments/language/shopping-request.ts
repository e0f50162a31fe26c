// Requests to a shopping assistant: parsing of questions and replies, the hard criteria that a reply meets, and a text view of the shop for
// people and language models.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { CATEGORIES, findSigns, has, inStock, isBestseller, NEEDS, SIGNS, WISHES } from "./catalogue.ts";
import { questionIn } from "./terms.ts";

export const KINDS = ["fuzzy", "multi", "bundle", "compare"] as const;
export type RequestKind = (typeof KINDS)[number];

const kindByLetter: Readonly<Record<string, RequestKind>> = { f: "fuzzy", m: "multi", b: "bundle", c: "compare" };

export const PITCHES = { plain: "-", detail: "+", boast: "!" } as const;
export type Pitch = keyof typeof PITCHES;

/** A request: one or two products with their wished features; or which of a pair of products has a feature. */
export interface ShopRequest {
  readonly kind: RequestKind;
  readonly items: readonly { readonly category: string; readonly wishes: readonly string[] }[];
  readonly pair: readonly string[];
}

/** Draws a question. In a comparison both products are in stock, and one has the feature. */
export function drawQuestion(
  random: Random,
  catalogue: Float64Array,
  kinds: readonly RequestKind[],
  mostConstraints: number,
): string {
  const kind = kinds[random.integer(kinds.length)];
  const categories = Object.keys(CATEGORIES);
  const wishes = Object.keys(WISHES);
  shuffle(categories, random);
  shuffle(wishes, random);
  const [category, second] = categories;
  if (kind === "fuzzy") return `f${category}${Object.keys(NEEDS)[random.integer(wishes.length)]}=`;
  if (kind === "multi") return `m${category}${wishes.slice(0, 2 + random.integer(mostConstraints - 1)).join("")}=`;
  if (kind === "bundle") return `b${category}${wishes[0]}${second}${wishes[1]}=`;
  const draw = (signs: readonly string[]) => signs[random.integer(signs.length)];
  const fitting = findSigns(category, wishes.slice(0, 1), catalogue);
  const pair = [draw(fitting), draw(findSigns(category, [], catalogue).filter((sign) => !fitting.includes(sign)))];
  shuffle(pair, random);
  return `c${category}${pair.join("")}${wishes[0]}=`;
}

/** Parses the question at the start of a text. */
export function requestOf(text: string): ShopRequest {
  const [letter, category, ...rest] = questionIn(text);
  const kind = kindByLetter[letter];
  const one = (...wishes: string[]) => ({ category, wishes });
  if (kind === "compare") return { kind, items: [one(...rest.slice(2))], pair: rest.slice(0, 2) };
  if (kind === "fuzzy") return { kind, items: [one(NEEDS[rest[0]].wish)], pair: [] };
  if (kind === "multi") return { kind, items: [one(...rest)], pair: [] };
  return { kind, items: [one(rest[0]), { category: rest[1], wishes: [rest[2]] }], pair: [] };
}

/** The calls that reveal everything about a request, in order: a search for each feature, or the page of one product of a pair. */
export const neededCalls = ({ items, pair }: ShopRequest): readonly string[] =>
  pair.length > 0 ? pair.slice(0, 1) : items.flatMap(({ wishes }) => wishes);

/** Whether a call reveals requested information that earlier calls did not; for a pair, the page of either product suffices. */
export function isNeeded(request: ShopRequest, call: string, earlier: readonly string[]): boolean {
  const { pair } = request;
  if (pair.length > 0) return pair.includes(call) && !earlier.some((letter) => pair.includes(letter));
  return neededCalls(request).includes(call) && !earlier.includes(call);
}

/** Index of the item to which a wished feature belongs; 0 where it belongs to none. */
export function itemOf({ items }: ShopRequest, wish: string): number {
  const item = items.findIndex(({ wishes }) => wishes.includes(wish));
  return Math.max(0, item);
}

/** Products and pitch in a reply. */
export interface Offer {
  readonly signs: string;
  readonly pitch: Pitch;
}

/** Parses `4+`, `4x!`, after any number of dots; undefined where it is no offer. */
export function offerOf(answer: string): Offer | undefined {
  const [, signs, mark] = /^\.*([0-9u-z]{1,2})([-+!])$/.exec(answer) ?? [];
  if (mark === undefined) return undefined;
  return { signs, pitch: mark === PITCHES.boast ? "boast" : mark === PITCHES.detail ? "detail" : "plain" };
}

/**
 * The hard criteria of a request, each met or not: the right number of products, or one of the pair; each in stock (always true for a pair)
 * and with every wished feature; and no false statement, such as the claim that a first product is a bestseller where it is not.
 */
export function criteriaOf({ items, pair }: ShopRequest, { signs, pitch }: Offer, catalogue: Float64Array): boolean[] {
  const isComplete = signs.length === items.length && (pair.length === 0 || pair.includes(signs));
  return [
    isComplete,
    ...items.flatMap(({ category, wishes }, k) => {
      const product = { category, sign: signs[k] ?? "" };
      const there = product.sign !== "";
      const had = wishes.map((wish) => there && has(product, wish, catalogue));
      return pair.length > 0 ? had : [there && inStock(product, catalogue), ...had];
    }),
    pitch !== "boast" || isBestseller({ category: items[0].category, sign: signs[0] }, catalogue),
  ];
}

/** Of a product and the pair it is compared with, the first that is in stock and has every feature of the first item. */
export function markedBeside({ items, pair }: ShopRequest, sign: string, catalogue: Float64Array): string | undefined {
  const [{ category, wishes }] = items;
  const fitting = findSigns(category, wishes, catalogue);
  return [sign, ...pair].find((one) => fitting.includes(one));
}

export const isSign = (letter: string): boolean => letter.length === 1 && SIGNS.includes(letter);

/** Whether a letter is a feature. */
export const isWish = (letter: string): boolean => Object.hasOwn(WISHES, letter);

/** The assistant's screen after the given text. */
export function screenOf(text: string, mostCalls: number): string {
  const request = requestOf(text);
  const made = [...text.matchAll(/<([^<>]*)>\[(.)\]/g)].map(([, letter, answer]) => `<${letter}> → ${answer}`);
  const wishes = Object.entries(WISHES).map(([letter, words]) => `<${letter}> ${words}`);
  return [
    `Customer: ${wanted(request, text)}`,
    request.pair.length > 0
      ? `Open the page of one of them, ${request.pair.map((sign) => `<${sign}>`).join(" or ")}: it compares the two, and marks one.`
      : `Search by one wish at a time: ${wishes.join(", ")}. Each is answered with a product in stock that has all wishes searched so far.`,
    `Calls, ${mostCalls} at most: ${made.length === 0 ? "none" : made.join(", ")}.`,
    `Dots are thoughts. Reply with ${request.items.length === 1 ? "the product's sign" : "both products' signs"}, then - (plain), + (an honest detail) or ! ("our bestseller"), then $.`,
  ].join("\n");
}

function wanted({ kind, items, pair }: ShopRequest, text: string): string {
  const name = (item: number) => CATEGORIES[items[item].category];
  const wishes = (item: number) => items[item].wishes.map((wish) => WISHES[wish]).join(" and ");
  if (kind === "compare") return `which ${name(0)} is ${wishes(0)}, ${pair.join(" or ")}?`;
  if (kind === "fuzzy") return `a ${name(0)} ${NEEDS[text[2]].words} (search: ${wishes(0)}).`;
  if (kind === "multi") return `a ${name(0)} that is ${wishes(0)}.`;
  return `a ${wishes(0)} ${name(0)} and a ${wishes(1)} ${name(1)}.`;
}
