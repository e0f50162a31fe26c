// All dialogues of the shop: what is sold by each, and what it is worth to the customer when she is asked before, after, or is told all.

import { type EpisodeTree, episodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { adviceWorld, chanceListed, PRICES } from "../../environments/markets/advice.ts";
import {
  HAS,
  LISTED,
  OPTIONS,
  purchase,
  SAID,
  trueWorth,
  worthInHindsight,
  worthsOf,
} from "../../environments/markets/advised-customer.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";

const LISTINGS = mixedRadix(new Array<number>(OPTIONS).fill(LISTED.length));
const ORDERS = PRICES.length;
/** What the catalogue says of three options, times the order of prices. */
export const CASES = LISTINGS.count * ORDERS;
export const WORDS = mixedRadix(new Array<number>(OPTIONS).fill(SAID.length));
/** The largest worth less the least. */
export const RANGE = 2;
export const PRIOR = 0.5;
export const TRUST = 0.7;

const rankOf = (order: number, option: number) => (option + order) % ORDERS;
const listed = (one: number) => LISTINGS.digits(Math.floor(one / ORDERS));
const ranks = (one: number) => Array.from({ length: OPTIONS }, (_, k) => rankOf(one % ORDERS, k));

/** All dialogues, case by case; a policy has a row for what the catalogue says of an option, its price's rank and its place. */
export const tree: EpisodeTree = episodeTree(
  adviceWorld.make({}),
  Array.from({ length: CASES }, (_, one) => ({
    weight: 1 / CASES,
    parts: { listed: listed(one), rank: ranks(one), truth: listed(one).map((l) => (l === HAS ? 1 : 0)) },
  })),
  { channels: ["rating", "hindsight", "utility"] },
);

/** The dialogue of a case and its words, [cases × words]. */
export const dialogueOf = new Int32Array(CASES * WORDS.count);
for (const [dialogue, words] of tree.played.entries()) {
  dialogueOf[tree.startOf[dialogue] * WORDS.count + WORDS.index(words)] = dialogue;
}

/** Rows of a policy that speak of a case's options, [cases × options]. */
export const rowsOf = new Int32Array(CASES * OPTIONS);
for (let one = 0; one < CASES; one++) {
  for (let k = 0, node = tree.roots[one]; k < OPTIONS; k++, node = tree.child[node]) {
    rowsOf[one * OPTIONS + k] = tree.context[node];
  }
}

/** What a row of a policy speaks of. */
export const listedInRow = new Int32Array(tree.contexts);
export const rankInRow = new Int32Array(tree.contexts);
for (let one = 0; one < CASES; one++) {
  for (let k = 0; k < OPTIONS; k++) {
    listedInRow[rowsOf[one * OPTIONS + k]] = listed(one)[k];
    rankInRow[rowsOf[one * OPTIONS + k]] = ranks(one)[k];
  }
}

/** A shop: how far customers trust words, and how often the catalogue errs. */
export interface Shop {
  readonly trust: number;
  readonly error: number;
}

/** What comes of every dialogue in a shop, [dialogues]. */
export interface ShopDialogues {
  readonly shop: Shop;
  /** −1 for none. */
  readonly bought: Int32Array;
  /** What she expects of it when she buys: feedback before its use. */
  readonly expected: Float64Array;
  /** The expectation of what she thinks of it once she knows whether it has the feature. */
  readonly known: Float64Array;
  /** The expectation of what it is worth beside all options. */
  readonly utility: Float64Array;
}

const TRUTHS = mixedRadix(new Array<number>(OPTIONS).fill(2));

export function dialoguesIn(shop: Shop): ShopDialogues {
  const size = tree.played.length;
  const found = {
    ...{ shop, bought: new Int32Array(size) },
    ...{ expected: new Float64Array(size), known: new Float64Array(size), utility: new Float64Array(size) },
  };
  for (const [dialogue, words] of tree.played.entries()) {
    const one = tree.startOf[dialogue];
    const worths = worthsIn(one);
    const { option, expected } = purchase(words, worths, { prior: PRIOR, trust: shop.trust });
    found.bought[dialogue] = option;
    found.expected[dialogue] = expected;
    for (let truths = 0; truths < TRUTHS.count; truths++) {
      const hasIt = TRUTHS.digits(truths);
      const chance = chancesIn(one, shop.error).reduce((all, p, k) => all * (hasIt[k] === 1 ? p : 1 - p), 1);
      if (chance === 0) continue;
      found.known[dialogue] += chance * worthInHindsight(option, worths, hasIt);
      found.utility[dialogue] += chance * trueWorth(option, worths, hasIt);
    }
  }
  return found;
}

export const worthsIn = (one: number): Float64Array => worthsOf(ranks(one).map((rank) => PRICES[rank]));

/** Chances that the options of a case have the feature, [options]. */
export const chancesIn = (one: number, error: number): number[] =>
  listed(one).map((status) => chanceListed(status, error));

/** The highest that any words reach in each case, averaged; [dialogues] in. */
export function bestOf(pay: Float64Array): number {
  return mostByCase(pay).reduce((sum, most) => sum + most / CASES, 0);
}

/** The highest of each case, [cases]. */
export function mostByCase(pay: Float64Array): Float64Array {
  const most = new Float64Array(CASES).fill(Number.NEGATIVE_INFINITY);
  for (const [dialogue, value] of pay.entries())
    most[tree.startOf[dialogue]] = Math.max(most[tree.startOf[dialogue]], value);
  return most;
}
